/** The menu of an agent's phone. */
import { expect, test } from '@playwright/test';
import { signIn } from './people.ts';

test('each item under More has a unique icon, also when its file loads after the menu', async ({ page }) => {
  await signIn(page, 'agent');
  const opened = Promise.withResolvers<void>();
  await page.route('**/assets/menu-icons-*', async (route) => {
    await opened.promise;
    await route.continue();
  });
  await page.goto('/');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const menu = page.getByRole('navigation', { name: 'More' });
  const icons = (): Promise<string[]> =>
    menu
      .getByRole('link')
      .evaluateAll((links) => links.map((one) => one.querySelector('svg')?.innerHTML ?? ''));
  await expect.poll(async () => (await icons()).length).toBeGreaterThan(3);
  opened.resolve();
  await expect.poll(async () => new Set(await icons()).size).toBe((await icons()).length);
});
