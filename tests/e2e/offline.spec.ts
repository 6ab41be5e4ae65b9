/** Working without a network: document 1's agent in a village, with a phone, a dead server and two tabs. */
import { type Page, expect, test } from '@playwright/test';
import { dashboardText } from '../../src/contexts/reporting/text/en/dashboard.ts';
import { queueText } from '../../src/text/en/queue.ts';
import { appText } from '../../src/text/en/app.ts';
import { teamDashboardText } from '../../src/contexts/reporting/text/en/team-dashboard.ts';
import { kitText } from '../../src/text/en/kit.ts';
import { arrived, atWork, listen, onDisk, promise, said, someLoan } from './field.ts';
import { complaints, reopened, signIn, whenInstalled } from './people.ts';
import { openWire } from './proxy.ts';
import { wideAs } from './sight.ts';

test.use({ serviceWorkers: 'allow' });

const saved = 'Saved on this phone. It will be sent automatically.';
const accepted = 'Disposition added successfully';

/** Simulates an entry of a version with a form bug: the server rejects it. */
async function spoilQueue(loanId: number): Promise<void> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('recoup-outbox');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(new Error('closed'));
  });
  const items = db.transaction('items', 'readwrite').objectStore('items');
  await new Promise<void>((resolve) => {
    items.openCursor().onsuccess = ({ target }) => {
      const { result } = target as IDBRequest<IDBCursorWithValue | null>;
      if (!result) return resolve();
      const { sealed: _, preview: __, bodyHash: ___, ...item } = result.value as Record<string, unknown>;
      const input = { loanId, dispositionId: 1, amount: -5, comments: 'refused' };
      result.update({ ...item, input, says: 'Promise of an older version' });
      result.continue();
    };
  });
  db.close();
}

const queue = (page: Page) => page.locator('main').getByRole('listitem');

test('an offline PTP survives a reload and arrives once', async ({ page, context }) => {
  const heard = await complaints(context);
  await atWork(page);
  const loanId = await someLoan(page.request);
  await context.setOffline(true);
  await page.goto('/borrowers');
  await expect(page.getByText(/As of/).first()).toBeVisible();
  // Never opened before: only in the list.
  await page.goto(`/view-borrower?id=${loanId}`);
  await promise(page, loanId, 'from the field');
  await said(page, saved);
  // After a navigation older versions of Chromium report an emulated offline state as a weak network.
  await expect(page.getByText(/^(Offline|No connection to Recoup: .*) · 1 waiting$/)).toBeVisible();
  await page.reload();
  await expect(page.getByText('Waiting', { exact: true })).toBeVisible();
  await page.goto('/queue');
  await expect(queue(page)).toHaveCount(1);
  await listen(page);
  await context.setOffline(false);
  await said(page, accepted);
  await expect(page.getByText('Nothing is waiting.')).toBeVisible();
  await expect(page.getByText(/All sent \d\d:\d\d/)).toBeVisible();
  // Sent entries remain readable today, with their label and a link to the borrower, also after a reload.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sent today: 1' })).toBeVisible();
  const sent = queue(page).filter({ hasText: 'promised' });
  await expect(sent).toContainText(/Sent \d\d:\d\d/);
  await expect(sent.getByRole('link', { name: 'Open borrower' })).toHaveAttribute(
    'href',
    `/view-borrower?id=${loanId}`,
  );
  expect(await arrived(page.request, loanId, 'from the field')).toBe(1);
  expect(heard.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});

test('two tabs send the queue once and in order', async ({ page, context }) => {
  await atWork(page);
  const loanId = await someLoan(page.request, 1);
  const second = await context.newPage();
  await second.goto(`/view-borrower?id=${loanId}`);
  await context.setOffline(true);
  await page.bringToFront();
  await page.goto(`/view-borrower?id=${loanId}`);
  await promise(page, loanId, 'first');
  await said(page, saved);
  await second.bringToFront();
  await promise(second, loanId, 'second');
  await expect(second.getByText('Offline · 2 waiting')).toBeVisible();
  const posts: number[][] = [];
  context.on('request', (request) => {
    if (!request.url().endsWith('/sync/batch')) return;
    posts.push((request.postDataJSON() as { items: { seq: number }[] }).items.map(({ seq }) => seq));
  });
  await context.setOffline(false);
  await expect(second.getByText(/All sent/)).toBeVisible();
  expect(await arrived(page.request, loanId, 'first')).toBe(1);
  expect(await arrived(page.request, loanId, 'second')).toBe(1);
  expect(posts.flat()).toEqual([1, 2]);
});

test('a lost response changes nothing: the entry is resent and applied once', async ({ page, context }) => {
  await atWork(page);
  const loanId = await someLoan(page.request, 2);
  let sent = 0;
  // Of the context: the worker may send it as well as the page.
  await context.route('**/api/sync/batch', async (route) => {
    sent++;
    if (sent > 2) return route.continue();
    await route.fetch();
    await route.abort();
  });
  const comments = `answer lost ${Date.now()}`;
  await promise(page, loanId, comments);
  await said(page, saved);
  await page.goto('/queue');
  // It is retried automatically, with increasing delays.
  await expect(page.getByText('Nothing is waiting.')).toBeVisible();
  expect(sent).toBeGreaterThan(2);
  expect(await arrived(page.request, loanId, comments)).toBe(1);
});

test('a rejection remains with its reason until discarded', async ({ page, context }) => {
  await atWork(page);
  const loanId = await someLoan(page.request, 4);
  await context.setOffline(true);
  await page.goto(`/view-borrower?id=${loanId}`);
  await promise(page, loanId, 'refused');
  await said(page, saved);
  await page.evaluate(spoilQueue, loanId);
  await page.goto('/queue');
  await context.setOffline(false);
  await expect(page.getByText('Some fields need another look.')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog.getByText('Reason is required')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Wrong borrower');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('Nothing is waiting.')).toBeVisible();
});

test('what was sent to a team leader is no difference between phone and server', async ({
  page,
  context,
}) => {
  await atWork(page);
  const loanId = await someLoan(page.request, 16);
  const arrives = async (comments: string): Promise<void> => {
    await promise(page, loanId, comments);
    await expect.poll(() => arrived(page.request, loanId, comments)).toBe(1);
  };
  /** Last compared entry of both sides, and whether they agreed. */
  const compared = async () => {
    const [meta] = await onDisk<{ agreed?: Record<number, number>; alarm?: object }>(page, 'meta');
    return [Object.values(meta?.agreed ?? {}), meta?.alarm];
  };
  await arrives(`before it ${Date.now()}`);
  await expect.poll(compared).toEqual([[1], undefined]);
  await context.setOffline(true);
  await promise(page, loanId, 'handed over');
  await said(page, saved);
  await page.evaluate(spoilQueue, loanId);
  await page.goto('/queue');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Send to team leader' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send to team leader' }).click();
  await expect(page.getByText('Nothing is waiting.')).toBeVisible();
  await arrives(`after it ${Date.now()}`);
  await expect.poll(compared).toEqual([[3], undefined]);
  await page.goto('/queue');
  await expect(page.getByText('Nothing is waiting.')).toBeVisible();
  await expect(page.getByText('this phone counts')).toBeHidden();
});

