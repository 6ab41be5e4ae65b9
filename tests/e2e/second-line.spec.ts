/** A call is put on hold for another: both are shown with the active one, and a swap button. */
import { type Page, expect, test } from '@playwright/test';
import pg from 'pg';
import { attachEmbedded } from '../../src/app/database/embedded.ts';
import { planOf } from '../../src/contexts/dialer/server/telephony/number-plan.ts';
import { open, openAllHours, phone } from './main-job/people.ts';
import { type ServerProcess, startServer } from './server.ts';

let server: ServerProcess;
test.beforeAll(async ({ browser }) => {
  server = await startServer();
  const admin = await open(browser, server.url, 'admin');
  await openAllHours(admin);
  await admin.context().close();
});
test.afterAll(() => server.remove());

const headers = { 'X-Requested-With': 'app', 'Sec-Fetch-Site': 'same-origin' };
interface Loan {
  id: number;
  mobile: string;
  isDNC: boolean;
  loanBorrower: { name: string };
}
/** In a campaign, by the phone at their desk. */
async function signInToDialer(page: Page): Promise<void> {
  const mine = await page.request.get('/api/user/assigned/campaigns', { headers });
  const { rows } = (await mine.json()) as { rows: { id: number }[] };
  const data = { campaignId: rows[0]?.id, leg: 'nailed' };
  expect((await page.request.post('/api/dialer/login', { headers, data })).ok()).toBe(true);
}
/** Two contactable borrowers who answer and talk long. */
async function talkative(page: Page): Promise<[Loan, Loan]> {
  const answer = await page.request.get('/api/loans?isActive=true&size=500', { headers });
  const { rows } = (await answer.json()) as { rows: Loan[] };
  const said = rows.filter(({ mobile, isDNC }) => {
    const { steps, talkMs } = planOf(mobile);
    return !isDNC && steps.at(-1)?.type === 'answered' && talkMs > 100_000;
  });
  const free: Loan[] = [];
  for (const loan of said) {
    const asked = await page.request.get(`/api/dialer/allowance/${loan.id}`, { headers });
    const { row } = (await asked.json()) as { row: { rule: string | null } };
    const isOther = free.every(({ loanBorrower }) => loanBorrower.name !== loan.loanBorrower.name);
    if (row.rule === null && isOther) free.push(loan);
    if (free.length === 2) break;
  }
  const [first, second] = free;
  if (!first || !second) throw new Error('nobody answers');
  return [first, second];
}

test('two calls: one is active, the other on hold, and it resumes after a swap or hang-up', async ({
  browser,
}, { project }) => {
  const isPhone = project.name === 'phone';
  const page = await open(
    browser,
    server.url,
    'agent8',
    isPhone ? phone : { viewport: { width: 1280, height: 800 } },
  );
  await signInToDialer(page);
  const [first, second] = await talkative(page);
  const [one, two] = [first.loanBorrower.name, second.loanBorrower.name];
  const strip = page.getByRole('region', { name: 'Call', exact: true });
  const live = strip.getByRole('link', { name: one, exact: true });
  const liveSecond = strip.getByRole('link', { name: two, exact: true });
  const other = strip.getByRole('group', { name: 'Other call' });
  const press = (name: string) =>
    page.getByRole('navigation', { name: 'Actions' }).getByRole('button', { name });

  await page.goto(`/view-borrower?id=${first.id}`);
  await press('Call').click();
  await expect(strip.getByText('On call', { exact: true })).toBeVisible();
  await expect(live).toBeVisible();
  await expect(other).toBeHidden();
  // The current borrower has no call button.
  await expect(press('call')).toBeHidden();

  await page.goto(`/view-borrower?id=${second.id}`);
  await press('Hold and call').click();
  await expect(other).toContainText(`${one} is on hold`);
  await expect(liveSecond).toBeVisible();
  await expect(other.getByRole('button', { name: 'Swap' })).toBeVisible();
  await expect(strip.getByRole('button', { name: 'Transfer' })).toBeHidden();

  // Nothing overlaps.
  await strip.getByRole('button', { name: 'Yes, borrower' }).click({ trial: true });
  await other.getByRole('button', { name: 'Swap' }).click();
  await expect(live).toBeVisible();
  await expect(other).toContainText(`${two} is on hold`);
  await expect(page).toHaveURL(new RegExp(`id=${first.id}`));
  await page.reload();
  await expect(live).toBeVisible();
  await expect(other).toContainText(`${two} is on hold`);
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(width).toBeLessThanOrEqual(0);

  // The active one is hung up: the other resumes, and its disposition is requested.
  await strip.getByRole('button', { name: 'Hang up', exact: true }).click();
  await expect(liveSecond).toBeVisible();
  await expect(other).toContainText(`The call with ${one} is over`);
  await expect(other.getByRole('link', { name: 'Outcome' })).toHaveAttribute(
    'href',
    new RegExp(`id=${first.id}&`),
  );
  await expect(strip.getByText('On call', { exact: true })).toBeVisible();
  await page.context().close();
});

test('an agent must confirm another call to a borrower after a conversation today', async ({ browser }, {
  project,
}) => {
  const page = await open(browser, server.url, 'agent9', project.name === 'phone' ? phone : {});
  await signInToDialer(page);
  const [{ id, loanBorrower }] = await talkative(page);
  const { config } = await attachEmbedded(server.dataDir);
  const database = new pg.Client(config);
  await database.connect();
  await database.query(
    `insert into call_attempts (loan_id, campaign_id, direction, mode, state, outcome, claimed_at, dialed_at, answered_at, bridged_at, ended_at, phone)
      select id, campaign_id, 'outbound', 'manual', 'ended', 'connected', now(), now(), now(), now(), now(), mobile from loans where id = $1`,
    [id],
  );
  await database.end();
  await page.goto(`/view-borrower?id=${id}`);
  await expect(page.getByText('Last conversation: today')).toBeVisible();
  const strip = page.getByRole('region', { name: 'Call', exact: true });
  const press = page.getByRole('navigation', { name: 'Actions' }).getByRole('button', { name: 'Call' });
  await press.click();
  const question = page.getByRole('dialog', { name: /spoken with today/u });
  await question.getByRole('button', { name: 'Do not call' }).click();
  await expect(question).toBeHidden();
  await expect(strip).toBeHidden();
  await press.click();
  await question.getByRole('button', { name: 'Call again' }).click();
  await expect(strip.getByRole('link', { name: loanBorrower.name, exact: true })).toBeVisible();
  await strip.getByRole('button', { name: 'Hang up', exact: true }).click();
  await page.context().close();
});
