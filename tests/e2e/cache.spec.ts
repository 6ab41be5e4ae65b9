/** Cached loans of a phone: under a PIN, for one user, for three days, and not after signing out. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type BrowserContext, type Page, chromium, expect, test } from '@playwright/test';
import { listen, onDisk, promise, said, someLoan, whenSealing } from './field.ts';
import { launch } from './launch.ts';
import { reopened, setPin, signIn, whenInstalled } from './people.ts';

test.use({ serviceWorkers: 'allow' });

const pin = '481516';
const locked = (page: Page) => page.getByRole('dialog', { name: 'Locked for privacy' });
const borrowers = (page: Page) => page.locator('main a[href*="view-borrower"]');
const databases = (page: Page): Promise<(string | undefined)[]> =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));

async function atWork(page: Page, account: string): Promise<void> {
  await signIn(page, account);
  await whenInstalled(page);
  await setPin(page, pin);
}

test('the PIN opens the cache offline; wrong ones are numbered and throttled', async ({ page, context }) => {
  await atWork(page, 'agent6');
  await context.setOffline(true);
  const later = await reopened(context, page, '/borrowers');
  await expect(locked(later)).toBeVisible();
  await expect(borrowers(later)).toHaveCount(0);
  for (const [wrong, left] of [
    ['111222', 9],
    ['222333', 8],
  ] as const) {
    await locked(later).getByLabel('PIN, 6 digits').fill(wrong);
    await expect(later.getByText(`Wrong PIN. ${left} tries are left.`)).toBeVisible();
  }
  await locked(later).getByLabel('PIN, 6 digits').fill(pin);
  await expect(locked(later)).toBeHidden();
  await expect(later.getByText(/^As of \d\d-\d\d-\d{4} \d\d:\d\d$/)).toBeVisible();
  await expect(borrowers(later).first()).toBeVisible();
  // A reload is not a new start: the worker still has the key.
  await later.reload();
  await expect(borrowers(later).first()).toBeVisible();
  await later.goto('/home');
  await expect(later.getByRole('heading', { name: 'Today' })).toBeVisible();
});

test('the PIN screen closes once a slow server has answered', async ({ page, context }) => {
  await atWork(page, 'agent4');
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await context.route('**/api/**', async (route) => {
    await held;
    await route.continue();
  });
  const later = await reopened(context, page, '/borrowers');
  await expect(locked(later)).toBeVisible();
  answer();
  await expect(locked(later)).toBeHidden();
  await expect(borrowers(later).first()).toBeVisible();
  // It is what the server answered, not what the phone has.
  await expect(later.getByText(/^As of \d\d-/)).toHaveCount(0);
});

test('nothing about borrowers is readable on the disk', async ({ page }) => {
  await atWork(page, 'agent7');
  await page.goto('/borrowers');
  const name = (await borrowers(page).first().textContent()) ?? '';
  expect(name.length).toBeGreaterThan(3);
  const text = await page.evaluate(async () => {
    const found: string[] = [];
    for (const { name: database } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(database ?? '');
        opening.onsuccess = () => resolve(opening.result);
      });
      for (const store of db.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve) => {
          const reading = db.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => resolve(reading.result as unknown[]);
        });
        found.push(
          JSON.stringify(rows, (_, value: unknown) => (value instanceof ArrayBuffer ? 'sealed' : value)),
        );
      }
      db.close();
    }
    return found.join() + JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]);
  });
  expect(text).toContain('sealed');
  expect(text).not.toContain(name);
  expect(text).not.toContain('XXXXXX');
});

test('three days without the server lock it; the server opens it again', async ({ page, context }) => {
  await atWork(page, 'agent8');
  await context.setOffline(true);
  const later = await context.newPage();
  await later.clock.install({ time: Date.now() + 73 * 3_600_000 });
  await page.close();
  await later.goto('/borrowers');
  await expect(
    later.getByText('For privacy, offline data has been locked. Connect to continue.'),
  ).toBeVisible();
  await expect(borrowers(later)).toHaveCount(0);
  await context.setOffline(false);
  await expect(async () => {
    await later.clock.runFor(40_000);
    await expect(borrowers(later).first()).toBeVisible({ timeout: 10_000 });
  }).toPass();
});

test('signing out without a network leaves nothing but unsent work, and the next user finds nothing', async ({
  page,
  context,
}) => {
  await atWork(page, 'agent9');
  await page.goto('/borrowers');
  await borrowers(page).first().click();
  await expect(page.getByRole('button', { name: 'Add Follow Up' })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Add Follow Up' }).tap();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Call Back Requested', exact: true }).tap();
  await form.getByRole('button', { name: '+3 days', exact: true }).tap();
  await listen(page);
  await form.getByRole('button', { name: 'Save', exact: true }).tap();
  await said(page, 'Saved on this phone. It will be sent automatically.');
  await page.getByRole('button', { name: 'User menu' }).tap();
  await page.getByRole('button', { name: 'Sign out' }).tap();
  await page.getByRole('button', { name: 'Sign out, keep them locked here' }).tap();
  await expect(page).toHaveURL('/login');
  expect((await databases(page)).filter((name) => /cache|keys/.test(name ?? ''))).toEqual([]);
  expect(await databases(page)).toContain('recoup-outbox');
  await context.setOffline(false);
  // The previous session is closed before anything is shown.
  await page.goto('/borrowers');
  await expect(page).toHaveURL('/login');
  await signIn(page, 'agent10');
  await page.goto('/queue');
  await expect(page.getByText('1 entry by another user is waiting on this phone.')).toBeVisible();
});

test('five idle minutes lock a tab, also across a reload; another tab has a separate timer', async ({
  page,
  context,
}) => {
  await page.clock.install();
  await atWork(page, 'agent11');
  await page.goto('/borrowers');
  await expect(borrowers(page).first()).toBeVisible();
  const second = await context.newPage();
  await second.clock.install();
  await second.goto('/borrowers');
  await expect(borrowers(second).first()).toBeVisible();
  await context.setOffline(true);
  // The second tab uses the first one's key from the worker: no PIN prompt.
  await second.reload();
  await expect(borrowers(second).first()).toBeVisible();
  await page.bringToFront();
  await page.keyboard.press('Shift');
  await page.clock.runFor(4 * 60_000);
  await expect(locked(page)).toBeHidden();
  await page.clock.runFor(90_000);
  await expect(locked(page)).toBeVisible();
  await page.reload();
  await expect(locked(page)).toBeVisible();
  await expect(borrowers(page)).toHaveCount(0);
  await locked(page).getByLabel('PIN, 6 digits').fill(pin);
  await expect(borrowers(page).first()).toBeVisible();
});

test('queued entries are encrypted under the PIN, on the disk and on the page', async ({ page, context }) => {
  await atWork(page, 'agent12');
  await whenSealing(page);
  const loanId = await someLoan(page.request, 3);
  await context.route('**/api/sync/batch', (route) => route.abort());
  const comments = `under the PIN ${Date.now()}`;
  await promise(page, loanId, comments);
  await said(page, 'Saved on this phone. It will be sent automatically.');
  await page.goto('/queue');
  const entry = (on: Page) => on.getByRole('main').getByRole('listitem');
  const says = (await entry(page).locator('strong').textContent()) ?? '';
  expect(says).toContain('promised');
  const [kept] = await onDisk<{ preview?: { isUnderPin?: boolean } }>(page, 'items');
  expect(kept?.preview?.isUnderPin).toBe(true);

  await context.setOffline(true);
  const later = await reopened(context, page, '/queue');
  await expect(locked(later)).toBeVisible();
  await expect(entry(later)).toContainText('Your PIN shows what you wrote.');
  expect(await later.content()).not.toContain(says);
  await locked(later).getByLabel('PIN, 6 digits').fill(pin);
  await expect(entry(later)).toContainText(says);

  // Online nothing else prompts for it.
  await context.setOffline(false);
  const last = await reopened(context, later, '/queue');
  await last.getByRole('button', { name: 'Enter PIN to read them' }).click();
  await locked(last).getByLabel('PIN, 6 digits').fill(pin);
  await expect(entry(last)).toContainText(says);
  await expect(last.getByRole('button', { name: 'Enter PIN to read them' })).toBeHidden();
});