test('a hanging network delays no user: the phone shows cached data', async ({ browser, baseURL }) => {
  const wire = await openWire(Number(new URL(baseURL ?? '').port));
  const context = await browser.newContext({ baseURL: wire.url });
  try {
    const page = await context.newPage();
    await atWork(page);
    await page.goto('/borrowers');
    await expect(page.locator('main a[href*="view-borrower"]').first()).toBeVisible();
    wire.hang('GET /api/loans');
    await page.reload();
    await expect(page.getByText(/As of/).first()).toBeVisible();
    await expect(page.locator('main a[href*="view-borrower"]').first()).toBeVisible();
  } finally {
    await context.close();
    await wire.close();
  }
});

test('proxy and captive portal responses are treated as offline: cached borrowers open, and the pill shows why', async ({
  browser,
  baseURL,
}) => {
  const wire = await openWire(Number(new URL(baseURL ?? '').port));
  const context = await browser.newContext({ baseURL: wire.url });
  const borrower = (page: Page) => page.locator('main a[href*="view-borrower"]').first();
  try {
    const page = await context.newPage();
    await atWork(page);
    await expect(page.getByRole('button', { name: /Dialer/u })).toBeVisible();
    wire.answerAll(502, '<html><h1>502 Bad Gateway</h1></html>');
    await page.getByRole('link', { name: 'Borrowers' }).first().click();
    await expect(page.getByText(queueText.absence.server)).toBeVisible();
    expect(await wideAs(page)).toBe(0);
    // A new start: the key of the loans is in no memory any more.
    const later = await reopened(context, page, '/borrowers');
    const locked = later.getByRole('dialog', { name: 'Locked for privacy' });
    await locked.getByLabel('PIN, 6 digits').fill('481516');
    await expect(borrower(later)).toBeVisible();
    await expect(later.getByText(queueText.absence.server)).toBeVisible();
    wire.answerAll(200, '<h1>WiFi login</h1>');
    await later.goto('/home');
    await expect(later.getByText(queueText.absence.portal)).toBeVisible();
    await later.goto('/borrowers');
    await expect(borrower(later)).toBeVisible();
    // Silence: nothing is answered at all.
    wire.answerAll(undefined);
    wire.hang('GET /api');
    await later.reload();
    await expect(borrower(later)).toBeVisible();
    await expect(later.getByText(queueText.absence.server)).toBeVisible();
    wire.release();
    await expect(later.getByText(queueText.absence.server)).toBeHidden();
    await expect(borrower(later)).toBeVisible();
  } finally {
    await context.close();
    await wire.close();
  }
});

test('an uncached dashboard shows one notice, without one per card', async ({ page, context }) => {
  await atWork(page);
  await context.setOffline(true);
  await page.goto('/dashboard');
  await expect(page.getByText(dashboardText.away)).toHaveCount(1);
  await expect(page.getByText(kitText.offlineEmpty)).toHaveCount(0);
  const cards = page.getByRole('region', { name: dashboardText.cards.settlements });
  await expect(cards.getByText('–', { exact: true })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(dashboardText.away)).toHaveCount(0);
  await expect(cards.getByText('–', { exact: true })).toHaveCount(0);
});

test('uncached figures of a leader show a notice instead of loading forever', async ({ page, context }) => {
  await signIn(page, 'lead');
  await whenInstalled(page);
  await context.setOffline(true);
  await page.goto('/home');
  const open = page.getByRole('link', { name: appText.toDecide });
  await expect(open).toContainText('–');
  await expect(open).toContainText(kitText.notOffline);
  const agents = page.getByRole('region', { name: teamDashboardText.agentsMonth });
  await expect(agents).toContainText(kitText.notOffline);
  await context.setOffline(false);
  await expect(open).not.toContainText(/[–…]/);
});
