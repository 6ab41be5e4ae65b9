/** The agent's part of the main job, on a phone. */
import { type Locator, type Page, expect } from '@playwright/test';
import { type Case, choose } from './people.ts';

const tomorrow = (): string => new Date(Date.now() + 36 * 3_600_000).toISOString().slice(0, 10);
const press = (form: Locator, name: string): Promise<void> =>
  form.getByRole('button', { name, exact: true }).tap();

export async function beReady(agent: Page, { campaign }: Case): Promise<void> {
  const chip = agent.getByRole('button', { name: /^Open dialer/ });
  const panel = agent.getByRole('dialog', { name: 'Dialer' });
  await chip.tap();
  await panel.getByLabel('Campaign').selectOption({ label: campaign });
  await press(panel, 'Log in');
  await expect(panel).toBeHidden();
  await chip.tap();
  await press(panel, 'Ready');
}

/** The call opens its borrower automatically, and nothing covers it. */
export async function takeCall(agent: Page, { borrower }: Case): Promise<void> {
  await expect(agent.getByRole('heading', { name: borrower })).toBeVisible();
  await expect(agent.getByRole('button', { name: /On call$/ })).toBeVisible();
  await expect(agent.getByRole('dialog', { name: 'Dialer' })).toBeHidden();
  // The call bar shows the name; repeated it would push the next step out of sight.
  const said = await agent.getByRole('heading', { name: borrower }).boundingBox();
  expect(said?.height).toBeLessThan(2);
}

export async function promise(agent: Page, { rupees }: Case, comments: string): Promise<void> {
  await agent.getByRole('button', { name: 'Add PTP' }).tap();
  const form = agent.getByRole('dialog', { name: 'Add PTP' });
  await press(form, 'Full Amount');
  await form.getByLabel('PTP Date').fill(tomorrow());
  await form.getByLabel('PTP Amount').fill(rupees);
  await form.getByLabel('Follow Up Date').fill(`${tomorrow()}T10:00`);
  await form.getByLabel('Comments').fill(comments);
  await press(form, 'Save & End');
  await expect(form).toBeHidden();
  // What is written from now on is of no call.
  await expect(agent.getByRole('button', { name: /^Open dialer: (?!On call|Wrap-up)/ })).toBeVisible();
}

export async function followUp(agent: Page, why: string, comments: string): Promise<void> {
  await agent.getByRole('button', { name: 'Add Follow Up' }).tap();
  const form = agent.getByRole('dialog', { name: 'Add Follow Up' });
  await press(form, why);
  await press(form, '+3 days');
  await form.getByLabel('Comments').fill(comments);
  await press(form, 'Save');
  await expect(form).toBeHidden();
}

export async function sendLink(agent: Page, { rupees }: Case): Promise<void> {
  await agent.getByRole('button', { name: 'Generate Link' }).tap();
  const form = agent.getByRole('dialog', { name: 'Send Payment Link' });
  await choose(agent, form, 'Mobile number', /7921$/);
  await form.getByLabel('Amount').fill(rupees);
  await press(form, 'Send link');
  await expect(form).toBeHidden();
  // A borrower standing there scans it.
  const code = agent.getByRole('dialog', { name: 'Scan to pay' });
  await expect(code.getByRole('img', { name: /^Code of the payment page of / })).toBeVisible();
  await code.getByRole('button', { name: 'Close' }).first().tap();
  await expect(code).toBeHidden();
}
