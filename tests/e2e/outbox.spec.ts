/** Outbox in a real browser: frozen and crashed tabs, updates, full disks, other users, wrong clocks. */
import { type BrowserContext, type Page, expect, test } from '@playwright/test';
import { demoPassword } from '../../src/app/demo/accounts.ts';
import { queueText } from '../../src/text/en/queue.ts';
import {
  arrived,
  fillPromise,
  listen,
  onDisk,
  outcomeForm,
  outcomes,
  promise,
  said,
  someLoan,
  whenSealing,
} from './field.ts';
import { signIn, whenInstalled } from './people.ts';

test.use({ serviceWorkers: 'allow' });

const batch = '**/api/sync/batch';
const saved = 'Saved on this phone. It will be sent automatically.';
let made = 0;
const words = (what: string): string => `${what} ${Date.now()} ${++made}`;

/** Nothing is sent, like behind a selective firewall. */
const hold = (context: BrowserContext): Promise<unknown> => context.route(batch, (route) => route.abort());
const release = (context: BrowserContext): Promise<void> => context.unroute(batch);

/** Sends impatiently until this holds. */
async function sendUntil(page: Page, holds: () => Promise<void>): Promise<void> {
  await page.goto('/queue');
  await expect(async () => {
    const button = page.getByRole('button', { name: 'Send now' });
    // Retried entries are sent without it: the button may disappear between check and click.
    if (await button.isVisible()) await button.dispatchEvent('click', undefined, { timeout: 2000 });
    await holds();
  }).toPass();
}
const isEmpty = (page: Page): Promise<void> =>
  expect(page.getByText('Nothing is waiting.')).toBeVisible({ timeout: 5000 });

/** A sending tab that never gets a response. */
async function stuckTab(page: Page, loanId: number, comments: string): Promise<void> {
  await page.route(batch, () => new Promise(() => undefined));
  await promise(page, loanId, comments);
  await said(page, saved);
}

test('a frozen tab loses its lock to another', async ({ page, context }) => {
  await signIn(page, 'agent');
  const loanId = await someLoan(page.request, 5);
  const comments = words('frozen');
  await stuckTab(page, loanId, comments);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  const other = await context.newPage();
  await other.goto('/queue');
  await expect(other.getByRole('listitem')).toContainText('Sending');
  // Skips the 45 seconds without a heartbeat.
  const stale = { put: [{ lease: { holder: 'asleep', beat: Date.now() - 60_000 } }], key: 'meta' };
  await onDisk(other, 'meta', JSON.stringify(stale));
  await other.reload();
  await sendUntil(other, () => isEmpty(other));
  await devtools.send('Page.setWebLifecycleState', { state: 'active' });
  expect(await arrived(other.request, loanId, comments)).toBe(1);
});

test('what a crashed tab was sending is sent by the next', async ({ page, context }) => {
  await signIn(page, 'agent');
  const loanId = await someLoan(page.request, 6);
  const comments = words('crashed');
  await stuckTab(page, loanId, comments);
  const devtools = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  void devtools.send('Page.crash').catch(() => undefined);
  await crashed;
  const next = await context.newPage();
  await sendUntil(next, () => isEmpty(next));
  expect(await arrived(next.request, loanId, comments)).toBe(1);
  // Its author sees that and what arrived.
  await expect(next.getByRole('heading', { name: 'Sent today: 1' })).toBeVisible();
  await expect(next.getByRole('listitem').filter({ hasText: 'promised' })).toContainText('Sent');
});

/** The address of the version that serves this page. */
const activeWorker = (page: Page): Promise<string> =>
  page
    .evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.scriptURL ?? '')
    .catch(() => 'reloading');

test('a new version controls the page with a non-empty queue, and sends it', async ({ page, context }) => {
  await page.addInitScript(() => {
    const { serviceWorker } = navigator;
    const register = serviceWorker.register.bind(serviceWorker);
    serviceWorker.register = async (...asked) => {
      const done = await register(...asked);
      Object.assign(window, { hasAsked: true });
      return done;
    };
  });
  await signIn(page, 'agent');
  await whenInstalled(page);
  await hold(context);
  const loanId = await someLoan(page.request, 7);
  const comments = words('updated');
  await promise(page, loanId, comments);
  await said(page, saved);
  // The page checks for updates when idle: a later version would be newer.
  await expect.poll(() => page.evaluate(() => 'hasAsked' in window)).toBe(true);
  // Another address of the worker is another version of it.
  await page.evaluate(() => navigator.serviceWorker.register('/sw.js?next'));
  const waiting = (): Promise<string> =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.scriptURL ?? '');
  await expect.poll(waiting).toContain('next');
  await page.evaluate(() => Object.assign(window, { isOld: true }));
  await page.getByRole('button', { name: 'Update now' }).click();
  await expect.poll(() => activeWorker(page)).toMatch(/sw\.js\?/);
  // The page reloads at an arbitrary moment: an earlier navigation would be interrupted.
  const isOld = (): Promise<boolean> => page.evaluate(() => 'isOld' in window).catch(() => true);
  await expect.poll(isOld).toBe(false);
  await page.waitForLoadState();
  expect(await onDisk(page, 'items')).toHaveLength(1);
  await release(context);
  await sendUntil(page, () => isEmpty(page));
  expect(await arrived(page.request, loanId, comments)).toBe(1);
});

