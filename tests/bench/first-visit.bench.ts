/** An agent's first visit on a cheap phone, cold, against a Mantine page of the same content in the same run. */
import { type Browser, type CDPSession, type Page, devices } from 'playwright';
import { requestOf } from '../../src/kernel/client/calls/request.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { signIn } from '../e2e/people.ts';
import { startServer } from '../e2e/server.ts';
import { openBrowser, slow } from './browser.ts';
import { serveFloor } from './first-visit-floor/site.ts';
import { median, report } from './kit.ts';

const runs = 3;
/** Lighthouse mobile's. */
const line = { latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 675_000 / 8 };
const { userAgent } = devices['Pixel 7'];
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, userAgent };
/** Excludes the server-rendered picture, which is inert. */
const firstLink = 'main:not([inert] main) a[href*="view-borrower"]';
/** Longer than anything that is drawn late. */
const restMs = 4000;

interface Visit {
  lcp: number;
  tbt: number;
  cls: number;
  /** Before the list can be used. */
  requests: number;
  depth: number;
  bytes: number;
  /** Everything loaded until the page was idle. */
  later: number;
}

/** Each request with its chain depth: one more than its initiator's. */
function follow(session: CDPSession) {
  const depths = new Map<string, number>();
  const urls = new Map<string, string>();
  let bytes = 0;
  let count = 0;
  session.on('Network.requestWillBeSent', ({ requestId, request, initiator, documentURL }) => {
    if (request.url.startsWith('data:')) return;
    const frames = initiator.stack?.callFrames ?? [];
    const from = [initiator.url, ...frames.map(({ url }) => url), documentURL];
    const known = from.map((url) => depths.get(url ?? '') ?? 0);
    count += 1;
    urls.set(requestId, request.url);
    if (!depths.has(request.url)) depths.set(request.url, Math.max(...known) + 1);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (urls.has(requestId)) bytes += encodedDataLength;
  });
  return () => ({ requests: count, depth: Math.max(...depths.values()), bytes });
}

function watch(): void {
  const seen = { lcp: 0, tbt: 0, cls: 0 };
  Object.assign(window, { seen });
  const on = (
    type: string,
    each: (entry: PerformanceEntry & { value: number; hadRecentInput: boolean }) => void,
  ) =>
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => each(entry as never))).observe({
      type,
      buffered: true,
    });
  on('largest-contentful-paint', ({ startTime }) => (seen.lcp = startTime));
  on('longtask', ({ duration }) => (seen.tbt += Math.max(0, duration - 50)));
  on('layout-shift', ({ value, hadRecentInput }) => (seen.cls += hadRecentInput ? 0 : value));
}

type State = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;

async function visit(browser: Browser, url: string, state?: State): Promise<Visit> {
  const context = await browser.newContext({ ...phone, ...(state && { storageState: state }) });
  const page: Page = await context.newPage();
  await page.addInitScript(watch);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...line });
  await slow(context, page);
  const counted = follow(session);
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator(firstLink).first().waitFor();
  const before = counted();
  await page.waitForTimeout(restMs);
  const seen = await page.evaluate(
    () => (window as unknown as { seen: Pick<Visit, 'lcp' | 'tbt' | 'cls'> }).seen,
  );
  const later = counted().bytes;
  await context.close();
  return { ...seen, ...before, later };
}

const browser = await openBrowser();
const server = await startServer({ env: { DEMO_LOANS: '1200' } });
const signedIn = await browser.newContext({ ...phone, baseURL: server.url, serviceWorkers: 'block' });
const page = await signedIn.newPage();
await signIn(page, 'agent');
// A browser that has nothing but the session.
const state: State = { cookies: await signedIn.cookies(), origins: [] };
const { url: listUrl } = requestOf(loans.list, { isActive: true, page: 1, size: 100 });
const { rows } = (await (await signedIn.request.get(listUrl)).json()) as {
  rows: {
    id: number;
    loanBorrower: { name: string };
    totalOutstanding: string;
    dpd: number;
    loanNumber: string;
    city: string;
  }[];
};
const same = rows.map((row) => ({
  id: row.id,
  who: row.loanBorrower.name,
  much: `₹${row.totalOutstanding}`,
  mark: `${row.dpd} days`,
  next: `${row.loanNumber} · ${row.city}`,
}));
await signedIn.close();
const floor = await serveFloor({
  '/home': { title: 'Good evening', rows: same.slice(0, 50) },
  '/borrowers': { title: 'Borrowers', rows: same },
});

for (const path of ['/home', '/borrowers']) {
  const pairs: { bare: Visit; ours: Visit }[] = [];
  for (let i = 0; i < runs; i += 1)
    pairs.push({
      bare: await visit(browser, floor.url + path),
      ours: await visit(browser, server.url + path, state),
    });
  const of = (whose: 'bare' | 'ours', what: keyof Visit): number =>
    median(pairs.map((pair) => pair[whose][what]));
  const name = path.slice(1);
  report(`${name}: largest paint of the bare page`, of('bare', 'lcp'), { unit: 'ms' });
  report(`${name}: largest paint`, of('ours', 'lcp'), { unit: 'ms', atMost: 1900 });
  report(`${name}: against the bare page`, median(pairs.map(({ bare, ours }) => ours.lcp / bare.lcp)), {
    unit: 'of its time',
    atMost: 1.25,
  });
  report(`${name}: blocked by the bare page`, of('bare', 'tbt'), { unit: 'ms' });
  report(`${name}: blocked`, of('ours', 'tbt'), { unit: 'ms', atMost: 100 });
  report(`${name}: layout shift`, of('ours', 'cls'), { atMost: 0.02 });
  report(`${name}: requests before its list can be used`, of('ours', 'requests'), { atMost: 25 });
  report(`${name}: levels of them`, of('ours', 'depth'), { atMost: 3 });
  report(`${name}: bytes before its list can be used`, of('ours', 'bytes'), { atMost: 230_000 });
  report(`${name}: bytes of the bare page`, of('bare', 'bytes'));
  report(`${name}: bytes once it rests`, of('ours', 'later'));
}

await browser.close();
await floor.stop();
await server.remove();
process.exit(0);
