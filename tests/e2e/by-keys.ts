/** Keyboard-only use: elements are found by Tab, visible by focus ring, and triggered by a key. */
import { type Locator, type Page, expect } from '@playwright/test';

/** Mouse use would be detected. */
export const withoutMouse = (page: Page): Promise<unknown> =>
  page.addInitScript(() =>
    addEventListener('pointerdown', () => {
      throw new Error('a mouse was used');
    }),
  );

/** Tab, until this has the cursor; a stop that cannot be seen to have it is a fault. */
export async function reach(page: Page, target: Locator, most = 120): Promise<void> {
  await expect(target.first()).toBeVisible();
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press('Tab');
    const isThere = await target
      .first()
      .evaluate((wanted) => wanted === document.activeElement && wanted.matches(':focus-visible'));
    if (isThere) return;
  }
  throw new Error(`not reached by ${most} presses of Tab: ${target.toString()}`);
}
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await reach(page, target);
  await page.keyboard.press(key);
}
export async function typeInto(page: Page, target: Locator, words: string): Promise<void> {
  await reach(page, target);
  await page.keyboard.type(words);
}

/** Opens the choices of a field and walks to one of them. */
export async function choose(page: Page, field: Locator, option: string | RegExp): Promise<void> {
  await reach(page, field);
  await page.keyboard.press('ArrowDown');
  const wanted = page
    .getByRole('listbox')
    .getByRole('option', { name: option })
    .filter({ visible: true })
    .first();
  await expect(wanted).toBeVisible();
  for (let steps = 0; steps < 20; steps += 1) {
    if ((await wanted.getAttribute('data-combobox-selected')) !== null) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
}