/**
 * A new version is pending, while requests or messages reach the previous worker continuously, for a time or forever.
 */
async function whileBusy(page: Page, what: 'requests' | 'messages', ms = Infinity): Promise<void> {
  await signIn(page, 'agent');
  await whenInstalled(page);
  await page.evaluate(() => navigator.serviceWorker.register('/sw.js?next'));
  const update = page.getByRole('button', { name: 'Update now' });
  await expect(update).toBeVisible();
  await page.evaluate(
    ([is, lasts]) => {
      const come: () => unknown =
        is === 'requests'
          ? () => fetch('/api/ping').catch(() => undefined)
          : () => navigator.serviceWorker.controller?.postMessage('busy');
      const end = Date.now() + lasts;
      const goOn = async (): Promise<void> => {
        while (Date.now() < end) {
          await come();
          await new Promise((done) => setTimeout(done));
        }
      };
      for (let i = 0; i < 4; i++) void goOn();
    },
    [what, ms] as const,
  );
  await update.click();
}

test('a new version controls the page under continuous requests', async ({ page }) => {
  await whileBusy(page, 'requests');
  await expect.poll(() => activeWorker(page)).toMatch(/sw\.js\?/);
});

// An event at the moment the browser stops a worker restarts it.
test('a new version controls the page although the previous worker was restarted', async ({ page }) => {
  await whileBusy(page, 'messages', 2000);
  await expect.poll(() => activeWorker(page)).toMatch(/sw\.js\?/);
});

/** A browser under test has in-memory databases without quota: the disk is full while this is set. */
const fillDisk = (page: Page, isFull: boolean): Promise<void> =>
  page.evaluate((full) => {
    const proto = IDBObjectStore.prototype as IDBObjectStore & { honest?: IDBObjectStore['put'] };
    const honest = (proto.honest ??= proto.put);
    proto.put = full
      ? () => {
          throw new DOMException('The disk is full', 'QuotaExceededError');
        }
      : honest;
  }, isFull);

test('a full offline phone leaves the form open with the reason; online the entry is sent', async ({
  page,
  context,
}) => {
  await signIn(page, 'agent');
  const loanId = await someLoan(page.request, 8);
  const comments = words('full');
  await page.goto(`/view-borrower?id=${loanId}`);
  await expect(page.getByRole('button', { name: 'Add PTP' })).toBeVisible();
  await fillDisk(page, true);
  const form = await fillPromise(page, loanId, comments);
  const save = form.getByRole('button', { name: 'Save', exact: true });
  // The page itself has loaded: the agency's server alone is out of reach.
  await context.route('**/api/**', (route) => route.abort());
  await save.click();
  await expect(
    form.getByText('Not saved: phone storage is full. Free some space and tap Save again.'),
  ).toBeVisible();
  await expect(form.getByLabel('Comments')).toHaveValue(comments);
  // The disk is still full: nothing has to be stored for what can be sent.
  await context.unroute('**/api/**');
  await save.click();
  await expect(form).toBeHidden();
  expect(await arrived(page.request, loanId, comments)).toBe(1);
});

test('sign-out leaves encrypted entries, invisible to other users and unsent', async ({ page, context }) => {
  await signIn(page, 'agent');
  await whenSealing(page);
  await hold(context);
  const loanId = await someLoan(page.request, 9);
  const comments = words('mine');
  await promise(page, loanId, comments);
  await said(page, saved);
  expect(JSON.stringify(await onDisk(page, 'items'))).not.toContain(comments);
  await page.goto('/queue');
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByText('Sign out', { exact: true }).click();
  const question = page.getByRole('dialog', { name: '1 entry is not sent yet' });
  for (const name of ['Send now', 'Sign out, keep them locked here', 'Stay'])
    await expect(question.getByRole('button', { name })).toBeVisible();
  await question.getByRole('button', { name: 'Sign out, keep them locked here' }).click();
  await expect(page).toHaveURL(/login/);
  const [left] = await onDisk<{ sealed?: object; preview?: object; input?: object }>(page, 'items');
  expect([Boolean(left?.sealed), left?.preview, left?.input]).toEqual([true, undefined, undefined]);
  await release(context);

  await signIn(page, 'agent2');
  await page.goto('/queue');
  await expect(page.getByText('1 entry by another user is waiting on this phone.')).toBeVisible();
  await context.clearCookies();
  await page.goto('/login');
  await signIn(page, 'agent');
  await sendUntil(page, () => isEmpty(page));
  await expect.poll(() => arrived(page.request, loanId, comments)).toBe(1);
});

