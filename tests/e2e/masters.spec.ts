/** What an administrator sets up, in the browser. */
import { type Page, expect, test } from '@playwright/test';
import { listen, said } from './field.ts';
import { choose } from './main-job/people.ts';
import { enter, signIn } from './people.ts';

const own = { 'X-Requested-With': 'app' };

/** Opens the form of a new portfolio with its client select; returns the number of requests. */
async function askedForClients(page: Page): Promise<number> {
  let asked = 0;
  const count = (request: { url(): string }): void => {
    if (request.url().includes('/api/clients/dropdown')) asked += 1;
  };
  page.on('request', count);
  await page.goto('/admin/portfolio?edit=new');
  await page.getByRole('combobox', { name: 'Client' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  page.off('request', count);
  return asked;
}

test('options are cached on the device for ten minutes, until a change', async ({ page }) => {
  await signIn(page, 'admin');
  expect(await askedForClients(page)).toBe(1);
  // Written after the answer is shown; a reload must not come before.
  await expect.poll(() => keptReplies(page)).toContain('clients.dropdown');
  // After a concurrent change by another test it is requested again.
  await expect.poll(() => askedForClients(page)).toBe(0);
  const stale = page.waitForRequest(/\/api\/clients\/dropdown/);
  const { rows } = (await (await page.request.get('/api/clients', { headers: own })).json()) as {
    rows: { id: number; name: string }[];
  };
  const [first] = rows;
  await page.request.patch(`/api/clients/${first?.id}`, {
    headers: { ...own, 'Sec-Fetch-Site': 'same-origin' },
    data: { landmark: `Near the station ${Date.now()}` },
  });
  await stale;
});

const keptReplies = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const { name } = (await indexedDB.databases()).find((one) => one.name?.startsWith('recoup-cache-')) ?? {};
    if (!name) return '';
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(new Error('closed'));
    });
    const keys = await new Promise<string[]>((resolve) => {
      const asking = db.transaction('replies').objectStore('replies').getAllKeys();
      asking.onsuccess = () => resolve(asking.result as string[]);
    });
    db.close();
    return keys.join('\n');
  });

/** The row of a person, and what their menu offers. */
async function menuOf(page: Page, account: string): Promise<void> {
  await page.goto(`/admin/users?q=${account}`);
  await page.getByRole('row').filter({ hasText: account }).getByRole('button', { name: 'Actions' }).click();
}

test('deactivating a client or a user lists its dependents, and loans can be reassigned', async ({
  page,
}) => {
  await enter(page, 'admin');
  const read = await page.request.get('/api/clients?q=Svasti', { headers: own });
  const { rows } = (await read.json()) as { rows: { id: number }[] };
  await page.goto(`/admin/client?edit=${rows[0]?.id}`);
  const form = page.getByRole('dialog', { name: 'Edit Client' });
  await form.getByLabel('Active', { exact: true }).uncheck();
  await form.getByRole('button', { name: 'Save' }).click();
  const asked = page.getByRole('dialog', { name: /^On this client hang \d[\d,]* active loans/ });
  await expect(asked).toContainText('Payment pages stay open');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  // Nothing was saved, and the input remains.
  await expect(form.getByLabel('Active', { exact: true })).not.toBeChecked();
  const still = (await (await page.request.get(`/api/clients/${rows[0]?.id}`, { headers: own })).json()) as {
    row: { isActive: boolean };
  };
  expect(still.row.isActive).toBe(true);

  const people = await page.request.get('/api/user?size=500', { headers: own });
  const { rows: users } = (await people.json()) as { rows: { userName: string; roleName: string }[] };
  // A user not used by other tests.
  const leaver = users.findLast(
    ({ roleName, userName }) => /agent/i.test(roleName) && !/^agent\d?@/.test(userName),
  );
  await menuOf(page, leaver?.userName ?? '');
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  const leaving = page.getByRole('dialog', { name: /^On this person hang \d[\d,]* active loans?/ });
  await choose(page, leaving, 'Hand the loans over to', /Agent$/);
  await leaving.getByText(/They are signed out/).click();
  await listen(page);
  await leaving.getByRole('button', { name: 'Hand over' }).click();
  await said(page, 'handed over');
  await expect(page.getByRole('dialog', { name: /^(?!.*active loan)/ })).toContainText('Switch off?');
  await page.getByRole('button', { name: 'Switch off' }).click();
  await said(page, 'User deactivated.');
});

test("an administrator erases a borrower's identity after the retention period", async ({ page }) => {
  await signIn(page, 'system');
  const headers = { ...own, 'Sec-Fetch-Site': 'same-origin' };
  const rowsOf = async <R>(path: string): Promise<R[]> =>
    ((await (await page.request.get(path, { headers: own })).json()) as { rows: R[] }).rows;
  let found: { id: number } | undefined;
  for (const loan of await rowsOf<{ id: number; borrowerId: number }>('/api/loans?size=100')) {
    const all = await rowsOf(`/api/loans/byBorrower/${loan.borrowerId}`);
    const holds = await rowsOf(`/api/loan-holds?loanId=${loan.id}`);
    if (all.length === 1 && holds.length === 0) found = loan;
    if (found) break;
  }
  await page.goto(`/view-borrower?id=${found?.id}&tab=borrower`);
  const ask = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Erase personal data' }).first().click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Reason').fill('asked by the borrower');
    await form.getByRole('button', { name: 'Erase personal data' }).click();
  };
  await ask();
  await expect(page.getByText('A loan of this borrower is still active')).toBeVisible();

  const off = await page.request.put('/api/communication-dashboard/loans/inactive', {
    headers,
    data: { loanIds: [found?.id] },
  });
  expect(off.status()).toBe(200);
  const one = await page.request.get(`/api/loans/${found?.id}`, { headers: own });
  const { row } = (await one.json()) as { row: { clientId: number } };
  const kept = await page.request.patch(`/api/clients/${row.clientId}`, {
    headers,
    data: { identityMonths: 0 },
  });
  expect(kept.status()).toBe(200);
  await page.reload();
  await ask();
  await expect(page.getByText(/Personal data was erased on/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Erased' })).toBeVisible();
});
