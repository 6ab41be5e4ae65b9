/** A deep link opened again with the server dead, on a slowed phone, against the least page that can do it. */
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright';
import { setPin, signIn, whenInstalled } from '../e2e/people.ts';
import { startServer } from '../e2e/server.ts';
import { servePage } from '../ui/site.ts';
import { openBrowser, slow } from './browser.ts';
import { pairs, report } from './kit.ts';

const browser = await openBrowser();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Reloads the address; returns its largest contentful paint, in ms. */
async function largestPaint(
  context: BrowserContext,
  url: string,
  whenThere: (page: Page) => Promise<unknown>,
) {
  const page = await context.newPage();
  await slow(context, page);
  await page.goto(url);
  await whenThere(page);
  const paint = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let latest = Number.NaN;
        new PerformanceObserver((list) => {
          latest = list.getEntries().at(-1)?.startTime ?? latest;
        }).observe({ type: 'largest-contentful-paint', buffered: true });
        setTimeout(() => resolve(latest), 500);
      }),
  );
  await page.close();
  return paint;
}

const floor = await servePage(fileURLToPath(new URL('./offline-floor/', import.meta.url)));
const bare = await browser.newContext(phone);
const first = await bare.newPage();
await first.goto(floor.url);
await first.waitForFunction(() => document.title === 'Kept');
await first.close();
await floor.stop();

const server = await startServer({ env: { DEMO_LOANS: '20000' } });
const field = await browser.newContext({ ...phone, baseURL: server.url });
const agent = await field.newPage();
await signIn(agent, 'agent');
await whenInstalled(agent);
await setPin(agent);
await agent.goto('/borrowers');
const link = agent.locator('main a[href*="view-borrower"]').first();
await link.waitFor();
const borrower = new URL((await link.getAttribute('href')) ?? '', server.url).href;
await agent.goto(borrower);
await agent.getByRole('button', { name: 'Add PTP' }).waitFor();
// Whatever is written to the phone in the background has a moment to end.
await agent.waitForLoadState('networkidle');
await agent.close();
await server.kill();

const floorPaint = () =>
  largestPaint(bare, floor.url, (page) => page.getByLabel('Select Borrower 10').waitFor());
const listPaint = () =>
  largestPaint(field, `${server.url}/borrowers`, (page) =>
    page.locator('main a[href*="view-borrower"]').nth(4).waitFor(),
  );
const borrowerPaint = () =>
  largestPaint(field, borrower, (page) => page.getByRole('button', { name: 'Add PTP' }).waitFor());

const list = await pairs(9, floorPaint, listPaint);
report('largest paint offline, bare list', list.floor, { unit: 'ms' });
report('largest paint offline, borrower list', list.ours, { unit: 'ms' });
report('borrower list against bare', list.ratio, { unit: 'of its time', atMost: 1.5 });
const one = await pairs(9, floorPaint, borrowerPaint);
report('largest paint offline, one borrower', one.ours, { unit: 'ms' });
report('one borrower against bare', one.ratio, { unit: 'of its time', atMost: 1.5 });

await browser.close();
await server.remove();
process.exit(0);
