/** Corrects rejected cells in the check of a file, and removes answers about near loan numbers. */
import { type Locator, type Page, expect, test } from '@playwright/test';
import { choose, rowOf } from './main-job/people.ts';
import { enter } from './people.ts';

async function check(page: Page, name: string, text: string): Promise<Locator> {
  await page.goto('/admin/files?tab=CUSTOMER_FILE&upload=CUSTOMER_FILE');
  const sheet = page.getByRole('dialog');
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
  await sheet.locator('input[type=file]').setInputFiles(file);
  await choose(page, sheet, 'Client', 'Svasti Microfinance');
  await choose(page, sheet, 'Portfolio', 'Svasti');
  await sheet.getByRole('button', { name: 'Check first' }).click();
  await expect(sheet.getByText(/This is what applying the file would do/)).toBeVisible();
  return sheet;
}

test('a skipped mobile is corrected in the check, and Apply is disabled during an unsaved reading', async ({
  page,
}) => {
  await enter(page, 'admin');
  const sheet = await check(
    page,
    'cells.csv',
    'LOAN NUMBER,BORROWER NAME,MOBILE,POS,DOB\n007701,Asha Rao,12345,100,25-04-24\n',
  );
  const apply = sheet.getByRole('button', { name: 'Apply' });
  await expect(apply).toBeEnabled();
  const readAs = sheet.getByLabel('Read as', { exact: true });
  await readAs.selectOption({ label: 'Month first: MM-DD-YY or MM-DD-YYYY' });
  await expect(sheet.getByRole('alert')).toContainText('“25-04-24” cannot be read as “Month first');
  await expect(apply).toBeEnabled();
  await readAs.selectOption({ label: 'Day first: DD-MM-YY or DD-MM-YYYY' });
  await expect(sheet.getByRole('button', { name: 'Correct 1 row' })).toBeEnabled();
  await expect(apply).toBeDisabled();
  await sheet.getByRole('button', { name: 'Correct 1 row' }).click();
  await expect(readAs).toBeHidden();
  await sheet.getByLabel('MOBILE of row 2').fill('98765 01001');
  await expect(apply).toBeDisabled();
  await sheet.getByRole('button', { name: 'Save 1 row' }).click();
  await expect(sheet.getByLabel('MOBILE of row 2')).toBeHidden();
  await expect(apply).toBeEnabled();
  await apply.click();
  await expect(rowOf(page, 'cells.csv')).toContainText('Done');

  const near = await check(page, 'near.csv', 'LOAN NUMBER,BORROWER NAME,POS\n7701,Asha Rao,100\n');
  await near.getByRole('button', { name: 'Same loan', exact: true }).click();
  await expect(near.getByText('All are answered.')).toBeVisible();
  await near.getByRole('link', { name: 'Answers given' }).click();
  await expect(page.getByRole('tab', { name: 'Answers given' })).toHaveAttribute('aria-selected', 'true');
  const row = page.getByRole('row').filter({ hasText: '007701' });
  await expect(row).toContainText('Same loan');
  await row.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Ask again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ask again' }).click();
  await expect(row).toBeHidden();
});
