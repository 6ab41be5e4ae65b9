/** Main jobs by keyboard only: elements are found by Tab, visible by focus ring, and triggered by a key. */
import { type Locator, type Page, expect, test } from '@playwright/test';
import { choose, press, reach, typeInto, withoutMouse } from './by-keys.ts';
import { demoPassword } from '../../src/app/demo/accounts.ts';
import { outcomeForm } from './field.ts';
import { enter } from './people.ts';

/** Nothing of this name was there before. */
const stamp = Date.now().toString(36);
const view = `Unpaid ${stamp}`;

test('typing before the palette has loaded starts its search, and triggers no shortcut', async ({ page }) => {
  await enter(page, 'agent6');
  await page.goto('/home');
  await expect(page.getByRole('button', { name: /^Promise/ }).first()).toBeVisible();
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(/palette-[^/]*\.js$/, async (route) => {
    await arrived;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  // On this page the keys also mean PTP and next borrower.
  await page.keyboard.type('tnx');
  await page.keyboard.press('Backspace');
  await expect(page.getByRole('dialog')).toBeHidden();
  arrive();
  const box = page.getByRole('dialog').getByRole('combobox');
  await expect(box).toHaveValue('tn');
  await box.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

async function palette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search or do' })).toBeFocused();
}
async function signInByKeys(page: Page, account: string): Promise<void> {
  await page.goto('/login');
  await typeInto(page, page.getByLabel('Username'), `${account}@recoup.test`);
  await typeInto(page, page.getByLabel('Password', { exact: true }), demoPassword);
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/login/);
}
const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const said = (page: Page, words: string | RegExp): Promise<void> =>
  expect(page.getByText(words).first()).toBeVisible();

test.beforeEach(({ page }) => withoutMouse(page));

test('an agent signs in, finds a borrower, records a disposition and checks the queue', async ({ page }) => {
  await signInByKeys(page, 'agent9');
  await page.goto('/borrowers');
  const first = page.getByRole('main').locator('a[href*="view-borrower"]').first();
  await expect(first).toBeVisible();
  const name = (await first.innerText()).split('\n')[0] ?? '';
  await palette(page);
  await page.keyboard.type(name);
  await expect(page.getByRole('option', { name: /₹/ }).first()).toContainText(name);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/view-borrower\?id=\d+/);
  const form = outcomeForm(page);
  await expect(form.getByRole('button', { name: 'Followup', exact: true })).toBeVisible();
  await page.keyboard.press('d');
  await press(page, form.getByRole('button', { name: 'Followup', exact: true }));
  await press(page, form.getByRole('button', { name: 'Wants Statement' }));
  await press(page, form.getByRole('button', { name: '+7 days' }));
  await page.keyboard.press('Control+Enter');
  await said(page, 'Disposition added successfully');
  await palette(page);
  await page.keyboard.type('Queue');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Queue' })).toBeVisible();
});

test('a leader filters a list, saves a view, widens a column and allocates the matches', async ({ page }) => {
  await enter(page, 'lead2');
  await page.goto('/borrowers?size=5');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await press(page, button(page, 'Filters'));
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  await choose(page, drawer.getByRole('combobox', { name: 'Payment Status' }), 'Unpaid');
  await press(page, drawer.getByRole('button', { name: 'Search' }));
  await said(page, /Payment Status: Unpaid/);
  await press(page, button(page, 'Save view'));
  await expect(page.getByRole('textbox', { name: 'Name of the view' })).toBeFocused();
  await page.keyboard.type(view);
  await page.keyboard.press('Enter');
  await said(page, 'View saved');
  await expect(
    page.getByRole('group', { name: 'Views' }).getByRole('button', { name: view }),
  ).toHaveAttribute('aria-pressed', 'true');
  await press(page, button(page, 'Columns'));
  await reach(page, page.getByRole('slider', { name: 'Width of TOS' }));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await press(page, page.getByRole('checkbox', { name: 'Select All' }), 'Space');
  await press(page, button(page, /^Select all [\d,]+ that match$/));
  await press(page, button(page, 'Assign Allocation'));
  const sheet = page.getByRole('dialog', { name: 'Assign Allocation' });
  await choose(page, sheet.getByRole('combobox', { name: 'Allocation Type' }), /./u);
  await press(page, sheet.getByRole('button', { name: 'Save' }));
  await press(
    page,
    page.getByRole('dialog', { name: /^Allocate all/ }).getByRole('button', { name: 'Assign Allocation' }),
  );
  await said(page, /loans? allocated/);
});

test('an admin finds the glossary, adds to a master and opens the row menu', async ({ page }) => {
  await enter(page, 'admin');
  await page.goto('/admin/breaks');
  await press(page, button(page, /User menu/));
  await expect(page.getByRole('group', { name: 'Language' })).toBeVisible();
  await page.keyboard.press('Escape');
  await press(page, button(page, 'Add Break'));
  const form = page.getByRole('dialog', { name: 'Add Break' });
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type(`Prayer ${stamp}`);
  await reach(page, form.getByLabel('Duration'));
  await page.keyboard.type('00:15');
  await press(page, form.getByRole('button', { name: 'Save' }));
  await said(page, 'Break added successfully');
  await page.goto('/admin/borrowers');
  await press(page, page.getByRole('button', { name: /^Actions for/ }).first());
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
});
