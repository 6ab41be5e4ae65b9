/** Roles of the main job, each in a separate browser, and its subject. */
import { type Browser, type Locator, type Page, expect } from '@playwright/test';
import { signIn } from '../people.ts';

export interface Case {
  loanNumber: string;
  borrower: string;
  loanId: number;
  campaign: string;
  /** First assignee, and final agent. */
  firstAgent: string;
  agentName: string;
  /** What is promised and paid, as it is typed and as it is shown. */
  rupees: string;
  shown: string;
}
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export async function open(
  browser: Browser,
  baseURL: string,
  account: string,
  options: object = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  await signIn(page, account);
  return page;
}

export const rowOf = (page: Page, words: string): Locator =>
  page.getByRole('row').filter({ hasText: words }).first();

/** Opens a list of choices and presses one. */
export async function choose(
  page: Page,
  within: Locator,
  label: string,
  option: string | RegExp,
): Promise<void> {
  const field = within
    .getByRole('textbox', { name: label })
    .or(within.getByRole('combobox', { name: label }))
    .first();
  await field.click();
  await page.getByRole('listbox').getByRole('option', { name: option }).first().click();
}

const headers = { 'X-Requested-With': 'app', 'Sec-Fetch-Site': 'same-origin' };
interface Rule {
  id: number;
  kind: string;
}
/** Allows contact at any time, so that the walk can run at night. */
export async function openAllHours(admin: Page): Promise<void> {
  const answer = await admin.request.get('/api/compliance-rules?size=500&isActive=true', { headers });
  const { rows } = (await answer.json()) as { rows: Rule[] };
  const changes: Readonly<Record<string, object>> = {
    hours: { startsAt: '00:00', endsAt: '23:59' },
    holiday: { isActive: false },
  };
  for (const { id, kind } of rows) {
    const data = changes[kind];
    if (!data) continue;
    const changed = await admin.request.patch(`/api/compliance-rules/${id}`, { headers, data });
    expect(changed.status()).toBe(200);
  }
}
