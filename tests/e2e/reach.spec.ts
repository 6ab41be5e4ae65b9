/** Reachability and visibility: by keyboard, thumb, at 400 % zoom, and in forced colours. */
import { type Locator, type Page, expect, test } from '@playwright/test';
import { outcomeForm } from './field.ts';
import { enter } from './people.ts';

const phone = { width: 390, height: 844 };
/** 1280 by 1024, enlarged four times. */
const enlarged = { width: 320, height: 256 };

async function openBorrower(page: Page): Promise<void> {
  await page.goto('/borrowers');
  const address = await page.locator('main a[href*="view-borrower"]').first().getAttribute('href');
  await page.goto(address ?? '');
}

/** Whether a click in its centre reaches it; otherwise the covering element. */
const coveredBy = (place: Locator): Promise<string> =>
  place.evaluate((it) => {
    it.scrollIntoView({ block: 'nearest' });
    const { left, top, width, height } = it.getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    return found && (it.contains(found) || found.contains(it))
      ? ''
      : (found?.outerHTML.slice(0, 80) ?? 'beyond');
  });

const heightOf = (place: Locator): Promise<number> =>
  place.evaluate((it) => it.getBoundingClientRect().height);

test('the dialer covers no element', async ({ page }) => {
  await enter(page, 'agent6');
  await openBorrower(page);
  const dialer = page.getByRole('button', { name: /^Open dialer/ });
  await expect(dialer).toBeVisible();
  const actions = page.getByRole('complementary', { name: 'Actions' }).getByRole('button');
  await expect(actions.first()).toBeVisible();
  for (const one of await actions.all()) expect(await coveredBy(one), await one.innerText()).toBe('');
  await page.goto('/borrowers');
  await expect(dialer).toBeVisible();
  const next = page.getByRole('button', { name: 'Next page' });
  await expect(next).toBeVisible();
  expect(await coveredBy(next)).toBe('');
});

test("prompts on a phone cover none of a borrower's buttons", async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: phone,
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await enter(page, 'agent6');
  await page.goto('/home');
  const offer = page.getByRole('region', { name: 'Offline PIN' });
  await expect(offer).toBeVisible();
  await page.getByRole('main').locator('a[href*="view-borrower"]').first().click();
  const write = page.getByRole('button', { name: 'Add Disposition' });
  await expect(write).toBeVisible();
  expect(await coveredBy(write)).toBe('');
  await expect(offer).toBeHidden();
  await context.close();
});

test('the selection bar has one primary action, and its cancel button in one row', async ({ page }) => {
  await enter(page, 'admin');
  await page.goto('/admin/dashboard/communication');
  await page.getByRole('checkbox').nth(1).check();
  const clear = page.getByRole('button', { name: 'Clear selection' });
  const acts = page.getByRole('group', { name: 'Actions' }).getByRole('button');
  await expect(acts).toHaveCount(6);
  const middleOf = async (place: Locator): Promise<number> => {
    const box = await place.boundingBox();
    return box ? box.y + box.height / 2 : Number.NaN;
  };
  for (const one of await acts.all())
    expect(Math.abs((await middleOf(one)) - (await middleOf(clear)))).toBeLessThan(4);
  const paint = (place: Locator) => place.evaluate((it) => getComputedStyle(it).backgroundColor);
  const main = await paint(page.getByRole('button', { name: 'Send WhatsApp' }));
  expect(await paint(page.getByRole('button', { name: 'Inactive Loans' }))).not.toBe(main);
  expect(await paint(page.getByRole('button', { name: 'Start IVR' }))).not.toBe(main);
});

test('enlarged four times, bars and buttons leave the page to be read', async ({ page }) => {
  await enter(page, 'agent6');
  await page.setViewportSize(enlarged);
  await openBorrower(page);
  await expect(page.getByRole('tablist')).toBeVisible();
  const panel = page.getByRole('tabpanel');
  // It has its final height once loaded.
  const seen = (): Promise<number> =>
    panel.evaluate((it) => {
      it.scrollIntoView({ block: 'start' });
      const rows = Array.from({ length: 16 }, (_, i) => document.elementFromPoint(160, 8 + i * 16));
      return rows.filter((one) => it.contains(one)).length;
    });
  await expect.poll(seen).toBeGreaterThan(12);
});

