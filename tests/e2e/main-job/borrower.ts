/** The borrower's part of the main job: a link, a small phone, Hindi. */
import { type Browser, type Page, expect } from '@playwright/test';
import type { Case } from './people.ts';

/** The link is where the simulated carrier brought it; answers the code of the receipt. */
export async function payInHindi(browser: Browser, admin: Page, { rupees }: Case): Promise<string> {
  const sent = admin.getByRole('link', { name: /\/pay.*q=/ }).first();
  await expect(async () => {
    await admin.goto('/dev/messages');
    await expect(sent).toBeVisible({ timeout: 10_000 });
  }).toPass();
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'hi-IN' });
  const page = await context.newPage();
  await page.goto((await sent.getAttribute('href')) ?? '');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('अपना ऋण चुकाएँ');
  await expect(page.getByLabel('भुगतान राशि')).toHaveValue(rupees);
  await page.getByRole('button', { name: 'भुगतान करें' }).click();
  await page.getByRole('button', { name: 'Success', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'भुगतान सफल रहा' })).toBeVisible();
  const code = await page.locator('dt', { hasText: 'सत्यापन कोड' }).locator('+ dd').innerText();
  await context.close();
  return code;
}

/** A receipt is verified without an account. */
export async function verify(
  browser: Browser,
  baseURL: string,
  code: string,
  { shown }: Case,
): Promise<void> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await page.goto(`/pay/verify?code=${encodeURIComponent(code)}`);
  await expect(page.getByText(shown)).toBeVisible();
  await expect(page.getByText('I***** L*****')).toBeVisible();
  await context.close();
}
