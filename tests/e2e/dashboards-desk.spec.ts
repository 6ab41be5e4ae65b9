/** What of dashboards a phone has no other of: the same files, and screens of a desk. */
import { expect, test } from '@playwright/test';
import { meter } from './meter.ts';
import { enter, signIn } from './people.ts';

const kilobyte = 1000;

test('the code of charts stays small', async ({ page, request }) => {
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

test('an admin sees the month over the lenders, and the screens below', async ({ page }) => {
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
  expect(page.url()).toContain('view=wall');
});
