/** Bytes of a first visit, as fetched by the browser: brotli, same origin, without the service worker. */
import { type Browser, type BrowserContext, type Page, devices, expect, test } from '@playwright/test';
import { demoPassword } from '../../src/app/demo/accounts.ts';
import { meter } from './meter.ts';
import { signIn } from './people.ts';
import { followShifts, shiftOf } from './shift.ts';

test.use({ serviceWorkers: 'block' });

const kilobyte = 1000;
const limits = {
  login: 60 * kilobyte,
  // Six above the goal: icons in list headers, custom checkboxes at night, thumb targets, pinned names, and the agency
  // check of cached data.
  shell: 218 * kilobyte,
  // Three above the goal: icons in list headers, and custom checkboxes at night. Callbacks, transfers and monitoring
  // added texts.
  visit: 236 * kilobyte,
  letters: 20 * kilobyte,
  requests: 25,
};
const everything = ['script', 'stylesheet', 'document', 'font', 'fetch', 'image', 'other'];

test('the sign-in page is small and brings no console with it', async ({ page }) => {
  const bytes = meter(page);
  await page.goto('/login');
  await expect(page.getByLabel('Username')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const size = await bytes.sum();
  test.info().annotations.push({ type: 'sign-in page', description: `${size} bytes brotli` });
  expect(size).toBeGreaterThan(kilobyte);
  expect(size).toBeLessThanOrEqual(limits.login);
  expect(bytes.names().filter((name) => /react|mantine|console|shell/.test(name))).toEqual([]);
});

test('the sign-in page has its letters once it is seen, and nothing moves when they come', async ({
  page,
  context,
}) => {
  await followShifts(context);
  const bytes = meter(page, everything);
  const letters = page.waitForResponse(/inter-latin.*woff2/);
  await page.goto('/login');
  await letters;
  const isInter = (): Promise<boolean> =>
    page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].some(({ family, status }) => family === 'Inter' && status === 'loaded');
    });
  await expect.poll(isInter).toBe(true);
  // Figures are aligned, and hyphenated terms do not break.
  const widthOf = (text: string, numeric: string): Promise<number> =>
    page.evaluate(
      ([words, figures]) => {
        const one = document.createElement('span');
        one.style.cssText = `font:500 100px Inter;position:absolute;font-variant-numeric:${figures}`;
        one.textContent = words ?? '';
        document.body.append(one);
        const { width } = one.getBoundingClientRect();
        one.remove();
        return Math.round(width);
      },
      [text, numeric],
    );
  expect(await widthOf('-', 'tabular-nums')).toBe(await widthOf('-', 'normal'));
  const apart = async (numeric: string): Promise<number> =>
    Math.abs((await widthOf('1', numeric)) - (await widthOf('8', numeric)));
  // Widths are rounded to pixels.
  expect(await apart('tabular-nums')).toBeLessThanOrEqual(1);
  expect(await apart('normal')).toBeGreaterThan(10);
  const [asked, painted] = await page.evaluate(() => [
    performance.getEntriesByType('resource').find(({ name }) => name.includes('inter-latin'))?.startTime ?? 0,
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
  ]);
  expect(asked).toBeGreaterThanOrEqual(painted ?? Infinity);
  expect((await shiftOf(page)).why).toEqual([]);
  await page.waitForLoadState('networkidle');
  const size = await bytes.sum();
  test.info().annotations.push({ type: 'sign-in page', description: `${size} bytes brotli with letters` });
  expect(size).toBeLessThanOrEqual(limits.login + limits.letters);
});

test('who chose Hindi signs in without the console too, and then reads menus in Hindi', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('recoup-language', 'hi'));
  const bytes = meter(page);
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'लॉग इन' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(bytes.names().filter((name) => /react|mantine|console|shell/.test(name))).toEqual([]);
  await page.getByLabel('यूज़रनेम').fill('agent@recoup.test');
  await page.getByLabel('पासवर्ड', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'सबमिट करें' }).click();
  await expect(page.getByRole('link', { name: 'होम', exact: true }).first()).toBeVisible();
});

