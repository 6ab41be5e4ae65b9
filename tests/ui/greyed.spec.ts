/** A disabled button shows its reason on hover, focus and tap, and does nothing. */
import { expect } from '@playwright/test';
import { kitText } from '../../src/text/en/kit.ts';
import { phone, test } from './kit.ts';

test('a grey button shows its reason on hover and on focus, and hides it again', async ({ open }) => {
  const page = await open('state=empty');
  const button = page.getByRole('button', { name: 'Export' });
  const reason = page.getByText(kitText.nothingToExport, { exact: true });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription(kitText.nothingToExport);
  await button.hover({ force: true });
  await expect(reason).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(reason).toBeHidden();
  // A keyboard reaches it as any other button.
  await button.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(button).toBeFocused();
  await expect(reason).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(reason).toBeHidden();
});

test('a tap on a grey button shows its reason within the screen and presses nothing', async ({ open }) => {
  const page = await open('state=filled&size=10', phone);
  const before = page.getByRole('button', { name: kitText.previous });
  await before.click({ force: true });
  const reason = page.getByText(kitText.isFirst);
  await expect(reason).toBeVisible();
  const box = await reason.boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= phone.width && box.y + box.height <= phone.height).toBe(
    true,
  );
  expect(new URL(page.url()).searchParams.get('page')).toBeNull();
  await page.getByRole('button', { name: kitText.next }).click();
  await expect(reason).toBeHidden();
  await expect(before).toBeEnabled();
});
