/** The main job, from a lender's file to a receipt that verifies: the desk at one address, the phone at another. */
import { type Browser, type Page, expect } from '@playwright/test';
import { setPin, whenInstalled } from '../people.ts';
import { beReady, followUp, promise, sendLink, takeCall } from './agent.ts';
import { payInHindi, verify } from './borrower.ts';
import { lenderFile } from './lender-file.ts';
import { type Case, choose, open, openAllHours, phone, rowOf } from './people.ts';

/** Maps the lender's column name and date format; unreadable cells are shown. */
async function upload(admin: Page): Promise<void> {
  await admin.goto('/admin/files');
  await admin.getByRole('button', { name: 'Upload', exact: true }).click();
  await admin.getByRole('menuitem', { name: 'Borrowers' }).click();
  const sheet = admin.getByRole('dialog');
  await sheet.locator('input[type=file]').setInputFiles(lenderFile());
  await choose(admin, sheet, 'Client', 'Svasti Microfinance');
  await choose(admin, sheet, 'Portfolio', 'Svasti');
  await sheet.getByLabel('Read Cust Nm as').selectOption({ label: 'BORROWER NAME (required)' });
  await sheet.getByLabel('Dates in this file').selectOption({ label: 'Day first: 28/02/2026' });
  await sheet.getByRole('button', { name: 'Check first' }).click();
  await expect(sheet.getByText(/This is what applying the file would do/)).toBeVisible();
  await expect(
    sheet.getByRole('row', { name: '162 – LOAN NUMBER empty It is empty, and needed' }),
  ).toBeVisible();
  // A loan with an unreadable amount is imported without it, and the column is reported.
  await expect(sheet.getByRole('option', { name: 'TOS: Not an amount (26 cells left out)' })).toBeAttached();
  // Below a long list it remains visible: the list scrolls inside the sheet.
  await expect(sheet.getByRole('button', { name: 'Apply' })).toBeInViewport();
  expect(await sheet.evaluate((it) => it.scrollHeight - it.clientHeight)).toBeLessThanOrEqual(1);
  await sheet.getByRole('button', { name: 'Apply' }).click();
  await expect(sheet).toBeHidden();
  for (const said of ['Done', '5,000', '4,916', '84'])
    await expect(rowOf(admin, 'lender-a.csv')).toContainText(said);
}

async function makeCampaign(admin: Page, { campaign, agentName, firstAgent }: Case): Promise<void> {
  await admin.goto('/admin/campaigns');
  await admin.getByRole('button', { name: 'Add Campaign' }).click();
  const form = admin.getByRole('dialog');
  await form.getByLabel('Name').fill(campaign);
  await choose(admin, form, 'Dial Method', 'Progressive');
  await choose(admin, form, 'Client', 'Svasti Microfinance');
  for (const name of [firstAgent, agentName]) await choose(admin, form, 'Agents', name);
  await form.getByRole('heading').first().click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
}

async function allocate(admin: Page, { loanNumber }: Case): Promise<void> {
  await admin.goto(`/admin/borrowers?q=${loanNumber}`);
  await rowOf(admin, loanNumber).getByRole('checkbox').check();
  await admin.getByRole('button', { name: 'Assign Allocation' }).click();
  const form = admin.getByRole('dialog');
  await choose(admin, form, 'Allocation Type', 'Fresh');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
}

/** Campaigns are of a client, so the list is one client's. */
async function assign(who: Page, list: string, { loanNumber, campaign }: Case, name: string): Promise<void> {
  const answer = await who.request.get('/api/clients/dropdown?q=Svasti');
  const { rows } = (await answer.json()) as { rows: { id: number }[] };
  await who.goto(`${list}?q=${loanNumber}&clientId=${rows[0]?.id}`);
  await rowOf(who, loanNumber).getByRole('checkbox').check();
  await who.getByRole('button', { name: 'Reassign / Assign To' }).click();
  const form = who.getByRole('dialog');
  await choose(who, form, 'Campaign', campaign);
  await choose(who, form, 'Users', name);
  await form.getByRole('heading').first().click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
}