test("an entry's result is shown with its borrower, also without its content", async ({ page, context }) => {
  await signIn(page, 'agent');
  await whenSealing(page);
  await hold(context);
  const loanId = await someLoan(page.request, 0, true);
  await promise(page, loanId, words('noted'));
  await said(page, saved);
  await page.goto('/queue');
  const says = (await page.getByRole('listitem').locator('strong').textContent()) ?? '';
  expect(says).toContain('promised');
  await release(context);
  await sendUntil(page, () => isEmpty(page));
  const note = page.getByRole('listitem').filter({ hasText: 'This borrower must not be called any more.' });
  await expect(note).toContainText(says);
  // Like the previous version: without a readable copy.
  await onDisk(page, 'receipts', JSON.stringify({ put: [{ preview: null }] }));
  await page.reload();
  await expect(note).not.toContainText(says);
  await note.getByRole('link', { name: 'Open borrower' }).click();
  await expect(page).toHaveURL(new RegExp(`view-borrower\\?id=${loanId}$`));
});

/** A PTP form with stored draft. */
async function typing(page: Page, loanId: number, comments: string) {
  await page.goto(`/view-borrower?id=${loanId}`);
  await page.getByRole('button', { name: 'Add PTP' }).click();
  const field = page.getByRole('dialog').getByLabel('Comments');
  await field.fill(comments);
  await expect.poll(async () => (await onDisk(page, 'drafts')).length).toBe(1);
  return field;
}

test('a draft survives a reload and the session expiry, and is deleted when discarded', async ({
  page,
  context,
}) => {
  await signIn(page, 'agent');
  const loanId = await someLoan(page.request, 12);
  const comments = words('typed');
  const field = await typing(page, loanId, comments);
  expect(JSON.stringify(await onDisk(page, 'drafts'))).not.toContain(comments);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(field).toHaveValue(comments);
  await expect(page.getByText('What you typed before is here again.')).toBeVisible();

  await context.clearCookies();
  await page.getByRole('dialog').getByLabel('PTP Amount').fill('1500');
  await page.goto(`/view-borrower?id=${loanId}&add=ptp`);
  await expect(page).toHaveURL(/login/);
  await page.getByLabel('Username').fill('agent@recoup.test');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(field).toHaveValue(comments);

  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect.poll(() => onDisk(page, 'drafts')).toEqual([]);
});

