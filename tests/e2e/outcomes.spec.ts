/** Disposition form with one thumb: all parts, online and offline. */
import { type APIRequestContext, type Locator, type Page, expect, test } from '@playwright/test';
import { listen, said } from './field.ts';
import { enter, setPin, signIn, whenInstalled } from './people.ts';

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  serviceWorkers: 'allow',
});

const accepted = 'Disposition added successfully';

/** A contactable loan of the agent without a settlement. */
async function someLoan(request: APIRequestContext): Promise<number> {
  const headers = { 'X-Requested-With': 'app' };
  const { rows } = (await (await request.get('/api/loans?size=50', { headers })).json()) as {
    rows: { id: number; isDNC: boolean }[];
  };
  const asked = (await (await request.get('/api/settlement/?size=500', { headers })).json()) as {
    rows: { loanId: number }[];
  };
  const id = rows.find(
    ({ id: one, isDNC }) => !isDNC && !asked.rows.some(({ loanId }) => loanId === one),
  )?.id;
  if (id === undefined) throw new Error('The agent has no such loan');
  return id;
}
const press = (form: Locator, name: string): Promise<void> =>
  form.getByRole('button', { name, exact: true }).tap();
const says = async (form: Locator, ...sentences: string[]): Promise<void> => {
  await press(form, 'Save');
  for (const sentence of sentences) await expect(form.getByText(sentence, { exact: true })).toBeVisible();
};
async function save(page: Page, form: Locator): Promise<void> {
  await listen(page);
  await press(form, 'Save');
  await expect(form).toBeHidden();
  await said(page, accepted);
}

test('each disposition requires its fields and is saved in a few clicks', async ({ page }) => {
  await enter(page, 'agent4');
  const loanId = await someLoan(page.request);
  await page.goto(`/view-borrower?id=${loanId}`);
  await page.getByRole('button', { name: 'Add Disposition' }).tap();
  const form = page.getByRole('dialog');
  await says(form, 'Please select disposition');

  await press(form, 'Payment');
  await says(
    form,
    'Please select sub-disposition',
    'Payment Date is required',
    'Payment Amount is required',
    'Transaction Number is required',
    'Select payment mode',
  );
  await press(form, 'FinalSettlement');
  await says(
    form,
    'Please select settlement date',
    'Please select settlement amount',
    'Please select follow up date',
  );
  await expect(form.getByLabel('Pre Approved Amount', { exact: true })).toBeDisabled();
  await press(form, 'Followup');
  await says(form, 'Follow Up date is required');
  await press(form, 'PTP');
  await says(form, 'PTP Date is required', 'PTP Amount is required', 'Please select follow up date');

  await press(form, 'One EMI');
  await press(form, 'Tomorrow');
  await expect(form.getByLabel('Follow Up Date')).toHaveValue(/ 10:00 AM$/);
  await expect(form.getByText('Please select follow up date')).toHaveCount(0);
  // One EMI filled its amount; another one is typed.
  await form.getByLabel('PTP Amount').fill('');
  await form.getByLabel('PTP Amount').pressSequentially('125000');
  await expect(form.getByLabel('PTP Amount')).toHaveValue('1,25,000');
  await save(page, form);

  await page.getByRole('button', { name: 'Add Payment' }).tap();
  await press(form, 'Part Payment');
  await press(form, 'Yesterday');
  await form.getByLabel('Payment Amount').fill('750');
  await form.getByLabel('Transaction Number').fill(`E2E-${loanId}`);
  await press(form, 'PhonePe');
  await save(page, form);
  await page.goto(`/view-borrower?id=${loanId}&tab=payments`);
  await expect(page.getByText(/Unrealized ₹/)).toBeVisible();

  await page.getByRole('button', { name: 'Initiate Settlement' }).tap();
  await press(form, 'One Time');
  await press(form, '+7 days');
  await form.getByLabel('Settlement Amount').fill('5000');
  await save(page, form);
  await page.goto(`/view-borrower?id=${loanId}&tab=settlementHistory`);
  await expect(page.getByText('₹5,000.00')).toBeVisible();
  await expect(page.getByText('In progress')).toBeVisible();
});

test('denominations not adding up are rejected at once, and are on the receipt', async ({ page }) => {
  await enter(page, 'agent6');
  const loanId = await someLoan(page.request);
  await page.goto(`/view-borrower?id=${loanId}`);
  await page.getByRole('button', { name: 'Add Payment' }).tap();
  const form = page.getByRole('dialog');
  await press(form, 'Part Payment');
  await press(form, 'Today');
  await form.getByLabel('Payment Amount').fill('1100');
  await expect(form.getByText('Count the notes')).toBeHidden();
  await press(form, 'Cash');
  await form.getByText('Count the notes').tap();
  await form.getByLabel('₹500 ×').fill('2');
  await expect(form.getByText('₹100 to go')).toBeVisible();
  await says(form, 'The notes are ₹1,000, the amount is ₹1,100.');
  await form.getByLabel('₹100 ×').fill('1');
  await expect(form.getByText('₹1,100 counted')).toBeVisible();
  await save(page, form);
  const headers = { 'X-Requested-With': 'app' };
  const receipts = await page.request.get(`/api/cash/receipts?loanId=${loanId}`, { headers });
  expect(((await receipts.json()) as { rows: unknown[] }).rows[0]).toMatchObject({
    denominations: [
      { note: 500, count: 2 },
      { note: 100, count: 1 },
    ],
  });
});