test('links and boxes have thumb-sized targets', async ({ page }) => {
  await enter(page, 'agent6');
  await page.setViewportSize(phone);
  for (const path of ['/home', '/borrowers']) {
    await page.goto(path);
    const link = page.locator('main a[href*="view-borrower"]').first();
    await expect(link).toBeVisible();
    expect(await heightOf(link), path).toBeGreaterThanOrEqual(44);
  }
  const box = page.getByRole('checkbox', { name: /^Select (?!All)/ }).first();
  expect(await heightOf(box.locator('xpath=..'))).toBeGreaterThanOrEqual(44);
});

test('the table of clients is sortable by thumb and opens collections', async ({ page }) => {
  await enter(page, 'admin');
  await page.setViewportSize(phone);
  await page.goto('/admin/dashboard');
  const table = page.getByRole('region', { name: 'Client performance' });
  const head = table.getByRole('button', { name: 'Client', exact: true });
  await expect(head).toBeVisible();
  expect(await heightOf(head)).toBeGreaterThanOrEqual(48);
  expect(await heightOf(table.getByRole('link').first())).toBeGreaterThanOrEqual(48);
});

test('on the narrowest phones each day of the calendar is reachable, and the page is not wider', async ({
  page,
}) => {
  await enter(page, 'agent6');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/dashboard');
  const day = page.getByRole('region', { name: 'Promise calendar' }).getByRole('listitem').last();
  await expect(day).toBeVisible();
  const { width, height } = (await day.boundingBox()) ?? { width: 0, height: 0 };
  expect(width).toBeGreaterThanOrEqual(44);
  expect(height).toBeGreaterThanOrEqual(48);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

/** Rows of this element's first term, with 41 characters of name. */
const linesOfFirstWord = (place: Locator): Promise<number> =>
  place.evaluate(async (it) => {
    await document.fonts.ready;
    const word = 'Venkatanarasimharajuvaripeta';
    it.textContent = `${word} Subrahmanyam`;
    const range = document.createRange();
    range.setStart(it.firstChild as Text, 0);
    range.setEnd(it.firstChild as Text, word.length);
    return range.getClientRects().length;
  });

test('a long name is not broken by adjacent elements', async ({ page }) => {
  await enter(page, 'agent6');
  await page.setViewportSize(phone);
  await page.goto('/home');
  await expect(page.locator('#next-borrower')).toBeVisible();
  expect(await linesOfFirstWord(page.locator('#next-borrower a'))).toBe(1);
  await openBorrower(page);
  await expect(page.locator('#borrower-name')).toBeVisible();
  expect(await linesOfFirstWord(page.locator('#borrower-name'))).toBe(1);
});

test('on a phone what a tab of a borrower opens is in sight', async ({ page }) => {
  await enter(page, 'agent6');
  await page.setViewportSize(phone);
  await openBorrower(page);
  const panel = page.getByRole('tabpanel');
  for (const name of ['Papers', 'Loan']) {
    await page.evaluate(() => window.scrollTo(0, 0));
    // A click would scroll it into the middle first.
    await page.getByRole('tab', { name, exact: true }).dispatchEvent('click');
    await expect(page.getByRole('tabpanel', { name })).toBeVisible();
    await expect.poll(async () => (await panel.boundingBox())?.y, name).toBeLessThan(phone.height / 3);
  }
});

test('selections remain visible in forced-colors mode', async ({ page }) => {
  await enter(page, 'agent6');
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/home');
  const ground = (place: Locator): Promise<string> =>
    place.evaluate((it) => getComputedStyle(it).backgroundColor);
  const chips = page.getByRole('main').locator('button[aria-pressed]');
  await expect(chips.first()).toBeVisible();
  expect(await ground(chips.first())).not.toBe(await ground(chips.nth(1)));
});

test('required fields are announced to screen readers', async ({ page }) => {
  await enter(page, 'agent6');
  await openBorrower(page);
  await page.getByRole('button', { name: 'Add PTP' }).click();
  const form = outcomeForm(page);
  await expect(form.getByLabel('PTP Date')).toHaveAttribute('aria-required', 'true');
  await expect(form.getByLabel('Comments')).not.toHaveAttribute('aria-required', 'true');
});

test('a two-field dialog leaves its context visible on a tablet, and fills a phone', async ({ page }) => {
  await enter(page, 'lead');
  const heightAt = async (width: number): Promise<number> => {
    await page.setViewportSize({ width, height: 1180 });
    await page.goto('/home');
    await page.getByRole('button', { name: 'Reject' }).first().click();
    const asked = page.getByRole('dialog', { name: 'Reject' });
    await expect(asked.getByLabel('Rejection Reason')).toBeVisible();
    return heightOf(asked);
  };
  expect(await heightAt(820)).toBeLessThan(500);
  expect(await heightAt(390)).toBe(1180);
});

test('a team leader sees all facts of a settlement decision, and the pending number on Home', async ({
  page,
}) => {
  await enter(page, 'lead');
  await page.goto('/home');
  const waiting = page.getByRole('link', { name: /^Settlements to decide \d/ });
  await expect(waiting).toHaveAttribute('href', '/settlement?status=Inprogress&waitsForYou=true');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/settlement');
  for (const name of ['Amount', 'Waiver %', 'Status', 'User Status', 'Agent'])
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(phone);
  await expect(
    page
      .getByRole('article')
      .filter({ hasText: /Waiver\s[\d.]+\s%\s· POS\s₹/ })
      .first(),
  ).toBeVisible();
});

test('Ctrl K finds and opens a borrower', async ({ page }) => {
  await enter(page, 'lead2');
  await page.goto('/borrowers');
  const name = await page.locator('main a[href*="view-borrower"]').first().innerText();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or do' }).fill(name.split('\n')[0] ?? name);
  const found = page.getByRole('option', { name: /₹/ }).first();
  await expect(found).toContainText(name.split('\n')[0] ?? name);
  await found.click();
  await expect(page).toHaveURL(/view-borrower\?id=\d+/);
});

test('a glossary term is found from anywhere, also by synonyms', async ({ page }) => {
  await enter(page, 'lead2');
  await page.goto('/borrowers');
  await expect(page.locator('main a[href*="view-borrower"]').first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or do' }).fill('what words');
  await page.getByRole('option', { name: 'What words mean' }).click();
  const sheet = page.getByRole('dialog', { name: 'What words mean' });
  await sheet.getByRole('searchbox', { name: 'Find a word or a figure' }).fill('right-party contact');
  await expect(sheet.getByRole('term').first()).toHaveText('RPC');
  await expect(sheet.getByRole('definition').first()).toContainText('Not: A connected call');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();
});

test('a list shows active filters, a preview of the selected loan and the chosen columns', async ({
  page,
}) => {
  await enter(page, 'lead2');
  await page.goto('/borrowers?paymentStatus=Unpaid');
  const filters = page.getByRole('list', { name: 'Filters' });
  await expect(filters).toHaveText(/Payment Status: Unpaid/);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Loan Number' }).check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Loan Number' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Loan Number' })).toBeVisible();
  const row = page.getByRole('row').nth(2);
  await row.getByRole('cell').nth(3).click();
  const beside = page.getByRole('complementary', { name: 'The chosen row' });
  await expect(beside.getByRole('link', { name: 'View profile' })).toBeVisible();
  await beside.getByRole('button', { name: 'Close' }).click();
  await expect(beside).toBeHidden();
  await filters.getByRole('button', { name: 'Take out Payment Status' }).click();
  await expect(filters).toBeHidden();
});
