/** Payment pages: bytes per language, render time, redirect time, and an enumeration attack. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright';
import { payLanguages } from '../../src/contexts/payments/contract/pay/pay-pages.ts';
import { clientOf } from '../../src/app/database/embedded-cluster.ts';
import { openDatabase } from '../../src/app/database/pools/pools.ts';
import { randomCode } from '../../src/kernel/server/operation/secret.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { meter } from '../e2e/meter.ts';
import { flaws } from '../e2e/sight.ts';
import { startServer } from '../e2e/server.ts';
import { openBrowser, slow } from './browser.ts';
import { median, pairs, report } from './kit.ts';

const aSecond = 200;
const seconds = Number(process.env.BENCH_SECONDS ?? 20);
const swept = Number(process.env.BENCH_SWEEP ?? 2000);
const runs = Number(process.env.BENCH_RUNS ?? 7);

const server = await startServer({ env: { DEMO_LOANS: '2000' } });
const database = openDatabase(clientOf(server.dataDir));
const loans = await database.rows<{ id: number; number: string; path: string }>(sql`
  select l.id, l.loan_number as number, a.path from loans l join payment_accounts a on a.id = l.payment_account_id
  where l.is_active and a.path = 'reliance' order by l.id limit 300`);
const links = loans.map((loan) => ({ ...loan, code: randomCode() }));
for (const { id, code } of links)
  await database.run(sql`
    insert into payment_codes (code, loan_id, channel, amount, created_at, expires_at)
    values (${code}, ${id}, 'sms', 150000, now(), now() + interval '1 day')`);
const page = (code: string): string => `/pay/reliance?q=${code}`;
const one = links[0]?.code ?? '';

/** As of a phone on a slow network. */
async function phone(browser: Browser) {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    serviceWorkers: 'block',
  });
  const tab = await context.newPage();
  await slow(context, tab);
  const wire = await context.newCDPSession(tab);
  await wire.send('Network.enable');
  await wire.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 90_000,
  });
  return { context, tab };
}

interface Seen {
  lcp: number;
  cls: number;
  blocked: number;
}
async function look(browser: Browser, url: string): Promise<Seen> {
  const { context, tab } = await phone(browser);
  await tab.addInitScript(() => {
    const seen = { lcp: 0, cls: 0, blocked: 0 };
    (window as unknown as { seen: object }).seen = seen;
    const watch = (type: string, note: (entry: PerformanceEntry) => void): void =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
    watch('largest-contentful-paint', ({ startTime }) => (seen.lcp = startTime));
    watch('layout-shift', (entry) => (seen.cls += (entry as PerformanceEntry & { value: number }).value));
    watch('longtask', ({ duration }) => (seen.blocked += Math.max(0, duration - 50)));
  });
  await tab.goto(url);
  await tab.waitForLoadState('networkidle');
  const seen = await tab.evaluate(() => (window as unknown as { seen: Seen }).seen);
  await context.close();
  return seen;
}

const browser = await openBrowser();

for (const language of payLanguages) {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const tab = await context.newPage();
  const bytes = meter(tab);
  const url = `${server.url}${page(one)}&lang=${language}`;
  await tab.goto(url);
  await tab.waitForLoadState('networkidle');
  report(`payment page in ${language}`, (await bytes.sum()) / 1000, { unit: 'kB brotli', atMost: 12 });
  const html = await (await fetch(url)).text();
  const form = Buffer.byteLength(html.slice(0, html.indexOf('value="pay"')));
  report(`form in ${language} stands after`, form / 1000, { unit: 'kB', atMost: 14 });
  await context.close();
}

const { context, tab } = await phone(browser);
await tab.goto(server.url + page(one));
report('axe complains of', (await flaws(tab)).length, { atMost: 0 });
await context.close();

// Baseline: a bare page with equal text. A page with frame protection gets a separate process from the browser, with
// constant cost: measured with the same header, and without.
const words = (await (await fetch(server.url + page(one))).text())
  .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
  .replace(/<[^>]+>/g, ' ');
