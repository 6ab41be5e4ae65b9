/** What a person does with a list. */
import { type Page, expect } from '@playwright/test';
import { phone, sentBy, test } from './kit.ts';

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name }).first();
const addressOf = (page: Page): URLSearchParams => new URL(page.url()).searchParams;
/** The URL eventually has this value. */
const says = (page: Page, key: string, value: string | null): Promise<void> =>
  expect.poll(() => addressOf(page).get(key)).toBe(value);

test('search debounces typing, preserves the cursor, survives a reload, and is not in the URL', async ({
  open,
}) => {
  const page = await open('state=filled');
  const box = page.getByRole('searchbox', { name: 'Search' });
  await box.pressSequentially('lakshmi ', { delay: 20 });
  await expect(page.getByText('Mohammed Das')).toHaveCount(0);
  await box.pressSequentially('kh', { delay: 20 });
  await expect(box).toHaveValue('lakshmi kh');
  await expect(box).toBeFocused();
  expect(page.url().toLowerCase()).not.toContain('lakshmi');
  await expect.poll(() => page.evaluate(() => JSON.stringify(history.state))).toContain('lakshmi kh');
  await page.reload();
  await expect(box).toHaveValue('lakshmi kh');
  await expect(page.getByText('Lakshmi Khan').first()).toBeVisible();
  await expect(page.getByText('Mohammed Das')).toHaveCount(0);
});

test('a link that names a search opens it; what is typed next leaves the address', async ({ open }) => {
  const page = await open('state=filled&q=lakshmi');
  const box = page.getByRole('searchbox', { name: 'Search' });
  await expect(box).toHaveValue('lakshmi');
  await expect(page.getByText('Lakshmi Khan').first()).toBeVisible();
  await expect(page.getByText('Mohammed Das')).toHaveCount(0);
  await box.fill('mohammed');
  await expect(page.getByText('Mohammed Das').first()).toBeVisible();
  await says(page, 'q', null);
  await box.fill('');
  await expect(page.getByText('Lakshmi Khan').first()).toBeVisible();
});

test('filters query the server when Search is clicked, and Reset clears them', async ({ open }) => {
  const page = await open('state=filled');
  await page.getByRole('button', { name: 'Filters' }).click();
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  await drawer.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Broken' }).click();
  await drawer.getByRole('combobox', { name: 'Client' }).fill('Lender 12');
  await page.getByRole('option', { name: 'Lender 12' }).click();
  await drawer.getByRole('combobox', { name: 'Client' }).fill('Lender 2');
  await page.getByRole('option', { name: 'Lender 2' }).click();
  expect(addressOf(page).get('status')).toBeNull();
  await drawer.getByRole('button', { name: 'Search' }).click();
  await expect(drawer).toHaveCount(0);
  await says(page, 'status', 'Broken');
  expect(addressOf(page).get('clientIds')).toBe('12,2');
  await expect(page.getByRole('button', { name: 'Filters (2)' })).toBeFocused();
  await page.getByRole('button', { name: 'Filters (2)' }).click();
  // Far down its dropdown, and still named.
  await expect(drawer.getByText('Lender 12').first()).toBeVisible();
  await drawer.getByRole('button', { name: 'Reset' }).click();
  await says(page, 'status', null);
  await page.goBack();
  await says(page, 'status', 'Broken');
});

test('a range of days is at most thirty days long; a choice without permission is locked', async ({
  open,
}) => {
  const page = await open('state=filled');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Promised').fill('2026-01-01');
  await page.getByLabel('Until').fill('2026-05-01');
  await expect(page.getByLabel('Until')).toHaveValue('31-01-2026');
  await page.getByLabel('Promised').fill('2025-12-01');
  await expect(page.getByLabel('Until')).toHaveValue('31-12-2025');
  await page.getByLabel('Until').fill('tomorrow');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('Until is not right')).toBeVisible();
  await page.getByLabel('Until').fill('2/12/2025');
  await expect(page.getByRole('combobox', { name: 'Portfolio' })).toBeDisabled();
  await expect(page.getByRole('img', { name: 'You are not allowed to choose this' })).toBeVisible();
});

