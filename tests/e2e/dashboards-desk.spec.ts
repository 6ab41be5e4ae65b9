/** What of dashboards a phone has no other of: the same files, and screens of a desk. */
import { expect, test } from '@playwright/test';
import pg from 'pg';
import { attachEmbedded } from '../../src/app/database/embedded.ts';
import { dashboardText } from '../../src/contexts/reporting/text/en/dashboard.ts';
import { performanceText } from '../../src/contexts/reporting/text/en/performance.ts';
import { meter } from './meter.ts';
import { enter, signIn } from './people.ts';

const kilobyte = 1000;

test('chart code has a small size', async ({ page, request }) => {
  await signIn(page, 'lead');
  const bytes = meter(page);
  await page.goto('/dashboard');
  await expect(page.locator('.recharts-surface').first()).toBeVisible();
  const names = bytes.names().filter((name) => name.includes('month-drawing'));
  const sizes = await Promise.all(
    names.map(async (name) => {
      const answer = await request.get(`/assets/${name.split('/').at(-1) ?? ''}`, {
        headers: { 'Accept-Encoding': 'br' },
      });
      return Number(answer.headers()['content-length'] ?? 0);
    }),
  );
  expect(Math.min(...sizes)).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(120 * kilobyte);
});

test('an admin sees the month above the lenders, and the screens below', async ({ page }) => {
  await enter(page, 'admin');
  await page.goto('/admin/dashboard');
  for (const name of ['Collected, day by day', 'Client performance', 'Promise calendar', 'Masters'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  await page.goto('/admin/dashboard/communication');
  await expect(page.getByRole('heading', { name: 'Messages and what they brought' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Show WhatsApp: / }).first()).toBeVisible();
});

test('the floor has cards, a table and a wall, each at its address', async ({ page }) => {
  await enter(page, 'lead');
  await page.goto('/tracker/agent-live-status');
  await expect(page.getByText('Talking')).toBeVisible();
  await page.getByRole('button', { name: 'Table' }).click();
  await expect(page.getByRole('group', { name: 'Status' })).toBeVisible();
  await page.getByRole('button', { name: 'Wall' }).click();
  await expect(page.getByRole('button', { name: 'Full screen' })).toBeVisible();
  await expect(page).toHaveURL(/view=wall/);
});

test('reports are sorted by column headers, and the URL stores it', async ({ page }) => {
  await enter(page, 'admin');
  await page.goto('/admin/user-collection-perfomance');
  const head = page.getByRole('columnheader', { name: 'MTD', exact: true });
  await head.getByRole('button').first().click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await head.getByRole('button').first().click();
  await expect(page).toHaveURL(/sort=-mtd/);
  await page.reload();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
});

test('lenders are sorted by amount collected, and the grand total is last', async ({ page }) => {
  await enter(page, 'admin');
  await page.goto('/admin/dashboard');
  const table = page.getByRole('region', { name: 'Client performance' }).getByRole('table');
  const names = (): Promise<string[]> => table.locator('tbody td:first-child').allInnerTexts();
  await expect(table).toBeVisible();
  const usual = await names();
  const head = table.getByRole('columnheader', { name: 'Target', exact: true });
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await page.reload();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  const sorted = await names();
  expect(sorted).not.toEqual(usual);
  expect(sorted.toSorted()).toEqual(usual.toSorted());
  expect(sorted.at(-1)).toBe(usual.at(-1));
});

test('a running Sync is shown on a page opened meanwhile, until it completes', async ({ page }) => {
  await signIn(page, 'agent');
  const { config } = await attachEmbedded(process.env['E2E_DATA'] ?? '');
  const database = new pg.Client(config);
  await database.connect();
  const { rows } = await database.query<{ id: string }>(
    `insert into summary_syncs (key, asked_by, assignee_ids, reached, last, changed)
      select 'large', array[id], array[id], 40, 100, 40 from users where email = 'agent@recoup.test' returning id`,
  );
  await page.goto('/dashboard');
  await expect(page.getByText(`${performanceText.syncing} 40 %`)).toBeVisible();
  await expect(page.getByRole('button', { name: dashboardText.refreshAll })).toBeDisabled();
  await database.query('update summary_syncs set ended_at = now() where id = $1', [rows[0]?.id]);
  await expect(page.getByText(dashboardText.allSynced)).toBeVisible();
  await expect(page.getByText(performanceText.syncing)).toHaveCount(0);
  await expect(page.getByRole('button', { name: dashboardText.refreshAll })).toBeEnabled();
  await database.end();
});