/** The button is on a screen of administrators (document 3, section 2). */
async function start(admin: Page, { campaign }: Case): Promise<void> {
  await admin.goto(`/admin/campaigns?q=${encodeURIComponent(campaign)}`);
  await rowOf(admin, campaign).getByRole('button', { name: 'Actions' }).click();
  await admin.getByRole('menuitem', { name: 'Start' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  await expect(rowOf(admin, campaign)).toContainText('Running');
}

/** What was written with and without a network is there once each, in the order in which it was written. */
async function arrived(lead: Page, { loanId }: Case, comments: readonly string[]): Promise<void> {
  const told = async (): Promise<string[]> => {
    const answer = await lead.request.get(`/api/borrower/dispositions/get?loanId=${loanId}&size=500`);
    const { rows } = (await answer.json()) as { rows: { comments: string }[] };
    return rows.map((row) => row.comments).reverse();
  };
  await expect.poll(told).toEqual(comments);
}

/** Reloads lists until a row has the texts: effects of a payment are asynchronous. */
const says = (page: Page, path: string, row: string, ...words: string[]): Promise<void> =>
  expect(async () => {
    await page.goto(path);
    for (const word of words) await expect(rowOf(page, row)).toContainText(word, { timeout: 10_000 });
  }).toPass();

/** Lists, profile and live board show equal amounts. */
async function agree({ admin, lead, agent }: Record<'admin' | 'lead' | 'agent', Page>, of: Case) {
  const { loanNumber, loanId, shown, agentName, campaign } = of;
  const q = `?q=${loanNumber}`;
  await says(lead, `/ptp${q}`, loanNumber, shown, 'Kept');
  await Promise.all([
    says(lead, `/payment${q}`, 'Total', shown, '₹0'),
    says(admin, `/admin/payments${q}`, loanNumber, shown),
  ]);
  await says(admin, `/admin/payments/live${q}`, loanNumber, shown, 'Success');
  await says(lead, '/tracker/agent-live-status?view=table', agentName, campaign);
  await agent.goto(`/view-borrower?id=${loanId}&tab=payments`);
  await expect(agent.getByRole('group').filter({ hasText: shown })).toBeVisible();
}

/** An offline entry survives the page, and is shown as queued. */
async function waiting(agent: Page, { borrower, loanId }: Case): Promise<void> {
  await agent.reload();
  await expect(agent.getByRole('heading', { name: borrower })).toBeVisible();
  await agent.goto('/queue');
  const waits = agent.getByRole('list', { name: 'Queue' });
  await expect(waits.getByText(new RegExp(borrower))).toHaveCount(3);
  await agent.goto(`/view-borrower?id=${loanId}`);
}

async function nameOf(admin: Page, account: string): Promise<string> {
  const answer = await admin.request.get(`/api/user?q=${account}@recoup.test`);
  const { rows } = (await answer.json()) as { rows: { firstName: string; lastName: string }[] };
  return `${rows[0]?.firstName} ${rows[0]?.lastName}`;
}

/** `back`: how the phone's network returns. */
export async function walk(
  browser: Browser,
  at: { desk: string; phone: string },
  back = (agent: Page): Promise<void> => agent.context().setOffline(false),
): Promise<void> {
  const [admin, lead, agent] = await Promise.all([
    open(browser, at.desk, 'admin'),
    open(browser, at.desk, 'lead'),
    // The loan is first assigned to another agent of the team.
    open(browser, at.phone, 'agent2', { ...phone, serviceWorkers: 'allow' }),
  ]);
  await openAllHours(admin);
  const of: Case = {
    loanNumber: 'RC110000000',
    borrower: 'Imran Lepcha',
    loanId: 0,
    campaign: 'Early dues, July',
    firstAgent: await nameOf(admin, 'agent'),
    agentName: await nameOf(admin, 'agent2'),
    rupees: '1500.45',
    shown: '₹1,500.45',
  };
  await Promise.all([
    upload(admin).then(() => makeCampaign(admin, of)),
    whenInstalled(agent).then(() => setPin(agent)),
  ]);
  await allocate(admin, of);
  // Unassigned, so only an administrator sees it.
  await assign(admin, '/admin/borrowers', of, of.firstAgent);
  await assign(lead, '/borrowers', of, of.agentName);
  await Promise.all([start(admin, of), beReady(agent, of)]);
  await takeCall(agent, of);
  of.loanId = Number(new URL(agent.url()).searchParams.get('id'));
  await lead.goto(`/ptp?q=${of.loanNumber}`);
  await expect(lead.getByText('Nothing matches this search.')).toBeVisible();
  await promise(agent, of, 'promised on the call');
  // Without reloading.
  await expect(rowOf(lead, of.loanNumber)).toContainText(of.shown);
  await agent.context().setOffline(true);
  await followUp(agent, 'Call Back Requested', 'first');
  await followUp(agent, 'Wants Statement', 'second');
  await followUp(agent, 'Field Visit Needed', 'third');
  await waiting(agent, of);
  await back(agent);
  await arrived(lead, of, ['promised on the call', 'first', 'second', 'third']);
  await sendLink(agent, of);
  const receipt = await payInHindi(browser, admin, of);
  await agree({ admin, lead, agent }, of);
  await verify(browser, at.desk, receipt, of);
}
