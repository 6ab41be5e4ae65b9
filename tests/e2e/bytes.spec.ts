/** What a first visit costs in bytes, as the browser fetched them: brotli, own origin, without the service worker. */
import { expect, test } from '@playwright/test';
import { meter } from './meter.ts';
import { signIn } from './people.ts';

test.use({ serviceWorkers: 'block' });

const kilobyte = 1000;
const limits = { login: 60 * kilobyte, shell: 200 * kilobyte };

test('the sign-in page is small and brings no console with it', async ({ page }) => {
  const bytes = meter(page);
  await page.goto('/login');
  await expect(page.getByLabel('Username')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const size = await bytes.sum();
  test.info().annotations.push({ type: 'sign-in page', description: `${size} bytes brotli` });
  expect(size).toBeGreaterThan(kilobyte);
  expect(size).toBeLessThanOrEqual(limits.login);
  expect(bytes.names().filter((name) => /react|mantine|console/.test(name))).toEqual([]);
});

test('the agent shell with one list stays small', async ({ page, context, browser }) => {
  await signIn(page, 'agent');
  // A browser that has nothing yet but the session.
  const other = await browser.newContext({
    storageState: await context.storageState(),
    serviceWorkers: 'block',
  });
  const fresh = await other.newPage();
  const bytes = meter(fresh);
  await fresh.goto('/borrowers');
  await expect(fresh.getByRole('heading', { name: 'Borrowers' })).toBeVisible();
  await fresh.waitForLoadState('networkidle');
  const size = await bytes.sum();
  test.info().annotations.push({ type: 'agent shell with one list', description: `${size} bytes brotli` });
  expect(size).toBeGreaterThan(30 * kilobyte);
  expect(size).toBeLessThanOrEqual(limits.shell);
});
