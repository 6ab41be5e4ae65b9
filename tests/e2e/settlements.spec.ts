/** A rejected settlement is requested again, with the rejection reason visible. */
import { type APIRequestContext, type Browser, expect, test } from '@playwright/test';
import { listen, said } from './field.ts';
import { enter } from './people.ts';

const headers = { 'X-Requested-With': 'app', 'Sec-Fetch-Site': 'same-origin' };
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

/** A settlement requested by this user, on a loan without one. */
async function asked(request: APIRequestContext): Promise<{ id: number; borrower: string }> {
  const rowsOf = async <R>(path: string): Promise<R[]> =>
    ((await (await request.get(path, { headers })).json()) as { rows: R[] }).rows;
  const taken = await rowsOf<{ loanId: number }>('/api/settlement/?size=500');
  const loan = (await rowsOf<{ id: number; isDNC: boolean }>('/api/loans?size=100')).find(
    ({ id, isDNC }) => !isDNC && !taken.some(({ loanId }) => loanId === id),
  );
  const data = {
    loanId: loan?.id,
    amount: 40_000,
    settlementDate: inDays(20).slice(0, 10),
    followUpDate: inDays(3),
  };
  const answer = await request.post('/api/settlement', { headers, data });
  expect(await answer.text()).toContain('"id"');
  const [made] = await rowsOf<{ id: number; settlementLoan: { borrowerName: string } }>(
    `/api/settlement/?loanId=${loan?.id}`,
  );
  if (!made) throw new Error('nothing was asked for');
  return { id: made.id, borrower: made.settlementLoan.borrowerName };
}

async function reject(
  browser: Browser,
  id: number,
  comments: string,
  suggestedAmount: number,
): Promise<void> {
  for (const account of ['lead', 'lead2']) {
    const context = await browser.newContext();
    await enter(await context.newPage(), account);
    const data = { id, status: 'Rejected', comments, suggestedAmount };
    const answer = await context.request.post('/api/settlement/update-status', { headers, data });
    await context.close();
    if (answer.ok()) return;
  }
  throw new Error('nobody may reject it');
}

test('an agent requests again, starting with the suggested amount and the visible reason', async ({
  page,
  browser,
}) => {
  await enter(page, 'agent7');
  const { id, borrower } = await asked(page.request);
  await reject(browser, id, 'Too low for this lender', 52_500);
  await page.goto('/settlement?status=Rejected');
  const row = page.getByRole('row').filter({ hasText: borrower });
  await row.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Reinitiate' }).click();
  const form = page.getByRole('dialog', { name: 'Reinitiate' });
  await expect(form.getByText('Suggested Amount: ₹52,500.00')).toBeVisible();
  await expect(form.getByText('Too low for this lender')).toBeVisible();
  await expect(form.getByLabel('Settlement Amount')).toHaveValue('52,500');
  await form.getByLabel('Settlement Amount').fill('51000');
  await form.getByLabel('Comment').fill('The family brings the rest');
  await listen(page);
  await form.getByRole('button', { name: 'Reinitiate' }).click();
  await said(page, 'Settlement reinitiated');
  await expect(form).toBeHidden();
  const now = await page.request.get(`/api/settlement/${id}`, { headers });
  expect(await now.json()).toMatchObject({ row: { status: 'ReInitiated', amount: 51_000 } });
});
