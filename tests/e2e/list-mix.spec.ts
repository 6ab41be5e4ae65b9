/** An admin sets and sees call shares of a campaign's portfolios. */
import { expect, test } from '@playwright/test';
import { open, phone } from './main-job/people.ts';
import { type ServerProcess, startServer } from './server.ts';

let server: ServerProcess;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.remove());

test('list shares are set, total one hundred, and removed', async ({ browser }, { project }) => {
  const page = await open(browser, server.url, 'admin', project.name === 'phone' ? phone : {});
  await page.goto('/admin/user-live-status?campaign=1');
  const sheet = page.getByRole('dialog');
  await sheet.getByText('Mix of portfolios').click();
  await expect(sheet.getByText(/^No shares are set/)).toBeVisible();
  await sheet.getByRole('button', { name: /Change.*Mix of portfolios/ }).click();
  const shares = sheet.getByRole('spinbutton', { name: /\(%\)$/ });
  const save = sheet.getByRole('button', { name: 'Save' });
  await shares.first().fill('40');
  await expect(save).toBeDisabled();
  await expect(sheet.getByText(/^40 of 100 %/)).toBeVisible();
  await shares.last().fill('60');
  await save.click();
  await expect(sheet.getByRole('listitem').filter({ hasText: ' 60 %' })).toBeVisible();
  await sheet.getByRole('button', { name: /Change.*Mix of portfolios/ }).click();
  await shares.first().fill('');
  await shares.last().fill('');
  await save.click();
  await expect(sheet.getByText(/^No shares are set/)).toBeVisible();
  await page.context().close();
});
