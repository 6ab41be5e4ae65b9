/** Every screen of the route table, as each role that may see it: axe, content policy, console, width, what moves; light and dark. */
import { type Page, expect, test } from '@playwright/test';
import type { Screen, Shell } from '../../src/kernel/ui/module.ts';
import { screens } from '../../src/app/client/screens/screens.ts';
import { flaws, followNetwork, stands, wideAs } from './sight.ts';
import { complaints, enter, signIn } from './people.ts';
import { followShifts, shiftOf } from './shift.ts';

test.describe.configure({ mode: 'parallel' });
/** Screens per test: balances both workers, with few cold browser caches. */
const atOnce = 20;
/** Each in two sizes: the longest test after the main job, five minutes on a busy host. */
const walkMs = 900_000;

/** Accounts rarely used elsewhere, so that their session is not evicted. */
const accountOf: Record<Exclude<Shell, 'public'>, string> = {
  agent: 'agent4',
  desk: 'lead',
  admin: 'admin',
  portal: 'client',
};
/** A few masters are for the system admin. */
const walkerOf = ({ shell, can }: Screen): string | undefined =>
  shell === 'public' ? undefined : can === 'system-admin' ? 'system' : accountOf[shell];

const publicPages = [
  '/login',
  '/forgot-password',
  '/set-password?token=unknown',
  '/page403',
  '/no-such-page',
];

const sights = {
  desk: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
} as const;
type Size = keyof typeof sights;
/**
 * Main size of a shell: axe and layout shift are checked there, half the cost of a check. Elsewhere a screen only has to
 * fit. All sizes and schemes: `npm run look -- --faults`; shifts: `npm run bench -- steady`.
 */
const worksAt: Record<Shell, readonly Size[]> = {
  agent: ['phone'],
  desk: ['desk'],
  admin: ['desk'],
  portal: ['desk'],
  public: ['desk', 'phone'],
};

interface Visit {
  path: string;
  shell: Shell;
  rests: ReturnType<typeof followNetwork>;
}
/** Loaded once: the layout switches at 900 px without a reload. */
async function inspect(page: Page, { path, shell, rests }: Visit): Promise<void> {
  const sizes = new Set([...worksAt[shell], ...(Object.keys(sights) as Size[])]);
  for (const [turn, size] of [...sizes].entries()) {
    const { viewport, colorScheme } = sights[size];
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    if (turn === 0) await page.goto(path);
    await rests();
    await stands(page);
    if (turn === 0) expect.soft((await shiftOf(page)).why, `${path} moves on a ${size}`).toEqual([]);
    // Elements below the bottom bar would be reported as small targets; sizes have separate tests.
    if (worksAt[shell].includes(size))
      expect.soft(await flaws(page, ['target-size']), `${path} ${size} ${colorScheme}`).toEqual([]);
    expect.soft(await wideAs(page), `${path} is wider than a ${size}`).toBeLessThanOrEqual(0);
  }
  // Users without permission are redirected.
  if (shell !== 'public') expect.soft(new URL(page.url()).pathname).toBe(path.split('?')[0]);
}

/** The address of a borrower this person sees. */
async function someBorrower(page: Page, shell: string): Promise<string> {
  await page.goto(shell === 'admin' ? '/admin/borrowers' : '/borrowers');
  return (await page.locator('main a[href*="view-borrower"]').first().getAttribute('href')) ?? '';
}

for (const account of [...Object.values(accountOf), 'system']) {
  const own = screens.filter((screen) => walkerOf(screen) === account);
  for (let start = 0; start < own.length; start += atOnce) {
    const part = own.slice(start, start + atOnce);
    test(`${account} finds ${part[0]?.path} and further screens clean`, async ({ page, context }) => {
      test.setTimeout(walkMs);
      const heard = await complaints(context);
      await followShifts(context);
      await enter(page, account);
      const rests = followNetwork(page);
      for (const { path, shell } of part) {
        const there = path === '/view-borrower' ? await someBorrower(page, shell) : path;
        await inspect(page, { path: there, shell, rests });
      }
      expect(heard).toEqual([]);
    });
  }
}

test('the public pages are clean', async ({ page, context }) => {
  const heard = await complaints(context);
  await followShifts(context);
  const rests = followNetwork(page);
  for (const path of publicPages) await inspect(page, { path, shell: 'public', rests });
  expect(heard.filter((text) => !text.includes('status of 401'))).toEqual([]);
});

test('planted markup and script do nothing', async ({ page, context }) => {
  const heard = await complaints(context);
  await signIn(page, 'agent');
  await page.evaluate(() => {
    const planted = document.createElement('div');
    planted.innerHTML = '<img src="x" onerror="document.title = \'broken in\'">';
    document.body.append(planted);
    const script = document.createElement('script');
    script.textContent = 'document.title = "broken in"';
    document.body.append(script);
  });
  await expect.poll(() => heard.filter((text) => text.includes('script-src')).length).toBeGreaterThan(0);
  expect(await page.title()).not.toBe('broken in');
});
