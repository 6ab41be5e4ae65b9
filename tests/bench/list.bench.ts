/** 500 rows of 18 columns on a processor slowed four times, against a bare virtual Mantine list in the same run. */
import type { Browser } from 'playwright';
import { serveStates } from '../ui/site.ts';
import { openBrowser, slow } from './browser.ts';
import { median, pairs, report } from './kit.ts';

const bare = 'screen=bare';
const ours = 'screen=wide&size=500';

/** Opens the list; `painted` is the time from the answer of the server to the paint of its rows, in ms. */
async function open(browser: Browser, url: string) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const kept = window as unknown as { painted?: number; clicks: number[] };
    kept.clicks = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { interactionId, duration } = entry as PerformanceEventTiming & { interactionId: number };
        if (interactionId) kept.clicks.push(duration);
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
    const look = (): void => {
      if (!document.querySelector('[aria-label="Select row 10 col 1"]'))
        return void requestAnimationFrame(look);
      requestAnimationFrame(() => {
        const afterPaint = new MessageChannel();
        afterPaint.port1.onmessage = () => (kept.painted = performance.now());
        afterPaint.port2.postMessage(0);
      });
    };
    requestAnimationFrame(look);
  });
  await slow(context, page);
  await page.goto(url);
  await page.waitForFunction(() => 'painted' in window);
  const painted = await page.evaluate(
    () =>
      ((window as unknown as { painted?: number }).painted ?? Number.NaN) -
      (performance.getEntriesByName('answered')[0]?.startTime ?? Number.NaN),
  );
  return { page, painted, close: () => context.close() };
}

const site = await serveStates();
const browser = await openBrowser();
const render = (query: string) => async (): Promise<number> => {
  const { painted, close } = await open(browser, `${site.url}index.html?${query}`);
  await close();
  return painted;
};

const rendered = await pairs(9, render(bare), render(ours));
report('answer to paint, bare virtual Mantine list', rendered.floor, { unit: 'ms' });
report('answer to paint, our list', rendered.ours, { unit: 'ms' });
report('our list against the bare one', rendered.ratio, { unit: 'of its time', atMost: 1.5 });

/** Clicks on the boxes of eight rows: from the touch to the paint that answers it, in steps of 8 ms. */
async function clicks(query: string): Promise<{ nodes: number; toPaint: number[] }> {
  const { page, close } = await open(browser, `${site.url}index.html?${query}`);
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
  const toPaint: number[] = [];
  for (let row = 1; row <= 8; row += 1) {
    await page.evaluate(() => ((window as unknown as { clicks: number[] }).clicks.length = 0));
    await page.getByRole('checkbox', { name: `Select row ${row} col 1`, exact: true }).click();
    await page.waitForFunction(() => (window as unknown as { clicks: number[] }).clicks.length > 0);
    const durations = await page.evaluate(() => (window as unknown as { clicks: number[] }).clicks);
    toPaint.push(Math.max(...durations));
  }
  await close();
  return { nodes, toPaint };
}
const floorClicks = await clicks(bare);
const ourClicks = await clicks(ours);
report('nodes of our list', ourClicks.nodes, { atMost: 1500 });
report('click to paint, bare, median of 8', median(floorClicks.toPaint), { unit: 'ms' });
report('click to paint, ours, median of 8', median(ourClicks.toPaint), { unit: 'ms', atMost: 50 });
report('click to paint, ours, slowest of 8', Math.max(...ourClicks.toPaint), { unit: 'ms' });

await browser.close();
await site.stop();
process.exit(0);
