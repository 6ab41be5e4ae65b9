/** A borrower's page without a network: the page of the phone, and every statement on it is true. */
import { expect, test } from '@playwright/test';
import { borrowerText } from '../../src/contexts/loans/text/en/borrower.ts';
import { loanHoldsText } from '../../src/contexts/contact/text/en/loan-holds.ts';
import { kitText } from '../../src/text/en/kit.ts';
import { atWork, someLoan } from './field.ts';

test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 }, hasTouch: true });

test('a borrower page opened first without a network states nothing that the phone does not know', async ({
  page,
  context,
}) => {
  await atWork(page);
  const loanId = await someLoan(page.request);
  const answer = await page.request.get('/api/loans?size=50', { headers: { 'X-Requested-With': 'app' } });
  const { rows } = (await answer.json()) as { rows: { id: number; dpd: number | null }[] };
  const dpd = rows.find(({ id }) => id === loanId)?.dpd ?? 0;
  await context.setOffline(true);
  await page.goto(`/view-borrower?id=${loanId}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const know = page.getByRole('region', { name: borrowerText.know.title });
  await expect(know).toContainText(`${borrowerText.know.bestTime}: ${kitText.notOffline}`);
  await expect(know).not.toContainText('undefined');
  // Contact limits are those of this moment, with their time.
  await expect(know).toContainText(/As of \d\d-\d\d-\d{4}/);
  await expect(page.getByRole('article')).toContainText(`${dpd} days`);
  const timeline = page.getByRole('region', { name: borrowerText.chapters.timeline });
  await expect(timeline.getByRole('listitem').first()).toBeVisible();
  await expect(page.getByText(loanHoldsText.title).first()).toBeVisible();
  await page.goto(`/view-borrower?id=${loanId}&tab=loan`);
  await expect(page.getByText(new RegExp(`^${kitText.notOffline}: .*`)).first()).toBeVisible();
  await expect(page.getByText(borrowerText.noEmi)).toHaveCount(0);
  await page.goto(`/view-borrower?id=${loanId}&tab=contact`);
  await expect(page.getByText(borrowerText.numbersAway)).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'XXXXXX' }).first()).toBeVisible();
  await page.goto(`/view-borrower?id=${loanId}&tab=messages`);
  await expect(page.getByText(kitText.notOffline).first()).toBeVisible();
  await expect(page.getByText(borrowerText.noMessages)).toHaveCount(0);
});