const plain = createServer((request, response) => {
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  if (request.url === '/alone') response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  response.end(
    `<!doctype html><meta name="viewport" content="width=device-width"><title>Pay</title><p>${words}`,
  );
}).listen(0);
const floorUrl = `http://localhost:${(plain.address() as AddressInfo).port}/`;
const shifts: number[] = [];
const blocked: number[] = [];
const ourLcp = async (): Promise<number> => {
  const seen = await look(browser, server.url + page(one));
  shifts.push(seen.cls);
  blocked.push(seen.blocked);
  return seen.lcp;
};
const lcp = await pairs(runs, async () => (await look(browser, `${floorUrl}alone`)).lcp, ourLcp);
const unruled = await pairs(runs, async () => (await look(browser, floorUrl)).lcp, ourLcp);
report('LCP against plain HTML with the same rule for other windows', lcp.ratio, {
  unit: 'times',
  atMost: 1.3,
});
report('LCP against plain HTML without it', unruled.ratio, { unit: 'times' });
report('LCP', lcp.ours, { unit: 'ms' });
report('layout shift', median(shifts), { atMost: 0.1 });
report('blocked by scripts', median(blocked), { unit: 'ms', atMost: 200 });
plain.close();
await browser.close();

/** From clicking Proceed to Pay until the gateway's address is available. */
async function begin(code: string): Promise<number> {
  const started = performance.now();
  const answer = await fetch(`${server.url}/api/payments/initiate`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Sec-Fetch-Site': 'same-origin',
      'X-Requested-With': 'app',
    },
    body: JSON.stringify({ amount: 321, code, source: 'PAYMENT_LINK', isSure: true }),
  });
  const { row } = (await answer.json()) as { row?: { redirectionUrl: string } };
  if (!row) throw new Error(`initiate answered ${answer.status}`);
  const way = await fetch(server.url + row.redirectionUrl, { redirect: 'manual' });
  if (way.status !== 303) throw new Error(`the way answered ${way.status}`);
  return performance.now() - started;
}
/** Open-loop load at a fixed rate: slow responses must not reduce it. In ms, sorted. */
async function load(forSeconds: number): Promise<number[]> {
  const times: Promise<number>[] = [];
  const started = performance.now();
  for (let i = 0; i < aSecond * forSeconds; i += 1) {
    const wait = started + (i * 1000) / aSecond - performance.now();
    if (wait > 0) await new Promise((rest) => setTimeout(rest, wait));
    times.push(begin(links[i % links.length]?.code ?? ''));
  }
  return (await Promise.all(times)).sort((a, b) => a - b);
}
const share = (took: readonly number[], part: number): number =>
  took[Math.floor(took.length * part)] ?? Number.NaN;
// Cold server: connections, plans and code.
report('initiate to redirect in the first second, p99', share(await load(1), 0.99), { unit: 'ms' });
await load(1);
const took = await load(seconds);
report(`initiate to redirect at ${aSecond} a second, median`, share(took, 0.5), { unit: 'ms' });
report(`initiate to redirect at ${aSecond} a second, p99`, share(took, 0.99), { unit: 'ms', atMost: 100 });

// One client enumerates loan numbers, existing ones among others.
let answers = 0;
let next = 0;
const numbers = Array.from({ length: swept }, (_, i) =>
  i % 5 ? `SWEEP-${i}` : (loans[(i / 5) % loans.length]?.number ?? ''),
);
const walk = async (): Promise<void> => {
  for (let i = next++; i < numbers.length; i = next++) {
    const path = `/api/payments/loan/${encodeURIComponent(numbers[i] ?? '')}?path=reliance`;
    const answer = await fetch(server.url + path, { headers: { 'X-Requested-With': 'app' } });
    if (answer.status !== 429) answers += 1;
    await answer.arrayBuffer();
  }
};
await Promise.all(Array.from({ length: 50 }, walk));
report(`answers to a sweep of ${swept} loan numbers`, answers, { atMost: 30 });

await database.end();
await server.remove();
process.exit(0);