/** A phone that has nothing yet but the session of an agent. */
async function firstVisit(
  browser: Browser,
  from: BrowserContext,
): Promise<{ page: Page; end(): Promise<void> }> {
  const context = await browser.newContext({
    storageState: { cookies: await from.cookies(), origins: [] },
    serviceWorkers: 'block',
    viewport: { width: 390, height: 844 },
    // A phone's user agent.
    userAgent: devices['Pixel 7'].userAgent,
  });
  return { page: await context.newPage(), end: () => context.close() };
}

const usableRow = 'main:not([inert] main) a[href*="view-borrower"]';

declare global {
  /** When a row could be used, by the page's clock. */
  var usableAt: number | undefined;
}
/** Has the page itself note when its list can be used. */
const noteUsable = (page: Page): Promise<unknown> =>
  page.addInitScript((row) => {
    new MutationObserver((_, it) => {
      if (!document.querySelector(row)) return;
      globalThis.usableAt = performance.now();
      it.disconnect();
    }).observe(document, { childList: true, subtree: true });
  }, usableRow);
/** Lazily loaded resources: on a busy host they have arrived before the check. */
const askedAfterwards = async (page: Page): Promise<ReadonlySet<string>> =>
  new Set(
    await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime > (globalThis.usableAt ?? Infinity))
        .map(({ name }) => new URL(name).pathname),
    ),
  );

for (const path of ['/home', '/borrowers']) {
  test(`an agent's first visit to ${path} loads few bytes before its list is usable`, async ({
    page,
    context,
    browser,
  }) => {
    await signIn(page, 'agent');
    const { page: fresh, end } = await firstVisit(browser, context);
    await noteUsable(fresh);
    const bytes = meter(fresh, everything);
    const code = meter(fresh);
    await fresh.goto(path);
    await fresh.waitForFunction(() => globalThis.usableAt !== undefined);
    const finished = bytes.names();
    const later = await askedAfterwards(fresh);
    const asked = finished.filter((name) => !later.has(name));
    const letters = asked.filter((name) => name.endsWith('.woff2'));
    const [size, codeSize] = await Promise.all([bytes.sum(asked), code.sum(asked)]);
    test.info().annotations.push({
      type: path,
      description: `${asked.length} requests, ${size} bytes brotli, ${codeSize} of them code, ${letters.length} of them letters`,
    });
    expect(asked.length).toBeLessThanOrEqual(limits.requests);
    // The page brought them.
    expect(asked.filter((name) => /^\/api\/(user|loans|today)/.test(name))).toEqual([]);
    expect(codeSize).toBeGreaterThan(30 * kilobyte);
    expect(codeSize, asked.join(' ')).toBeLessThanOrEqual(limits.shell);
    // What draws letters may come a moment later.
    expect(size + (letters.length === 0 ? limits.letters : 0)).toBeLessThanOrEqual(limits.visit);
    await end();
  });

  test(`an agent's phone shows the rows of ${path} before any script ran, and nothing moves when they come to life`, async ({
    page,
    context,
    browser,
  }) => {
    await signIn(page, 'agent');
    const { page: fresh, end } = await firstVisit(browser, context);
    let start = (): void => undefined;
    const asked = new Promise<void>((resolve) => (start = resolve));
    await fresh.route('**/assets/*.js', async (route) => {
      await asked;
      await route.continue();
    });
    await followShifts(fresh.context());
    await fresh.goto(path, { waitUntil: 'commit' });
    const row = fresh.locator('[inert] main a[href*="view-borrower"]').first();
    await expect(row).toBeVisible();
    const name = await row.innerText();
    start();
    await expect(fresh.locator(usableRow).first()).toHaveText(name);
    await expect(fresh.locator('[inert]')).toHaveCount(0);
    await fresh.waitForLoadState('networkidle');
    expect((await shiftOf(fresh)).why).toEqual([]);
    await end();
  });
}
