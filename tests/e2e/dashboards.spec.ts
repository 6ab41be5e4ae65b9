/** Dashboards: every specified widget, charts with tables, points linked to their rows. */
import { type Page, expect, test } from '@playwright/test';
import { dayInIndia } from '../../src/kernel/contract/india.ts';
import { meter } from './meter.ts';
import { signIn } from './people.ts';
import { flaws } from './sight.ts';

const widgets = [
  'Team Summary',
  'Attempt Vs Connect Intensity',
  'Target Vs Achievement',
  'PTP Insights',
  'Best Payment Vs Payment Intensity',
  'Agent Performance',
  'Response Summary',
  'Communication Dashboard',
  'Approve Settlement',
];
const rupeesOf = (text: string): number => Number(text.replaceAll(/[^\d.]/g, ''));

const isClean = async (page: Page): Promise<void> => expect(await flaws(page)).toEqual([]);

test('a leader sees the nine widgets and the month; a day of it opens its payments', async ({ page }) => {
  await signIn(page, 'lead');
  const bytes = meter(page);
  await page.goto('/dashboard');
  for (const name of widgets) await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  await expect(
    page
      .getByRole('img', { name: /^Collected, day by day/ })
      .locator('svg')
      .first(),
  ).toBeVisible();
  expect(bytes.names().some((name) => name.includes('month-drawing'))).toBe(true);
  await isClean(page);
  await page.getByRole('link', { name: 'Not Attempted' }).click();
  const counted = page.getByRole('dialog', { name: 'Not Attempted' });
  await expect(counted.getByRole('row').nth(1).getByRole('link')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(counted).toBeHidden();
  // Nothing is of this month on the first of its mornings.
  if (!dayInIndia(new Date()).endsWith('-01')) await ofThisMonth(page);
});

async function ofThisMonth(page: Page): Promise<void> {
  const answers = page.getByRole('region', { name: 'Response Summary' });
  const answer = answers.getByRole('link').first();
  const said = await answer.innerText();
  await answer.click();
  const whoSaid = page.getByRole('dialog', { name: said, exact: true });
  await expect(whoSaid.getByRole('columnheader', { name: 'Answers' })).toBeVisible();
  await expect(whoSaid.getByRole('row').nth(1).getByRole('link')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(whoSaid).toBeHidden();
  await page.getByRole('button', { name: 'Collected, day by day as a table' }).click();
  const row = page
    .getByRole('region', { name: 'Collected, day by day, table' })
    .locator('tr', { has: page.locator('a') })
    .first();
  const collected = rupeesOf(await row.locator('td').nth(1).innerText());
  expect(collected).toBeGreaterThan(0);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^Collected, day by day .*\.csv$/);
  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible();
  expect(page.url()).toContain('type=REALIZED');
}

test('an agent has the thirteen cards; the start page brings no charts with it', async ({ page }) => {
  await signIn(page, 'agent');
  const bytes = meter(page);
  await page.goto('/home');
  const last = page.getByRole('heading', { name: 'Achievement Info' });
  // Content further down loads on scrolling.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(last).toBeAttached({ timeout: 1000 });
  }).toPass();
  await page.waitForLoadState('networkidle');
  expect(bytes.names().filter((name) => /month-drawing/.test(name))).toEqual([]);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(17);
  await isClean(page);
});