test('a column head sorts up, down and not at all; phones sort by a choice', async ({ open }) => {
  const page = await open('state=filled');
  const head = page.getByRole('columnheader', { name: 'Due' });
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await says(page, 'sort', '-due');
  await head.getByRole('button').click();
  await expect(head).not.toHaveAttribute('aria-sort');
  await page.setViewportSize(phone);
  await page.getByRole('combobox', { name: 'Sort' }).selectOption({ label: 'Due ↓' });
  await says(page, 'sort', '-due');
});

test('one click on a box draws one row again', async ({ open }) => {
  const page = await open('screen=wide&size=500');
  await expect(page.getByText('row 1 col 1', { exact: true })).toBeVisible();
  await page.evaluate(() => {
    const touched = new Set<string>();
    Object.assign(window, { touched });
    new MutationObserver((records) => {
      for (const { target } of records)
        touched.add(
          (target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index ?? 'elsewhere',
        );
    }).observe(document.querySelector('[role=rowgroup]') as Element, {
      subtree: true,
      attributes: true,
      childList: true,
      characterData: true,
    });
  });
  await page.getByRole('checkbox', { name: 'Select row 4 col 1', exact: true }).check();
  await expect(page.getByText('1 selected')).toBeVisible();
  const touched = await page.evaluate(() => [...(window as unknown as { touched: Set<string> }).touched]);
  expect(touched).toEqual(['3']);
  expect(await page.locator('*').count()).toBeLessThanOrEqual(1_500);
});

test('a long table has its rows whenever the window becomes wide', async ({ open }) => {
  const page = await open('screen=wide&size=500');
  const first = page.getByText('row 1 col 1', { exact: true }).first();
  await expect(first).toBeVisible();
  for (const size of [phone, { width: 1280, height: 800 }, phone, { width: 1024, height: 700 }]) {
    await page.setViewportSize(size);
    await expect(first, `${size.width} wide`).toBeVisible();
  }
});

test('select-all covers selectable rows of this page; another search clears it', async ({ open }) => {
  const page = await open('state=filled&size=10');
  const blocked = page.getByRole('checkbox', { name: 'Select Lakshmi Khan' }).first();
  await expect(blocked).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Select All' }).check();
  await expect(page.getByText('9 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('11–20 of 240')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Select All' })).not.toBeChecked();
  await expect(page.getByText('9 selected')).toBeVisible();
  await page.getByRole('searchbox').fill('das');
  await expect(page.getByText('9 selected')).toHaveCount(0);
});