test('unencrypted entries are not shown before the PIN either', async ({ page, context }) => {
  await context.route(/\/api\/sync\/(key|batch)$/, (route) => route.abort());
  await atWork(page, 'agent12');
  await promise(page, await someLoan(page.request, 4), 'not sealed');
  await said(page, 'Saved on this phone. It will be sent automatically.');
  const [kept] = await onDisk<{ sealed?: object; preview?: object }>(page, 'items');
  expect([kept?.sealed, Boolean(kept?.preview)]).toEqual([undefined, true]);
  await context.setOffline(true);
  const later = await reopened(context, page, '/queue');
  const entry = later.getByRole('main').getByRole('listitem');
  await expect(entry).toContainText('Your PIN shows what you wrote.');
  await locked(later).getByLabel('PIN, 6 digits').fill(pin);
  await expect(entry).toContainText('promised');
});

/** Kills the browser like a phone does: nothing is closed or saved. */
async function kill(context: BrowserContext, profile: string): Promise<void> {
  const gone = context.waitForEvent('close');
  // The oldest process with the profile is the browser, except for a launcher script; its children exit with it.
  const named = `^[^ ]*chrom[^ ]* .*user-data-dir=${profile}`;
  const browser = execFileSync('pgrep', ['-o', '-f', named], { encoding: 'utf8' });
  process.kill(Number(browser), 'SIGKILL');
  await gone;
  fs.rmSync(path.join(profile, 'SingletonLock'), { force: true });
}

test('a phone killed right after choosing a PIN requires it, and retains borrowers and drafts', async ({
  baseURL,
}) => {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'recoup-phone-'));
  const open = () =>
    chromium.launchPersistentContext(profile, { ...launch, baseURL, viewport: { width: 390, height: 844 } });
  let context = await open();
  try {
    const page = await context.newPage();
    await atWork(page, 'agent5');
    const form = `/view-borrower?id=${await someLoan(page.request, 5)}&add=ptp`;
    const comments = (on: Page) => on.getByRole('dialog').getByLabel('Comments');
    await page.goto(form);
    await comments(page).fill('after the harvest');
    await expect.poll(async () => (await onDisk(page, 'drafts')).length).toBe(1);
    await kill(context, profile);
    context = await open();
    await context.setOffline(true);
    const later = await context.newPage();
    await later.goto('/borrowers');
    await expect(locked(later)).toBeVisible();
    await locked(later).getByLabel('PIN, 6 digits').fill(pin);
    await expect(borrowers(later).first()).toBeVisible();
    await later.goto(form);
    await expect(comments(later)).toHaveValue('after the harvest');
  } finally {
    await context.close();
    fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});
