/** What an administrator sets up, in the browser. */
import { type Page, expect, test } from '@playwright/test';
import { signIn, whenInstalled } from './people.ts';

const own = { 'X-Requested-With': 'app' };

/** Opens the form of a new portfolio and its choice of clients; answers how often the server was asked for them. */
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

test('choices are kept on the device for ten minutes, until somebody changes them', async ({ page }) => {
  await signIn(page, 'admin');
  await whenInstalled(page);
  expect(await askedForClients(page)).toBe(1);
  // Written after the answer is shown; a reload must not come before.
  await expect.poll(() => keptReplies(page)).toContain('clients.dropdown');
  expect(await askedForClients(page)).toBe(0);
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
