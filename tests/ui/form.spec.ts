/** What a person does with the form of a master. */
import { type Page, expect } from '@playwright/test';
import { phone, sentBy, test } from './kit.ts';

const leave = 'Are you sure you want to leave? Your unsaved changes might be lost';
const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const save = (page: Page): Promise<void> => page.getByRole('button', { name: 'Save' }).click();

test('an empty form shows what is required and sends nothing', async ({ open }) => {
  const page = await open('screen=rooms');
  await page.getByRole('button', { name: 'Add Room' }).click();
  await expect(field(page, 'Name')).toBeFocused();
  await save(page);
  await expect(page.getByText('Name is required')).toBeVisible();
  await expect(page.getByText('Please Select Floor')).toBeVisible();
  await expect(page.getByText('Please Select Client')).toBeVisible();
  await expect(field(page, 'Name')).toBeFocused();
  expect(await sentBy(page)).toEqual([]);
});

test('a duplicate name is detected a second after the last key, and an unchanged one is not checked', async ({
  open,
  page,
}) => {
  await page.clock.install();
  await open('screen=rooms&edit=1');
  await expect(field(page, 'Name')).toHaveValue('Ganga');
  await page.clock.pauseAt(Date.now() + 60_000);
  await field(page, 'Name').fill('yamuna');
  await page.clock.runFor(900);
  await expect(page.getByText('already exists.')).toHaveCount(0);
  await page.clock.resume();
  await expect(page.getByText('already exists.')).toBeVisible();
  await save(page);
  expect(await sentBy(page)).toEqual([]);
  await field(page, 'Name').fill('Ganga');
  await expect(page.getByText('already exists.')).toHaveCount(0);
});

test('an edit sends what changed, and nothing when nothing did', async ({ open }) => {
  const page = await open('screen=rooms');
  await page.getByRole('button', { name: 'Edit Room Ganga' }).click();
  await expect(field(page, 'Name')).toHaveValue('Ganga');
  await save(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await sentBy(page)).toEqual([]);
  await page.getByRole('button', { name: 'Edit Room Ganga' }).click();
  await field(page, 'Rent').fill('₹1,25,000.50');
  await page.getByRole('checkbox', { name: 'Quiet' }).check();
  await save(page);
  await expect(page.getByText('Room updated successfully')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await sentBy(page)).toEqual([
    { line: 'PATCH /rooms/1', body: { rent: 125_000.5, isQuiet: true, updatedAt: '2026-11-20T10:00:00Z' } },
  ]);
});

test('a concurrent second save shows the changes, preserves the input and overwrites nothing else', async ({
  open,
}) => {
  const page = await open('screen=rooms&edit=1&state=changed');
  await field(page, 'Rent').fill('30000');
  await field(page, 'Seats').fill('14');
  await save(page);
  await expect(page.getByRole('alert')).toContainText('Name: Godavari, Seats: 20');
  await expect(field(page, 'Name')).toHaveValue('Godavari');
  await expect(field(page, 'Seats')).toHaveValue('14');
  await save(page);
  await expect(page.getByText('Room updated successfully')).toBeVisible();
  expect((await sentBy(page)).at(-1)).toEqual({
    line: 'PATCH /rooms/1',
    body: { rent: 30_000, seats: 14, updatedAt: '2026-11-20T10:01:00Z' },
  });
});

test('unsaved input prompts once, and the cursor returns to its position', async ({ open }) => {
  const page = await open('screen=rooms');
  const opener = page.getByRole('button', { name: 'Edit Room Ganga' });
  await opener.click();
  await field(page, 'Name').fill('Kaveri');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: leave });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(field(page, 'Name')).toHaveValue('Kaveri');
  await page.getByRole('button', { name: 'Close' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(opener).toBeFocused();
  expect(await sentBy(page)).toEqual([]);
});

