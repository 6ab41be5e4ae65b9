/** A borrower pays on a phone: with a script and without one, in kilobytes. */
import { type Page, expect, test } from '@playwright/test';
import { openAllHours } from './main-job/people.ts';
import { complaints, enter } from './people.ts';
import { meter } from './meter.ts';
import { flaws, wideAs } from './sight.ts';

test.use({ viewport: { width: 360, height: 800 }, serviceWorkers: 'block' });
const most = 12_000;

const clean = async (page: Page): Promise<void> => {
  expect.soft(await flaws(page), page.url()).toEqual([]);
  expect.soft(await wideAs(page), `${page.url()} is wider than the screen`).toBeLessThanOrEqual(0);
};

/** Number of a payable loan, as read by phone. */
async function someLoan(page: Page): Promise<string> {
  await enter(page, 'admin');
  const answer = await page.request.get('/api/loans?q=SVM&size=1&isActive=true');
  const { rows } = (await answer.json()) as { rows: { loanNumber: string }[] };
  return rows[0]?.loanNumber ?? '';
}

test('without a script a loan is found and paid, and the receipt checks', async ({ page, browser }) => {
  const loanNumber = await someLoan(page);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 800 },
  });
  const payer = await context.newPage();
  await payer.goto('/pay');
  await payer.getByRole('button', { name: 'Go' }).click();
  await expect(payer.getByText('Please select a client')).toBeVisible();
  await payer.getByLabel('Client').selectOption('Svasti Microfinance');
  await payer.getByRole('button', { name: 'Go' }).click();
  await payer.getByLabel('Loan Number').fill(loanNumber);
  await payer.getByRole('button', { name: 'Find my loan' }).click();
  await payer.getByRole('button', { name: 'Proceed to Pay' }).click();
  await expect(payer.getByText('Payment Amount is required.')).toBeVisible();
  await payer.getByLabel('Payment Amount').fill('100');
  await payer.getByRole('button', { name: 'Proceed to Pay' }).click();
  await payer.getByRole('button', { name: 'Success', exact: true }).click();
  await expect(payer.getByRole('heading', { name: 'Payment Success' })).toBeVisible();
  // Labels remain on one line, however long the value.
  const label = await payer.locator('dt', { hasText: 'Receiver' }).boundingBox();
  expect(label?.height).toBeLessThan(40);
  const told = payer.locator('dt', { hasText: 'Verification code' }).locator('+ dd');
  // It is read aloud and typed: unbroken on the narrowest phone.
  await payer.setViewportSize({ width: 320, height: 640 });
  expect((await told.boundingBox())?.height).toBeLessThan(40);
  expect(await wideAs(payer)).toBeLessThanOrEqual(0);
  const code = await told.innerText();
  await payer.goto(`/pay/verify?code=${code}`);
  await expect(payer.getByText('₹100.00')).toBeVisible();
  await context.close();
});

test('the payment page is a few kilobytes until payable, and supports Hindi on request', async ({
  page,
  context,
}) => {
  const heard = await complaints(context);
  const bytes = meter(page);
  await page.goto('/pay/reliance');
  await page.waitForLoadState('networkidle');
  const size = await bytes.sum();
  test.info().annotations.push({ type: 'payment page', description: `${size} bytes brotli` });
  expect(size).toBeGreaterThan(1000);
  expect(size).toBeLessThanOrEqual(most);
  expect(bytes.names()).toHaveLength(2);
  await clean(page);
  await page.getByRole('button', { name: 'Terms of Use' }).click();
  await expect(page.getByText('seated in New Delhi')).toBeVisible();
  await page.getByRole('button', { name: 'I Agree' }).click();
  await page.getByLabel('Language').selectOption('hi');
  await expect(page.getByRole('heading', { name: 'अपना ऋण चुकाएँ' })).toBeVisible();
  await page.goto('/pay');
  await expect(page.getByRole('heading', { name: 'अपना ऋण चुकाएँ' })).toBeVisible();
  await page.goto('/payment/response?status=success&amount=500');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This result could not be verified');
  await clean(page);
  expect(heard).toEqual([]);
});

const headers = { 'X-Requested-With': 'app', 'Sec-Fetch-Site': 'same-origin' };
/** A sent link; the first borrower allowed by contact rules. */
async function someLink(page: Page): Promise<string> {
  await enter(page, 'admin');
  await openAllHours(page);
  const answer = await page.request.get('/api/loans?q=SVM&size=40&isActive=true', { headers });
  const { rows } = (await answer.json()) as { rows: { id: number }[] };
  for (const { id: loanId } of rows) {
    const data = { loanId, mobileNumber: 'mobile' };
    const made = await page.request.post('/api/payment/code/generate', { headers, data });
    if (made.ok()) return ((await made.json()) as { row: { url: string } }).row.url;
  }
  throw new Error('nobody may be sent a link');
}

test('a borrower sets and revokes contact preferences without scripts', async ({ page, browser }) => {
  const url = await someLink(page);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const borrower = await context.newPage();
  await page.goto(url.replace(/\/pay[^?]*/, '/pay/mine'));
  await clean(page);
  await borrower.goto(url);
  await borrower.getByRole('link', { name: 'Your wishes, promises and receipts' }).click();
  await expect(borrower.getByRole('heading', { level: 1 })).toHaveText('Your wishes, promises and receipts');
  await borrower.getByRole('button', { name: 'Send me a code' }).click();
  await expect(borrower.getByText('A code was sent to the mobile number of the loan.')).toBeVisible();
  await page.goto('/dev/messages');
  const message = page.getByText(/^\d{6} is your code to see the promises/).first();
  await borrower.getByLabel('Code').fill((await message.innerText()).slice(0, 6));
  await borrower.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(borrower.getByRole('heading', { name: 'Your promises' })).toBeVisible();
  await borrower.getByLabel('From').selectOption('12:00');
  await borrower.getByLabel('Until').selectOption('18:00');
  await borrower.getByLabel('Do not call me').check();
  await borrower.getByRole('button', { name: 'Save' }).click();
  await expect(borrower.getByRole('alert')).toHaveText('Choose four hours at most.');
  await borrower.getByLabel('Until').selectOption('14:00');
  await borrower.getByRole('button', { name: 'Save' }).click();
  await expect(borrower.getByRole('status')).toHaveText(/Saved/);
  await expect(borrower.getByRole('status')).toBeInViewport();
  await expect(borrower.getByLabel('Do not call me')).toBeChecked();
  await expect(borrower.getByLabel('Until')).toHaveValue('14:00');
  await borrower.getByLabel('Do not call me').uncheck();
  await borrower.getByLabel('From').selectOption('');
  await borrower.getByLabel('Until').selectOption('');
  await borrower.getByRole('button', { name: 'Save' }).click();
  await expect(borrower.getByRole('status')).toHaveText(/Saved/);
  await expect(borrower.getByLabel('Do not call me')).not.toBeChecked();
  await context.close();
});