test('unsent entries cleared by the browser are reported to their author', async ({ page, context }) => {
  await signIn(page, 'agent');
  await hold(context);
  const loanId = await someLoan(page.request, 13);
  for (let i = 0; i < 2; i++) {
    await promise(page, loanId, words('cleared'));
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  const noted = () => page.evaluate(() => localStorage.getItem('recoup-unsent'));
  await expect.poll(noted).toContain('"count":2');
  // Browser behaviour on a full disk; local storage is separate.
  const devtools = await context.newCDPSession(page);
  await page.goto('/favicon.svg');
  const { origin } = new URL(page.url());
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
  await page.goto('/queue');
  await expect(page.getByText(/2 entries you wrote since \d\d:\d\d never arrived/)).toBeVisible();
  await page.reload();
  await expect(page.getByText('2 entries need you')).toBeVisible();
  await page.getByRole('button', { name: 'Understood' }).click();
  await expect(page.getByText(/never arrived/)).toBeHidden();
});

test('a session expiring midway leaves the remainder to the author', async ({ page, context }) => {
  await signIn(page, 'agent');
  await hold(context);
  const loanId = await someLoan(page.request, 10);
  const all = Array.from({ length: 4 }, () => words('half'));
  for (const comments of all) {
    await promise(page, loanId, comments);
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  // Two of them succeed, from any sender and in any batches; the others only after the session expired.
  const through = new Set<string>();
  let isOver = false;
  await context.route(batch, async (route) => {
    if (isOver) return route.continue();
    const body = route.request().postDataJSON() as { items: { key: string }[] };
    const items = body.items.filter(({ key }) => through.has(key) || (through.size < 2 && through.add(key)));
    if (items.length === 0) return route.abort();
    await route.fulfill({ response: await route.fetch({ postData: { ...body, items } }) });
  });
  await sendUntil(page, async () => expect(await onDisk(page, 'items')).toHaveLength(2));
  await listen(page);
  // The phone processed both: two remain, whichever request detects the expiry.
  await context.clearCookies();
  isOver = true;
  const button = page.getByRole('button', { name: 'Send now' });
  // It disappears with its page where a read detects the expiry first.
  await button.dispatchEvent('click', undefined, { timeout: 2000 }).catch(() => undefined);
  await said(page, '2 entries are safe on this phone. Sign in to send them.');
  await expect(page).toHaveURL(/login/);
  await signIn(page, 'agent');
  await sendUntil(page, () => isEmpty(page));
  for (const comments of all) expect(await arrived(page.request, loanId, comments)).toBe(1);
});

test.describe('without the worker, which would go by the right clock', () => {
  test.use({ serviceWorkers: 'block' });
  test('one damaged record is shown and blocks nothing; a clock one day fast changes no date', async ({
    page,
    context,
  }) => {
    await context.addInitScript(() => {
      const ahead = 24 * 3_600_000;
      const real = Date.now.bind(Date);
      Date.now = () => real() + ahead;
      window.Date = new Proxy(Date, {
        construct: (date, given) => Reflect.construct(date, given.length ? given : [Date.now()]) as Date,
      });
    });
    await signIn(page, 'agent');
    await hold(context);
    const loanId = await someLoan(page.request, 11);
    const comments = words('clock');
    await promise(page, loanId, comments);
    await said(page, saved);
    const damaged = { id: 'damaged', seq: 0.5, state: 'odd', sealed: null, preview: null };
    await onDisk(page, 'items', JSON.stringify({ put: [damaged] }));
    await release(context);
    await sendUntil(page, async () => expect(await arrived(page.request, loanId, comments)).toBe(1));
    const broken = page.getByRole('listitem').filter({ hasText: 'This entry is damaged on this phone' });
    await expect(broken).toBeVisible();
    await expect(page.getByText('1 entry needs you')).toBeVisible();
    await broken.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('Written again');
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await isEmpty(page);
    await expect(page.getByText('1 entry needs you')).toBeHidden();
    const [row] = await outcomes(page.request, loanId, comments);
    expect(Date.parse(row?.createdAt ?? '')).toBeLessThanOrEqual(Date.now() + 60_000);
  });
});

/** In the page: simulates a browser that silently loses its databases. */
const keepConnections = (): void => {
  const { transaction } = IDBDatabase.prototype;
  const held = new Set<IDBDatabase>();
  const state = { isGone: false };
  IDBDatabase.prototype.transaction = function (...of): IDBTransaction {
    if (state.isGone) throw new DOMException('The database connection is closing.', 'InvalidStateError');
    held.add(this);
    return transaction.apply(this, of);
  };
  Object.assign(window, {
    loseDatabases: (isForGood: boolean) => {
      held.forEach((db) => db.close());
      state.isGone = isForGood;
    },
  });
};
const loseDatabases = (page: Page, isForGood: boolean): Promise<void> =>
  page.evaluate(
    (forGood) => (window as unknown as { loseDatabases(forGood: boolean): void }).loseDatabases(forGood),
    isForGood,
  );

test('a lost database is reopened for the entry, and bypassed when deleted', async ({ page, context }) => {
  await page.addInitScript(keepConnections);
  await signIn(page, 'agent10');
  const loanId = await someLoan(page.request, 3);
  const typed = async (comments: string): Promise<void> => {
    await page.getByRole('button', { name: 'Add Follow Up' }).click();
    const form = outcomeForm(page);
    await form.getByRole('button', { name: 'Call Back Requested', exact: true }).click();
    await form.getByRole('button', { name: '+3 days', exact: true }).click();
    await form.getByLabel('Comments').fill(comments);
  };
  const save = (): Promise<void> =>
    outcomeForm(page).getByRole('button', { name: 'Save', exact: true }).click();
  const stamp = `lost ${Date.now()}`;
  await page.goto(`/view-borrower?id=${loanId}`);

  await typed(`${stamp} once`);
  await loseDatabases(page, false);
  await save();
  await expect(outcomeForm(page)).toBeHidden();
  await expect.poll(() => arrived(page.request, loanId, `${stamp} once`)).toBe(1);

  await typed(`${stamp} for good`);
  await loseDatabases(page, true);
  await context.setOffline(true);
  await save();
  await expect(page.getByText(queueText.notSaved)).toBeVisible();
  await expect(outcomeForm(page).getByLabel('Comments')).toHaveValue(`${stamp} for good`);
  await context.setOffline(false);
  await expect(page.getByText('Offline')).toHaveCount(0);
  await save();
  await expect(outcomeForm(page)).toBeHidden();
  expect(await arrived(page.request, loanId, `${stamp} for good`)).toBe(1);
});
