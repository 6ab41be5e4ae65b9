/** A desk worked by its keys: each is printed on the button that it presses. */
import { type Page, expect, test } from '@playwright/test';
import { keyNames, keyText, keys } from '../../src/kernel/ui/parts/menu/keys.ts';
import { appText } from '../../src/text/en/app.ts';
import { listen, outcomeForm, said } from './field.ts';
import { enter } from './people.ts';

const borrower = (page: Page) => page.getByRole('heading', { level: 1 });

test('a disposition is recorded next to the timeline by keys, and the next row opens', async ({ page }) => {
  await enter(page, 'agent8');
  await page.goto('/borrowers');
  const rows = page.getByRole('main').locator('a[href*="view-borrower"]');
  await expect(rows.nth(1)).toBeVisible();
  const [first, second] = [await rows.nth(0).getAttribute('href'), await rows.nth(1).getAttribute('href')];
  await rows.first().click();
  await expect(page).toHaveURL(new RegExp(`${first?.split('?')[1]}$`));
  const form = outcomeForm(page);
  const pictures = form.getByRole('group', { name: 'Disposition' }).getByRole('button');
  await expect(pictures.first()).toBeVisible();
  await page.keyboard.press('d');
  await expect(pictures.first()).toBeFocused();
  await form.getByRole('button', { name: 'Followup', exact: true }).press('Enter');
  await form.getByRole('button', { name: 'Wants Statement' }).press('Enter');
  await form.getByRole('button', { name: '+7 days' }).press('Enter');
  // The timeline remains visible.
  await expect(page.getByRole('region', { name: 'Timeline' })).toBeInViewport();
  await listen(page);
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(new RegExp(`${second?.split('?')[1]}$`));
  await said(page, 'Disposition added successfully');
  await expect(pictures.first()).toHaveAttribute('aria-pressed', 'false');
});

test('each key of the list presses the button that shows it', async ({ page }) => {
  await enter(page, 'agent8');
  await page.goto('/home');
  await page.getByRole('main').locator('a[href*="view-borrower"]').first().click();
  await expect(borrower(page)).toBeVisible();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog');
  for (const name of keyNames)
    await expect(sheet.getByText(appText.keys[name], { exact: true }).first()).toBeVisible();
  await expect(sheet.getByRole('term')).toHaveText(
    keyNames.map((name) => keyText(name)),
    {
      useInnerText: true,
    },
  );
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  const printed = page.getByRole('main').locator('button[aria-keyshortcuts]');
  await expect(printed.first()).toBeVisible();
  for (const button of await printed.all())
    await expect(button).toContainText((await button.getAttribute('aria-keyshortcuts')) ?? '');
  await page.keyboard.press(keys.hold.key);
  await expect(page.getByRole('dialog', { name: 'Place a hold' })).toBeVisible();
});