test('the row menu opens by right click, button and menu key; its action confirms, runs and reports', async ({
  open,
}) => {
  const page = await open('state=filled');
  await rowOf(page, 'Mohammed Das').click({ button: 'right' });
  const menu = page.getByRole('menu');
  await expect(menu.getByRole('menuitem')).toHaveText(['Close case', 'Print']);
  await page.keyboard.press('ArrowDown');
  await expect(menu.getByRole('menuitem', { name: 'Print' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  // Paid: there is nothing to close.
  await rowOf(page, 'Venkata Subramanya').click({ button: 'right' });
  await expect(menu.getByRole('menuitem')).toHaveText(['Print']);
  await rowOf(page, 'Mohammed Das').click({ button: 'right' });
  await expect(menu.getByRole('menuitem')).toHaveText(['Close case', 'Print']);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Mohammed Das' }).first().focus();
  await page.keyboard.press('ContextMenu');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  const button = page.getByRole('button', { name: 'Actions for Mohammed Das' }).first();
  await button.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Close the case of Mohammed Das?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  expect(await sentBy(page)).toEqual([]);
  await button.click();
  await menu.getByRole('menuitem', { name: 'Close case' }).click();
  await page.getByRole('button', { name: 'Close case' }).click();
  await expect(page.getByText('Case closed')).toBeVisible();
  expect(await sentBy(page)).toEqual([{ line: 'POST /cases/3/close', body: {} }]);
});

test('a long tap opens the menu on a phone', async ({ open, page }) => {
  await page.clock.install();
  await open('state=filled', phone);
  const card = page.getByRole('article').nth(2);
  await card.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 100, clientY: 400 });
  await expect(page.getByRole('menu')).toBeVisible();
  // Lifting the finger leaves it open; the next tap elsewhere closes it.
  await card.dispatchEvent('pointerup', { pointerType: 'touch' });
  await expect(page.getByRole('menu')).toBeVisible();
  await page.locator('h1').first().dispatchEvent('pointerdown', { pointerType: 'touch' });
  await expect(page.getByRole('menu')).toHaveCount(0);
  await card.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 100, clientY: 400 });
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  // A short tap, on any host.
  await page.clock.pauseAt(Date.now() + 60_000);
  await card.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 100, clientY: 400 });
  await card.dispatchEvent('pointerup', { pointerType: 'touch' });
  await page.clock.runFor(800);
  await expect(page.getByRole('menu')).toHaveCount(0);
});

test('a row opens, in the table and as a card', async ({ open }) => {
  const page = await open('state=filled');
  await rowOf(page, 'Mohammed Das').getByRole('button', { name: 'Show more' }).click();
  await expect(page.getByText('LN20260002 was called 2 times.')).toBeVisible();
  await page.setViewportSize(phone);
  await page.getByRole('article').nth(2).getByRole('button', { name: 'Show more' }).click();
  await expect(page.getByText('LN20260002 was called 2 times.')).toBeVisible();
});

test('pinned columns and header remain visible; cards include the full amount with the short one', async ({
  open,
}) => {
  const page = await open('state=filled');
  // Their line moves the table down.
  await expect(page.getByRole('group', { name: 'Views' })).toBeVisible();
  const name = page.getByRole('cell', { name: 'Mohammed Das' }).first();
  // A name too long for its column wraps to a second row.
  const long = page.getByRole('cell', { name: 'Asha Narasimhacharyulu Ramanathapuram' }).first();
  const isWhole = ({ firstElementChild: it }: Element): boolean =>
    it !== null && it.scrollWidth <= it.clientWidth + 1 && it.scrollHeight <= it.clientHeight + 1;
  expect(await long.evaluate(isWhole)).toBe(true);
  const before = await name.boundingBox();
  // Named once, also before its total has loaded.
  await expect(page.getByRole('region', { name: 'Cases' })).toHaveCount(1);
  await page
    .getByRole('region', { name: 'Cases', exact: true })
    .evaluate((region) => region.scrollTo(500, 0));
  expect((await name.boundingBox())?.x).toBe(before?.x);
  const head = page.getByRole('columnheader', { name: 'Borrower' });
  const top = (await head.boundingBox())?.y;
  await page
    .getByRole('region', { name: 'Cases', exact: true })
    .evaluate((region) => region.scrollTo(0, 2_000));
  expect((await head.boundingBox())?.y).toBe(top);
  await page.setViewportSize(phone);
  await expect(page.getByText('₹98.77 Cr')).toHaveAttribute('title', '₹98,76,54,321.50');
});

test('totals are below their columns and below the cards', async ({ open }) => {
  const page = await open('state=filled&status=Open');
  await expect(page.getByRole('row').last()).toContainText('Total');
  await page.setViewportSize(phone);
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('5');
  await expect(page.getByRole('definition').first()).toContainText('₹');
});

test('export is for lists with rows', async ({ open }) => {
  const page = await open('state=empty');
  await expect(page.getByText('No cases yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export' })).toBeDisabled();
});