test("the browser's previous-page button closes a form, after a prompt for unsaved input", async ({
  open,
}) => {
  const page = await open('screen=rooms');
  await page.getByRole('button', { name: 'Add Room' }).click();
  await expect(field(page, 'Name')).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goForward();
  await field(page, 'Name').fill('Kaveri');
  await page.evaluate(() => history.back());
  await page.getByRole('dialog', { name: leave }).getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('two quick presses on Save send once', async ({ open }) => {
  const page = await open('screen=rooms&edit=1');
  await field(page, 'Name').fill('Kaveri');
  await page.getByRole('button', { name: 'Save' }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(page.getByText('Room updated successfully')).toBeVisible();
  expect((await sentBy(page)).map(({ line }) => line)).toEqual(['PATCH /rooms/1']);
});

test("a failure is shown in the form with the master's text, and the input remains", async ({ open }) => {
  const page = await open('screen=rooms&edit=1&state=refused');
  await field(page, 'Name').fill('Kaveri');
  await save(page);
  await expect(page.getByText('Something went wrong!')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'already exists.' })).toBeVisible();
  await expect(field(page, 'Name')).toHaveValue('Kaveri');
});

test('a phone gets a full-height sheet with the right keyboards', async ({ open }) => {
  const page = await open('screen=rooms&edit=new', phone);
  const sheet = page.getByRole('dialog', { name: 'Add Room' });
  await expect.poll(() => sheet.boundingBox()).toEqual({ x: 0, y: 0, ...phone });
  await expect(field(page, 'Rent')).toHaveAttribute('inputmode', 'decimal');
  await expect(field(page, 'Seats')).toHaveAttribute('inputmode', 'numeric');
  await expect(field(page, 'Mobile')).toHaveAttribute('inputmode', 'numeric');
  await expect(field(page, 'E-mail')).toHaveAttribute('type', 'email');
});

test('a day is typed and shown day first, whatever the language of the browser', async ({ open }) => {
  const page = await open('screen=rooms&edit=1');
  expect(await page.evaluate(() => navigator.language)).toBe('en-US');
  await expect(field(page, 'Since')).toHaveAttribute('placeholder', 'DD-MM-YYYY');
  await field(page, 'Since').pressSequentially('4/11/2026');
  await field(page, 'Rent').focus();
  await expect(field(page, 'Since')).toHaveValue('04-11-2026');
  await save(page);
  await expect(page.getByText('Room updated successfully')).toBeVisible();
  expect((await sentBy(page)).at(-1)?.body).toMatchObject({ since: '2026-11-04' });
});

test('an invalid day is not silently dropped', async ({ open }) => {
  const page = await open('screen=rooms&edit=1');
  await field(page, 'Since').fill('31-02-2026');
  await field(page, 'Rent').focus();
  await expect(page.getByText('Since is not right')).toBeVisible();
  await save(page);
  await expect(field(page, 'Since')).toBeFocused();
  await expect(field(page, 'Since')).toHaveValue('31-02-2026');
  expect(await sentBy(page)).toEqual([]);
});

test('a day is picked from a lazily loaded calendar; Escape closes only the calendar', async ({ open }) => {
  const page = await open('screen=rooms&edit=1');
  await field(page, 'Since').fill('04112026');
  await page.getByRole('button', { name: 'Calendar' }).click();
  await page.getByRole('button', { name: '24 Nov 2026' }).click();
  await expect(field(page, 'Since')).toHaveValue('24-11-2026');
  await expect(field(page, 'Since')).toBeFocused();
  await page.getByRole('button', { name: 'Calendar' }).click();
  await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Next month' })).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: /Room/ })).toBeVisible();
});

test('Escape in an open list of choices closes that list only', async ({ open }) => {
  const page = await open('screen=rooms&edit=1');
  const form = page.getByRole('dialog', { name: /Room/ });
  for (const [name, option] of [
    ['Floor', 'First'],
    ['Client', 'Lender 3'],
  ] as const) {
    await form.getByRole('combobox', { name }).click();
    await expect(page.getByRole('option', { name: option })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('option', { name: option })).toHaveCount(0);
    await expect(form).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
});

test('a required field without choices leads to the screen that adds them, or names who does', async ({
  open,
}) => {
  const page = await open('screen=rooms&state=empty&edit=new');
  const form = page.getByRole('dialog', { name: /Room/ });
  await expect(form.getByText('Nothing to choose yet. Add one in Clients')).toBeVisible();
  await expect(form.getByRole('link', { name: 'Clients' })).toHaveAttribute('href', '/admin/client');
  await open('screen=rooms&state=empty&edit=new&stranger');
  await expect(form.getByText('Nothing to choose yet. Ask an administrator to add one.')).toBeVisible();
});

test('a form sent for approval shows no error, is not sent twice and closes without a question', async ({
  open,
}) => {
  const page = await open('screen=rooms&edit=1&state=waits');
  const form = page.getByRole('dialog', { name: /Room/ });
  await field(page, 'Seats').fill('14');
  await save(page);
  await expect(form.getByRole('status')).toContainText('Sent to Brijesh Nair');
  await expect(form.getByRole('alert')).toHaveCount(0);
  await expect(form.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await field(page, 'Seats').press('Control+Enter');
  expect(await sentBy(page)).toHaveLength(1);
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  await expect(page.getByText(leave)).toHaveCount(0);
});

test('a deleted row is reported in its form', async ({ open }) => {
  const page = await open('screen=rooms&edit=99');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('does not exist');
});
