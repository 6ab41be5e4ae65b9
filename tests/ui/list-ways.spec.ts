/** Arranging lists: saved views, custom column widths, all matches. */
import { type Page, expect } from '@playwright/test';
import { phone, sentBy, test } from './kit.ts';

const addressOf = (page: Page): URLSearchParams => new URL(page.url()).searchParams;
const widthOf = async (page: Page, head: string): Promise<number> =>
  Math.round((await page.getByRole('columnheader', { name: head, exact: true }).boundingBox())?.width ?? 0);

const isWide = (page: Page, head: string, pixels: number): Promise<void> =>
  expect.poll(() => widthOf(page, head)).toBe(pixels);

test('a shared view is one click: filters, order and columns, and nothing unknown to its list', async ({
  open,
}) => {
  const page = await open('state=filled&q=a');
  const views = page.getByRole('group', { name: 'Views' });
  await expect(views.getByRole('button', { name: 'All' })).toHaveAttribute('aria-pressed', 'false');
  await views.getByRole('button', { name: 'Broken first' }).click();
  await expect(views.getByRole('button', { name: 'Broken first' })).toHaveAttribute('aria-pressed', 'true');
  const address = () => Object.fromEntries(addressOf(page));
  await expect.poll(address).toEqual({ state: 'filled', status: 'Broken', sort: '-due' });
  await expect(page.getByRole('columnheader', { name: 'Tags' })).toHaveCount(0);
  await isWide(page, 'Due', 200);
  await expect(page.getByText('Status: Broken')).toBeVisible();
  await views.getByRole('button', { name: 'All' }).click();
  await expect.poll(address).toEqual({ state: 'filled' });
  await expect(page.getByRole('columnheader', { name: 'Tags' })).toBeVisible();
});

test('what is shown is saved under a name, shared, brought up to date and removed', async ({ open }) => {
  const page = await open('state=filled&status=Open&page=2&size=10');
  await page.getByRole('button', { name: 'Save view' }).click();
  const sheet = page.getByRole('dialog', { name: 'Views' });
  await sheet.getByRole('textbox', { name: 'Name of the view' }).fill('Open ones');
  await sheet.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByText('View saved')).toBeVisible();
  const group = page.getByRole('group', { name: 'Views' });
  await expect(group.getByRole('button', { name: 'Open ones' })).toHaveAttribute('aria-pressed', 'true');
  const [created] = await sentBy(page);
  expect(created).toMatchObject({
    line: 'POST /list-views',
    body: { list: 'cases.list', name: 'Open ones', words: { status: 'Open' }, arrangement: {} },
  });
  await page.setViewportSize(phone);
  await page.getByRole('button', { name: 'Views' }).click();
  await expect(sheet.getByText('Shared by Meera Iyer')).toBeVisible();
  // Views of other users are read-only.
  await expect(sheet.getByRole('button', { name: 'Remove Broken first' })).toHaveCount(0);
  await sheet.getByRole('button', { name: 'Share Open ones with my team' }).click();
  await expect(sheet.getByRole('button', { name: 'Stop sharing Open ones' })).toBeVisible();
  await sheet.getByRole('button', { name: 'Remove Open ones' }).click();
  await page
    .getByRole('dialog', { name: 'Remove the view Open ones?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(sheet.getByRole('button', { name: 'Open ones', exact: true })).toHaveCount(0);
  const lines = (await sentBy(page)).map(({ line }) => line.split(' ')[0]);
  expect(lines).toEqual(['POST', 'PATCH', 'DELETE']);
});

test('without saved views no row is reserved for them, and one can be saved', async ({ open }) => {
  const page = await open('state=empty');
  await expect(page.getByRole('group', { name: 'Views' })).toHaveCount(0);
  await page.getByText('No cases yet.').waitFor();
  const save = page.getByRole('button', { name: 'Save view' });
  const height = async (at: typeof save) => (await at.boundingBox())?.height;
  expect(await height(page.locator('header'))).toBe(await height(save));
  await save.click();
  await expect(page.getByRole('dialog', { name: 'Views' })).toBeVisible();
});

test('a column width is set by drag or keyboard, and persists', async ({ open }) => {
  const page = await open('state=filled');
  const head = page.getByRole('columnheader', { name: 'Due', exact: true });
  // Their line moves the table down.
  await expect(page.getByRole('group', { name: 'Views' })).toBeVisible();
  await expect(page.getByText('Mohammed Das').first()).toBeVisible();
  const before = (await head.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  const edge = { x: before.x + before.width - 4, y: before.y + 12 };
  await page.mouse.move(edge.x, edge.y);
  await page.mouse.down();
  await page.mouse.move(edge.x + 60, edge.y, { steps: 4 });
  await page.mouse.up();
  await isWide(page, 'Due', Math.round(before.width) + 60);
  // Dragging is not a click: the sort is unchanged.
  expect(addressOf(page).get('sort')).toBeNull();
  await page.getByRole('button', { name: 'Columns' }).click();
  const width = page.getByRole('slider', { name: 'Width of Due' });
  const from = Number(await width.inputValue());
  await width.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const said = Number(await width.inputValue());
  expect(said).toBeGreaterThan(from);
  await page.keyboard.press('Escape');
  await isWide(page, 'Due', said);
  await page.reload();
  await expect(head).toBeVisible();
  await isWide(page, 'Due', said);
});

test('all matches are selected without loading, and a bulk action is sent with the filter', async ({
  open,
}) => {
  const page = await open('state=filled&size=10&status=Open');
  await page.getByRole('checkbox', { name: 'Select All' }).check();
  await page.getByRole('button', { name: 'Select all 80 that match' }).click();
  await expect(page.getByText('All 80 that match are selected')).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('11–20 of 80')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Select Asha', exact: false }).first()).toBeChecked();
  // Who must not be called is in no selection.
  await expect(page.locator('input[type=checkbox]:disabled:checked')).toHaveCount(0);
  await page.getByRole('button', { name: 'Assign' }).click();
  expect(JSON.parse(await page.title())).toEqual({ filter: { status: 'Open', isActive: true }, count: 80 });
  await expect(page.getByText('that match are selected')).toHaveCount(0);
});

test('one row less is a selection of rows again', async ({ open }) => {
  const page = await open('state=filled&size=5&status=Open');
  await page.getByRole('checkbox', { name: 'Select All' }).check();
  await page.getByRole('button', { name: 'Select all 80 that match' }).click();
  await page.getByRole('row').nth(1).getByRole('checkbox').uncheck();
  await page.getByRole('button', { name: 'Assign' }).click();
  const rows = JSON.parse(await page.title()) as number[];
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.length).toBeLessThan(5);
});