test('an offline deceased disposition places the loan on hold on arrival', async ({ page, context }) => {
  await signIn(page, 'agent9');
  await whenInstalled(page);
  await setPin(page);
  const loanId = await someLoan(page.request);
  await page.goto(`/view-borrower?id=${loanId}`);
  await expect(page.getByText('No hold on this loan.')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Add Disposition' }).tap();
  const form = page.getByRole('dialog');
  await press(form, 'More');
  await form.getByRole('combobox', { name: 'Disposition' }).fill('Deceased');
  await page.getByRole('option', { name: 'Deceased' }).tap();
  await press(form, 'Family Informed');
  await listen(page);
  await press(form, 'Save');
  await said(page, 'Saved on this phone. It will be sent automatically.');
  const headers = { 'X-Requested-With': 'app' };
  await context.setOffline(false);
  await said(page, accepted);
  const hold = page.getByRole('listitem').filter({ hasText: /Since \d/ });
  await expect(hold).toContainText('Deceased');
  const call = page.getByRole('navigation', { name: 'Actions' }).getByRole('button', { name: 'Call' });
  await expect(call).not.toHaveAttribute('data-main');
  const holds = await page.request.get(`/api/loan-holds?loanId=${loanId}`, { headers });
  expect(await holds.text()).toMatch(/"reason":"Deceased".*"isNow":true/);
});

test('every action of a borrower is in sight on a phone, however narrow', async ({ page }) => {
  await enter(page, 'agent9');
  const loanId = await someLoan(page.request);
  await page.goto(`/view-borrower?id=${loanId}`);
  const acts = page.getByRole('navigation', { name: 'Actions' }).getByRole('button');
  await expect(acts.filter({ hasText: 'Initiate Settlement' })).toBeVisible();
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    const beyond = await acts.evaluateAll((all) =>
      all
        .filter((one) => {
          const { left, right } = one.getBoundingClientRect();
          return left < 0 || right > document.documentElement.clientWidth;
        })
        .map(({ textContent }) => textContent),
    );
    expect([width, beyond]).toEqual([width, []]);
  }
});

test('the offline form has its options, and the entry is queued on the phone', async ({ page, context }) => {
  await signIn(page, 'agent5');
  await whenInstalled(page);
  await setPin(page);
  const loanId = await someLoan(page.request);
  await page.goto(`/view-borrower?id=${loanId}`);
  await expect(page.getByRole('button', { name: 'Add Disposition' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Place a hold' })).toBeEnabled();
  // What the page reads when it opens has come.
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  // Online-only actions are marked; a settlement is requested through the queue.
  const hold = page.getByRole('button', { name: 'Place a hold' });
  await expect(hold).toBeDisabled();
  // A disabled button shows its reason when it is tapped.
  await hold.tap({ force: true });
  await expect(page.getByText('This needs a network.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Initiate Settlement' })).toBeEnabled();
  await page.getByRole('button', { name: 'Add Follow Up' }).tap();
  const form = page.getByRole('dialog');
  await press(form, 'Call Back Requested');
  await press(form, '+3 days');
  await listen(page);
  await press(form, 'Save');
  await expect(form).toBeHidden();
  await said(page, 'Saved on this phone. It will be sent automatically.');
  await page.goto(`/view-borrower?id=${loanId}&tab=followUpHistory`);
  await expect(page.getByText('Waiting', { exact: true })).toBeVisible();
  await listen(page);
  await context.setOffline(false);
  await said(page, accepted);
  await expect(page.getByText('Waiting', { exact: true })).toBeHidden();
  await page.goto('/followUps');
  await expect(page.getByText(/Call Back Requested/).first()).toBeVisible();
});

test('a PIN that is chosen while the choices come does not lose them', async ({ page, context }) => {
  let isAsked = (): void => undefined;
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  // The dispositions have come before it.
  await context.route('**/api/breaks/dropdown**', async (route) => {
    isAsked();
    await held;
    await route.continue();
  });
  await signIn(page, 'agent5');
  await whenInstalled(page);
  const loanId = await someLoan(page.request);
  await asked;
  const chosen = setPin(page);
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText(/^Storing/u);
  release();
  await chosen;
  await context.setOffline(true);
  await page.goto(`/view-borrower?id=${loanId}`);
  await page.getByRole('button', { name: 'Add Follow Up' }).tap();
  await expect(page.getByRole('button', { name: 'Call Back Requested', exact: true })).toBeVisible();
});

test('Save and next leads to the borrower who is worked next', async ({ page }) => {
  await enter(page, 'agent8');
  const loanId = await someLoan(page.request);
  await page.goto(`/view-borrower?id=${loanId}&add=followup`);
  const form = page.getByRole('dialog', { name: 'Add Follow Up' });
  const who = await page.getByRole('heading', { level: 1 }).innerText();
  await expect(form.getByText(who)).toBeVisible();
  await press(form, 'Call Back Requested');
  await press(form, '+7 days');
  await listen(page);
  await press(form, 'Save & next');
  await expect(form).toBeHidden();
  await expect(page).toHaveURL(/view-borrower\?id=\d+$/);
  expect(page.url()).not.toMatch(new RegExp(`id=${loanId}$`));
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(who);
  await said(page, accepted);
});
