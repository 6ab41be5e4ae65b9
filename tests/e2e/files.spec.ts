/** Lender files from a user's view: a short complete list, and an unreadable file. */
import { type Locator, type Page, expect, test } from '@playwright/test';
import { choose, phone, rowOf } from './main-job/people.ts';
import { enter } from './people.ts';

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

async function uploadForm(
  page: Page,
  file: ReturnType<typeof csv>,
  kind = 'CUSTOMER_FILE',
  portfolio = 'Svasti',
): Promise<Locator> {
  await page.goto(`/admin/files?tab=${kind}&upload=${kind}`);
  const sheet = page.getByRole('dialog');
  await sheet.locator('input[type=file]').setInputFiles(file);
  await choose(page, sheet, 'Client', 'Svasti Microfinance');
  await choose(page, sheet, 'Portfolio', portfolio);
  return sheet;
}

const head = 'LOAN NUMBER,BORROWER NAME,POS\n';

const ours = { 'Sec-Fetch-Site': 'same-origin', 'X-Requested-With': 'app' };
/** Creates a portfolio with two loans: a complete list deactivates all other loans of its portfolio. */
async function ownPortfolio(page: Page): Promise<string> {
  const { rows } = (await (await page.request.get('/api/user?q=admin@recoup.test')).json()) as {
    rows: { id: number }[];
  };
  const stamp = Date.now().toString(36);
  const name = `Complete lists ${stamp}`;
  const data = { name, clientId: 1, ownerId: rows[0]?.id, colorCode: '#009070' };
  expect((await page.request.post('/api/portfolios', { headers: ours, data })).ok()).toBe(true);
  const file = csv('first.csv', `${head}WL${stamp}1,Asha Rao,100\nWL${stamp}2,Om Rao,200\n`);
  const sheet = await uploadForm(page, file, 'CUSTOMER_FILE', name);
  await sheet.getByRole('button', { name: 'Upload' }).click();
  await expect(rowOf(page, 'first.csv')).toContainText('Done');
  return name;
}

test('a short complete list needs the number of missing loans typed', async ({ page }) => {
  await enter(page, 'admin');
  const portfolio = await ownPortfolio(page);
  const short = csv('short.csv', `${head}NEW1,Asha Rao,100\n`);
  const sheet = await uploadForm(page, short, 'CUSTOMER_FILE', portfolio);
  await sheet.getByRole('button', { name: 'Check first' }).click();
  await expect(sheet.getByText(/This is what applying the file would do/)).toBeVisible();
  // A partial file has no missing loans.
  await expect(sheet.getByText('Missing', { exact: true })).toBeHidden();
  await sheet.getByRole('button', { name: 'Later' }).click();

  const again = await uploadForm(page, { ...short, name: 'whole.csv' }, 'CUSTOMER_FILE', portfolio);
  await again.getByLabel(/This is the whole list/).check();
  // Without a check: it is still pending.
  await again.getByRole('button', { name: 'Upload' }).click();
  await expect(rowOf(page, 'whole.csv')).toContainText('Held');
  await rowOf(page, 'whole.csv')
    .getByRole('button', { name: /^Why whole.csv/ })
    .click();
  const details = page.getByRole('dialog');
  await expect(details.getByText(/active loans of this portfolio are not in the file/)).toBeVisible();
  const field = details.getByLabel(/^Type \d+ to apply the file$/);
  const [, number = ''] = /Type (\d+)/.exec((await details.innerText()) ?? '') ?? [];
  const apply = details.getByRole('button', { name: 'Apply' });
  await field.fill(String(Number(number) - 1));
  await expect(apply).toBeDisabled();
  await field.fill(number);
  await apply.click();
  await expect(details).toBeHidden();
  await expect(rowOf(page, 'whole.csv')).toContainText('Done');
  await rowOf(page, 'whole.csv').getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Undo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, 'whole.csv')).toContainText('Undone');
});

test("payments differing from the lender's control total need their sum typed", async ({ page }) => {
  await enter(page, 'admin');
  const { rows } = (await (await page.request.get('/api/loans?size=500')).json()) as {
    rows: { loanNumber: string; client: { name: string } }[];
  };
  const own = rows.filter(({ client }) => client.name === 'Svasti Microfinance');
  expect(own.length).toBeGreaterThan(1);
  const [one, two] = own.map(({ loanNumber }) => loanNumber);
  const text = `LOAN NUMBER,TRANSACTION ID,AMOUNT,PAYMENT DATE\n${one},E2E-T1,"1,000.50",2026-01-05\n${two},E2E-T2,500,2026-01-05\n`;
  const sheet = await uploadForm(page, csv('paid.csv', text), 'PAYMENT_FILE');
  await sheet.getByLabel('Total the lender says (optional)').fill('1800');
  await sheet.getByRole('button', { name: 'Upload' }).click();
  await expect(rowOf(page, 'paid.csv')).toContainText('Held');
  await rowOf(page, 'paid.csv')
    .getByRole('button', { name: /^Why paid.csv/ })
    .click();
  const details = page.getByRole('dialog');
  const sums = details.getByRole('region', { name: 'What the lender says' });
  await expect(sums).toContainText('₹1,800');
  await expect(sums).toContainText('₹1,500.50');
  await expect(sums).toContainText('−₹299.50');
  const field = details.getByLabel('Type ₹1,500.50 to apply the file');
  const apply = details.getByRole('button', { name: 'Apply' });
  await field.fill('1800');
  await expect(apply).toBeDisabled();
  await field.fill('1500.5');
  await apply.click();
  await expect(details).toBeHidden();
  await expect(rowOf(page, 'paid.csv')).toContainText('Done');
});

/** A program sends a file that the upload form refuses. */
async function sendFailing({ request }: Page): Promise<void> {
  const headers = ours;
  const params = { key: 'failed.csv', fileType: 'text/csv' };
  const link = await request.get('/api/file/update-presigned-url', { headers, params });
  const { row } = (await link.json()) as { row: { url: string; key: string } };
  const put = await request.put(row.url, {
    headers: { ...headers, 'Content-Type': 'text/csv' },
    data: 'A,B\n1,2\n',
  });
  expect(put.ok()).toBe(true);
  const data = { type: 'CUSTOMER_FILE', fileKey: row.key, clientId: 1, portfolioId: 1 };
  expect((await request.post('/api/file/parse', { headers, data })).ok()).toBe(true);
}

test('why a file failed is read by key at a desk, and by finger at 900 and 390', async ({ browser }) => {
  const reason = /^These columns are missing: LOAN NUMBER, BORROWER NAME/;
  for (const [width, way] of [
    [1280, 'key'],
    [900, 'finger'],
    [390, 'finger'],
  ] as const) {
    const context = await browser.newContext({ ...phone, viewport: { width, height: 844 } });
    const page = await context.newPage();
    await enter(page, 'admin');
    if (width === 1280) await sendFailing(page);
    await page.goto('/admin/files?tab=CUSTOMER_FILE');
    const why = page.getByRole('button', { name: 'Why failed.csv was not done' });
    await expect(why).toBeVisible();
    // A card has no scrolling columns; its short facts do not break.
    if (width === 390) await expect(page.locator('main')).toContainText(/Svasti\sMicrofinance\s· today,\s/);
    if (way === 'key') {
      await why.focus();
      await page.keyboard.press('Enter');
    } else await why.tap();
    const details = page.getByRole('dialog', { name: 'failed.csv' });
    await expect(details.getByRole('alert')).toHaveText(reason);
    for (const word of ['Svasti Microfinance', 'Uploaded']) await expect(details).toContainText(word);
    await context.close();
  }
});
