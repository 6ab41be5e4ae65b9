/** Phone side of the outbox: saving with a thousand queued entries, and sending five hundred on a slow network. */
import type { BrowserContext, Page } from 'playwright';
import { onDisk, promise, someLoan, whenSealing } from '../e2e/field.ts';
import { signIn, whenInstalled } from '../e2e/people.ts';
import { startServer } from '../e2e/server.ts';
import { openBrowser, slow } from './browser.ts';
import { median, report } from './kit.ts';

const waiting = 1000;
const sent = 500;
const roundTrip = 150;
const tries = 5;
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const browser = await openBrowser();
const server = await startServer({ env: { DEMO_LOANS: '3000' } });

async function agent(account: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ ...phone, baseURL: server.url });
  const page = await context.newPage();
  await signIn(page, account);
  await whenInstalled(page);
  await whenSealing(page);
  return { context, page };
}

/** Milliseconds from clicking Save to the confirmation, measured in the page. */
async function saving(page: Page, press: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const mark = window as unknown as { took: Promise<number> };
    mark.took = new Promise((resolve) => {
      let start = 0;
      document.addEventListener('submit', () => (start = performance.now()), { capture: true, once: true });
      const look = new MutationObserver(() => {
        if (!start || !document.body.textContent.includes('Saved on this phone')) return;
        look.disconnect();
        resolve(performance.now() - start);
      });
      look.observe(document.body, { childList: true, subtree: true, characterData: true });
    });
  });
  await press();
  const took = await page.evaluate(() => (window as unknown as { took: Promise<number> }).took);
  await page.getByText('Saved on this phone').waitFor({ state: 'hidden' });
  return took;
}

async function savingBench(): Promise<void> {
  const { context, page } = await agent('agent');
  const loanId = await someLoan(page.request);
  await page.goto(`/view-borrower?id=${loanId}`);
  // The form and its options are cached before going offline.
  await context.route('**/api/sync/batch', (route) => route.abort());
  await promise(page, loanId, 'first');
  await page.getByText('Saved on this phone').waitFor();
  const put = Array.from({ length: waiting }, (_, i) => ({
    id: crypto.randomUUID(),
    seq: i + 10,
    lane: `loan:${i % 100}`,
  }));
  await onDisk(page, 'items', JSON.stringify({ put }));
  await page.reload();
  await page.getByRole('button', { name: 'Add PTP' }).waitFor();
  await page.getByText(/\d+ waiting/).waitFor();
  await context.setOffline(true);
  await page.getByText(/Offline · \d+ waiting/).waitFor();
  await slow(context, page);
  const took: number[] = [];
  for (let i = 0; i < tries; i += 1)
    took.push(await saving(page, () => promise(page, loanId, `another ${i}`)));
  report(`saved on the phone, ${waiting} waiting`, median(took), { unit: 'ms', atMost: 50 });
  await context.close();
}

/** What leaves for the server, pings and comparisons counted. */
function counted(page: Page): { trips: () => number } {
  let trips = 0;
  page.on('request', (request) => {
    if (/\/api\/(sync|ping)/.test(request.url())) trips += 1;
  });
  return { trips: () => trips };
}

async function sendingBench(): Promise<void> {
  const { context, page } = await agent('agent2');
  await context.route('**/api/sync/batch', (route) => route.abort());
  const loanId = await someLoan(page.request);
  await promise(page, loanId, 'first');
  await page.getByText('Saved on this phone').waitFor();
  const answer = await page.request.get('/api/loans?size=100', { headers: { 'X-Requested-With': 'app' } });
  const { rows } = (await answer.json()) as { rows: { id: number }[] };
  const chosen = await page.request.get('/api/options/dispositions', {
    headers: { 'X-Requested-With': 'app' },
  });
  const kinds = ((await chosen.json()) as { rows: { id: number; name: string }[] }).rows;
  const subDispositionId = kinds.find(({ name }) => name === 'After Salary')?.id;
  const input = (i: number) => ({
    loanId: rows[i % rows.length]?.id,
    comments: `entry ${i}`,
    dispositionId: 1,
  });
  const put = Array.from({ length: sent }, (_, i) => ({
    id: crypto.randomUUID(),
    seq: i + 10,
    lane: `loan:${input(i).loanId}`,
    says: `entry ${i}`,
    sealed: null,
    preview: null,
    bodyHash: null,
    state: 'queued',
    attempts: 0,
    dispatchedAt: null,
    input: { ...input(i), ...plain, subDispositionId },
  }));
  await onDisk(page, 'items', JSON.stringify({ put }));
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  const line = { offline: false, latency: roundTrip, downloadThroughput: -1, uploadThroughput: -1 };
  await page.goto('/queue');
  await page.getByRole('button', { name: 'Send now' }).waitFor();
  await devtools.send('Network.emulateNetworkConditions', line);
  await context.unroute('**/api/sync/batch');
  const { trips } = counted(page);
  const start = performance.now();
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByText('Nothing is waiting.').waitFor({ timeout: 60_000 });
  report(`${sent} entries sent at ${roundTrip} ms round trips`, performance.now() - start, {
    unit: 'ms',
    atMost: 4000,
  });
  report('round trips', trips(), { atMost: 6 });
  await context.close();
}
const day = (ahead: number): string => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
const plain = { amount: 1000, ptpDate: day(2), followUpDate: `${day(2)}T05:00:00.000Z` };

await savingBench();
await sendingBench();
await browser.close();
await server.remove();
process.exit(0);
