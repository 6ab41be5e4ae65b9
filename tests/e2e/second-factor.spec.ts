/** Two-step sign-in on a phone: set up in the account, then required; and by role. */
import { type Browser, type Page, expect, test } from '@playwright/test';
import { demoPassword } from '../../src/app/demo/accounts.ts';
import { codeAt, stepOf } from '../../src/contexts/agency/server/second-factor/totp.ts';
import { secretOf } from '../agency/authenticator.ts';
import { signIn } from './people.ts';
import { flaws } from './sight.ts';

/** Unused by other tests. */
const account = 'agent11';

const ours = { 'Sec-Fetch-Site': 'same-origin', 'X-Requested-With': 'app' };
/** An administrator; removes a second factor left from a previous attempt. */
async function administrator(browser: Browser, who: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await signIn(page, 'admin');
  const found = await page.request.get(`/api/user?q=${who}@recoup.test`);
  const { rows } = (await found.json()) as { rows: { id: number; hasSecondFactor: boolean }[] };
  for (const { id } of rows.filter(({ hasSecondFactor }) => hasSecondFactor))
    await page.request.post(`/api/user/${id}/second-factor/reset`, { headers: ours, data: {} });
  return page;
}

async function passwordOf(page: Page, who: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(`${who}@recoup.test`);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Submit' }).click();
}
/** Code of a step offset, by the server’s clock; each step is valid once. */
const codeOf = (secret: Buffer, off: number): string => codeAt(secret, stepOf(new Date()) + off);

/** Fits the phone, with nothing to be scrolled to the side, and can be read by ear. */
async function isSound(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(await flaws(page)).toEqual([]);
}

test('an agent sets up two-factor, stores the recovery codes, and signs in with both', async ({
  page,
  context,
  browser,
}) => {
  await (await administrator(browser, account)).close();
  await signIn(page, account);
  await page.goto('/account/second-factor');
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByAltText('QR code for the authenticator app')).toBeVisible();
  await isSound(page);
  const typed = (await page.locator('main code').innerText()).replaceAll(' ', '');
  const secret = secretOf(typed);
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('This code is not right')).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 0));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  const codes = await page.locator('main ol code').allInnerTexts();
  expect(codes).toHaveLength(10);
  await isSound(page);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible();

  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  await passwordOf(page, account);
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible();
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('sid');
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('This code is not right')).toBeVisible();
  await isSound(page);
  // The next one: accepted from its time on.
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1));
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL('/home');

  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  await passwordOf(page, account);
  await page.getByRole('link', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL('/home');
  await page.goto('/account/second-factor');
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible();
});

test('a role requiring two-factor leads its users to set-up first', async ({ page, browser }) => {
  const boss = await administrator(browser, 'supervisor');
  const requires = async (isRequired: boolean): Promise<void> => {
    await boss.goto('/admin/role');
    await boss.getByRole('button', { name: 'Edit Role Supervisor' }).click();
    await boss.getByLabel('Two-step sign-in is required').setChecked(isRequired);
    await boss.getByRole('button', { name: 'Save' }).click();
    await expect(boss.getByText('Role updated successfully').first()).toBeVisible();
  };
  await requires(true);

  await passwordOf(page, 'supervisor');
  await expect(page).toHaveURL('/second-step');
  await page.goto('/home');
  await expect(page).toHaveURL('/second-step');
  const secret = secretOf((await page.locator('main code').innerText()).replaceAll(' ', ''));
  await isSound(page);
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 0));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page).toHaveURL('/home');
  await requires(false);
  await boss.close();
});
