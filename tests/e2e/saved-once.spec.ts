/**
 * A disposition is saved once: its draft is deleted with it, on a slow database too, and a second one needs a
 * confirmation.
 */
import { type Locator, type Page, expect, test } from '@playwright/test';
import { kitText } from '../../src/text/en/kit.ts';
import { outcomesText } from '../../src/contexts/work/text/en/outcomes.ts';
import { listenFromStart, outcomeForm, outcomes, someLoan } from './field.ts';
import { enter } from './people.ts';

const saves = 50;

/** In the page: delays database events randomly. */
const delayDatabase = (): void => {
  const add = EventTarget.prototype.addEventListener;
  const isLate = (target: EventTarget, type: string): boolean =>
    (target instanceof IDBTransaction && type === 'complete') ||
    (target instanceof IDBRequest &&
      type === 'success' &&
      target.source instanceof IDBObjectStore &&
      target.source.name === 'drafts' &&
      target.transaction?.mode === 'readonly');
  EventTarget.prototype.addEventListener = function (type, listener, options): void {
    if (typeof listener !== 'function' || !isLate(this, type)) return add.call(this, type, listener, options);
    const late = (event: Event): void =>
      void setTimeout(() => listener.call(this, event), Math.random() * 250);
    add.call(this, type, late, options);
  };
};

/** Disposition form: inline at a desk, a sheet on a phone. */
async function openForm(page: Page, isPhone: boolean): Promise<Locator> {
  if (isPhone) await page.getByRole('button', { name: 'Add Disposition' }).tap();
  return outcomeForm(page);
}
async function fill(form: Locator, comments: string): Promise<void> {
  await form.getByRole('button', { name: 'Ringing No Response', exact: true }).click();
  await form.getByRole('button', { name: 'Full Ring', exact: true }).click();
  await form.getByLabel('Comments').fill(comments);
}
const press = (form: Locator): Promise<void> =>
  form.getByRole('button', { name: 'Save', exact: true }).click();
/** The next form is empty; a sheet is closed. */
const isFresh = async (form: Locator, isPhone: boolean): Promise<void> =>
  isPhone ? expect(form).toBeHidden() : expect(form.getByLabel('Comments')).toHaveValue('');
const restored = (page: Page): Promise<boolean> =>
  page.evaluate((words) => (sessionStorage.getItem('e2e-heard') ?? '').includes(words), kitText.restored);

test('fifty consecutive dispositions create fifty records, and none reopens its form', async ({
  page,
  isMobile,
}) => {
  await page.addInitScript(delayDatabase);
  await listenFromStart(page);
  await enter(page, isMobile ? 'agent7' : 'agent8');
  const loanId = await someLoan(page.request, 6);
  const stamp = `once ${Date.now()}`;
  await page.goto(`/view-borrower?id=${loanId}`);
  for (let i = 0; i < saves; i++) {
    const form = await openForm(page, isMobile);
    await fill(form, `${stamp} ${i}`);
    await press(form);
    await isFresh(form, isMobile);
  }
  // Closed at the moment of saving, it is an entry or a draft, never both.
  const form = await openForm(page, isMobile);
  await fill(form, `${stamp} ${saves}`);
  await press(form);
  await isFresh(form, isMobile);
  await page.reload();
  await openForm(page, isMobile);
  await expect(form.getByRole('button', { name: 'Ringing No Response', exact: true })).toBeVisible();
  expect(await restored(page)).toBe(false);
  for (let i = 0; i <= saves; i++)
    await expect.poll(async () => (await outcomes(page.request, loanId, `${stamp} ${i}`)).length).toBe(1);
  expect(await restored(page)).toBe(false);
});

test('an equal disposition within two minutes needs confirmation, online and offline', async ({
  page,
  context,
  isMobile,
}) => {
  await enter(page, isMobile ? 'agent7' : 'agent8');
  const loanId = await someLoan(page.request, 7);
  const comments = `twice ${Date.now()}`;
  await page.goto(`/view-borrower?id=${loanId}`);
  const again = page.getByRole('dialog', { name: /You saved the same outcome for this loan at \d\d:\d\d/ });
  const form = await openForm(page, isMobile);
  await fill(form, comments);
  await press(form);
  await isFresh(form, isMobile);

  await openForm(page, isMobile);
  await fill(form, comments);
  await press(form);
  await again.getByRole('button', { name: outcomesText.notAgain }).click();
  await expect(again).toBeHidden();
  await expect(form.getByLabel('Comments')).toHaveValue(comments);
  await expect(form.getByRole('alert')).toBeHidden();
  // Without a network the same confirmation appears; confirming stores a second record.
  await context.setOffline(true);
  await press(form);
  await again.getByRole('button', { name: outcomesText.saveAgain }).click();
  await isFresh(form, isMobile);
  await context.setOffline(false);
  await expect.poll(async () => (await outcomes(page.request, loanId, comments)).length).toBe(2);
});
