/** An agent in the field, as browser tests need one. */
import { type APIRequestContext, type Locator, type Page, expect } from '@playwright/test';
import { setPin, signIn, whenInstalled } from './people.ts';

/** A loan of the agent, by the API; or one of a DNC borrower. */
export async function someLoan(request: APIRequestContext, nth = 0, ofDNC = false): Promise<number> {
  const answer = await request.get('/api/loans?size=50', { headers: { 'X-Requested-With': 'app' } });
  // Entries about DNC borrowers are reviewed.
  const { rows } = (await answer.json()) as { rows: { id: number; isDNC: boolean }[] };
  const id = rows.filter(({ isDNC }) => isDNC === ofDNC)[nth]?.id;
  if (id === undefined) throw new Error('The agent has no loans');
  return id;
}

interface Outcome {
  comments: string;
  createdAt: string;
}
/** What the server has of a loan with this comment. */
export async function outcomes(
  request: APIRequestContext,
  loanId: number,
  comments: string,
): Promise<Outcome[]> {
  const answer = await request.get(`/api/borrower/dispositions/get?loanId=${loanId}&size=500`, {
    headers: { 'X-Requested-With': 'app' },
  });
  const { rows } = (await answer.json()) as { rows: Outcome[] };
  return rows.filter((row) => row.comments === comments);
}
/** How many promises with this comment the server has. */
export const arrived = async (
  request: APIRequestContext,
  loanId: number,
  comments: string,
): Promise<number> => (await outcomes(request, loanId, comments)).length;

const tomorrow = (): string => new Date(Date.now() + 36 * 3_600_000).toISOString().slice(0, 10);

const heard = 'e2e-heard';
/** Within the page; what it noted outlives the way to another one. */
const hear = (key: string): void => {
  const here = window as unknown as { isHeard?: true };
  if (here.isHeard) return;
  here.isHeard = true;
  new MutationObserver((changes) => {
    const words = changes.flatMap(({ addedNodes }) => [...addedNodes].map((node) => node.textContent ?? ''));
    sessionStorage.setItem(key, [sessionStorage.getItem(key) ?? '', ...words].join('\n'));
  }).observe(document, { childList: true, subtree: true });
};
/** Records page texts from now on: short-lived texts are missed by polling. */
export async function listen(page: Page): Promise<void> {
  await page.evaluate((key) => sessionStorage.removeItem(key), heard);
  await page.evaluate(hear, heard);
}
/** Notes it on each page that is opened from now on. */
export const listenFromStart = (page: Page): Promise<unknown> => page.addInitScript(hear, heard);
/** The page has shown the text since recording. */
export const said = (page: Page, words: string): Promise<void> =>
  expect
    .poll(() => page.evaluate((key) => sessionStorage.getItem(key) ?? '', heard).catch(() => ''))
    .toContain(words);

/** Disposition form: a sheet on a phone, inline at a desk. */
export const outcomeForm = (page: Page): Locator =>
  page.getByRole('dialog').or(page.getByRole('complementary', { name: 'Actions' }));

/** Opens the form of a promise and fills it. */
export async function fillPromise(page: Page, loanId: number, comments: string): Promise<Locator> {
  if (!page.url().includes(`id=${loanId}`)) await page.goto(`/view-borrower?id=${loanId}`);
  await page.getByRole('button', { name: 'Add PTP' }).click();
  const form = outcomeForm(page);
  await form.getByRole('group', { name: 'Sub disposition' }).getByRole('button').first().click();
  await form.getByLabel('PTP Date').fill(tomorrow());
  await form.getByLabel('PTP Amount').fill('1500');
  await form.getByLabel('Follow Up Date').fill(`${tomorrow()}T10:30`);
  await form.getByLabel('Comments').fill(comments);
  return form;
}
/** Fills the form of a promise and saves it. */
export async function promise(page: Page, loanId: number, comments: string): Promise<void> {
  const form = await fillPromise(page, loanId, comments);
  await listen(page);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
}

/** Reads or changes a store of the outbox on this device. */
export const onDisk = <T>(page: Page, store: string, change?: string): Promise<T[]> =>
  page.evaluate(
    async ([name, code]) => {
      const there = await indexedDB.databases();
      if (!there.some((one) => one.name === 'recoup-outbox')) return [] as never[];
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open('recoup-outbox');
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(new Error('closed'));
      });
      const objects = db.transaction(name as string, 'readwrite').objectStore(name as string);
      const all = await new Promise<unknown[]>((resolve) => {
        const getting = objects.getAll();
        getting.onsuccess = () => resolve(getting.result as unknown[]);
      });
      // The policy of the pages forbids code from text, so a change is a name and its values.
      const { put = [], key } = JSON.parse(code ?? '{}') as { put?: object[]; key?: string };
      for (const one of put) objects.put({ ...(all[0] as object), ...one }, key);
      await new Promise((resolve) => (objects.transaction.oncomplete = resolve));
      db.close();
      return JSON.parse(JSON.stringify(all)) as never[];
    },
    [store, change] as const,
  );

/** The encryption key for entries is cached. */
export async function whenSealing(page: Page): Promise<void> {
  await expect
    .poll(async () => (await onDisk<{ kid?: string }>(page, 'keys')).some(({ kid }) => kid))
    .toBe(true);
}

/** Number of cached loans. */
export const keptLoans = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { name } = (await indexedDB.databases()).find((one) => one.name?.startsWith('recoup-cache-')) ?? {};
    if (!name) return 0;
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(new Error('closed'));
    });
    const count = await new Promise<number>((resolve) => {
      const counting = db.transaction('loans').objectStore('loans').count();
      counting.onsuccess = () => resolve(counting.result);
    });
    db.close();
    return count;
  });

export async function atWork(page: Page): Promise<void> {
  await signIn(page, 'agent');
  await whenInstalled(page);
  await setPin(page);
  await expect.poll(() => keptLoans(page)).toBeGreaterThan(0);
}
