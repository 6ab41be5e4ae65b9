/** Layout shift of every screen of every role during loading on a phone's network: 390, 900 and 1280 px. */
import type { Shell } from '../../src/kernel/ui/module.ts';
import { screens } from '../../src/app/client/screens/screens.ts';
import { signIn } from '../e2e/people.ts';
import { startServer } from '../e2e/server.ts';
import { followShifts, mostShift, shiftOf } from '../e2e/shift.ts';
import { openBrowser } from './browser.ts';
import { report } from './kit.ts';

const accounts: Record<Exclude<Shell, 'public'>, string> = {
  agent: 'agent4',
  desk: 'lead',
  admin: 'admin',
  portal: 'client',
};
const widths = [390, 900, 1280];
/** Answers come one after the other, as in the field. */
const line = { latency: 150, downloadThroughput: -1, uploadThroughput: -1 };
/** Longer than anything that is drawn late. */
const restMs = 600;

const only = process.env['SCREENS']?.split(',');
const given = process.env['URL'];
const browser = await openBrowser();
const server = given ? undefined : await startServer({ env: { DEMO_LOANS: '1200' } });
for (const [shell, account] of Object.entries(accounts)) {
  const own = screens.filter((screen) => screen.shell === shell && (!only || only.includes(screen.path)));
  if (own.length === 0) continue;
  const context = await browser.newContext({ baseURL: given ?? server?.url, serviceWorkers: 'block' });
  await followShifts(context);
  const page = await context.newPage();
  await signIn(page, account);
  const borrowers = shell === 'admin' ? '/admin/borrowers' : '/borrowers';
  let someone = '';
  if (own.some(({ path }) => path === '/view-borrower')) {
    await page.goto(borrowers);
    someone = (await page.locator('main a[href*="view-borrower"]').first().getAttribute('href')) ?? '';
  }
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...line });
  let worst = 0;
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    for (const { path } of own) {
      await page.goto(path === '/view-borrower' ? someone : path);
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(restMs);
      const { sum, why } = await shiftOf(page);
      worst = Math.max(worst, sum);
      if (why.length > 0)
        console.log(`${account} ${path} at ${width}: ${sum.toFixed(3)}\n  ${why.join('\n  ')}`);
    }
  }
  report(`${account}: most that a screen moves`, worst, { atMost: mostShift });
  await context.close();
}
await browser.close();
await server?.remove();
process.exit(0);
