/** How many taps the jobs of a day take on a phone, from Home: each test counts them. */
import { type Browser, type Locator, type Page, expect, test } from '@playwright/test';
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

/** A thumb that counts. */
class Hand {
  taps = 0;
  async tap(what: Locator): Promise<void> {
    await what.tap();
    this.taps += 1;
  }
}

interface Borrower {
  page: Page;
  /** What can be done with who is next. */
  card: Locator;
  name: string;
  loanId: number;
}
async function home(browser: Browser, account: string): Promise<Borrower> {
  const page = await open(browser, server.url, account, {
    ...phone,
    permissions: ['geolocation'],
    geolocation: { latitude: 23.18, longitude: 79.95, accuracy: 12 },
  });
  await page.goto('/home');
  const card = page.getByRole('region').filter({ has: page.getByRole('group', { name: /^Work on/ }) });
  await expect(card).toBeVisible();
  const link = card.getByRole('heading', { level: 2 }).getByRole('link');
  const address = (await link.getAttribute('href')) ?? '';
  return { page, card, name: await link.innerText(), loanId: Number(address.split('id=')[1]) };
}
/** What was saved is done: somebody else is next. */
async function movesOn({ page, card, name }: Borrower): Promise<void> {
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(card.getByRole('heading', { level: 2 })).not.toHaveText(name);
}

interface Outcome {
  dispositions: { name: string };
  subDispositions: { name: string } | null;
  amount: number | null;
  actionDate: string | null;
  followUpDate: string | null;
  transactionId: string | null;
  paymentMode: string | null;
}
async function latest({ page, loanId }: Borrower): Promise<Outcome | undefined> {
  const headers = { 'X-Requested-With': 'app' };
  const answer = await page.request.get(`/api/borrower/dispositions/get?loanId=${loanId}&size=5`, {
    headers,
  });
  return ((await answer.json()) as { rows: Outcome[] }).rows[0];
}
/** One instalment stands in the form: the value that its chip would fill in. */
const isInstalment = (form: Locator): Promise<void> =>
  expect(form.getByRole('button', { name: /^EMI ₹/ })).toHaveAttribute('aria-pressed', 'true');
const dayInIndia = (plus = 0): string =>
  new Date(Date.now() + 5.5 * 3_600_000 + plus * 86_400_000).toISOString().slice(0, 10);

test('no answer takes two taps', async ({ browser }) => {
  const next = await home(browser, 'agent');
  const hand = new Hand();
  await hand.tap(next.card.getByRole('button', { name: 'Ringing No Response' }));
  await hand.tap(next.page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }));
  await movesOn(next);
  expect(hand.taps).toBe(2);
  await expect
    .poll(() => latest(next))
    .toMatchObject({ dispositions: { name: 'Ringing No Response' }, subDispositions: { name: 'Full Ring' } });
});

test('a promise of one instalment for tomorrow takes three', async ({ browser }) => {
  const next = await home(browser, 'agent2');
  const hand = new Hand();
  await hand.tap(next.card.getByRole('button', { name: 'Promise' }));
  const form = next.page.getByRole('dialog');
  await isInstalment(form);
  await hand.tap(form.getByRole('button', { name: 'Tomorrow', exact: true }).first());
  await hand.tap(form.getByRole('button', { name: 'Save', exact: true }));
  await movesOn(next);
  expect(hand.taps).toBe(3);
  await expect
    .poll(() => latest(next))
    .toMatchObject({ dispositions: { name: 'PTP' }, actionDate: dayInIndia(1) });
  expect((await latest(next))?.followUpDate).toBeTruthy();
});

test('cash takes at most four, and has the number of its receipt', async ({ browser }) => {
  const next = await home(browser, 'agent3');
  const hand = new Hand();
  await hand.tap(next.card.getByRole('button', { name: 'Cash' }));
  const form = next.page.getByRole('dialog');
  await isInstalment(form);
  await hand.tap(form.getByRole('button', { name: 'Save', exact: true }));
  await movesOn(next);
  expect(hand.taps).toBeLessThanOrEqual(4);
  await expect
    .poll(() => latest(next))
    .toMatchObject({
      dispositions: { name: 'Payment' },
      paymentMode: 'Cash',
      actionDate: dayInIndia(),
    });
  expect((await latest(next))?.transactionId).toMatch(/^CASH-\d{6}-[2-9A-Z]{6}$/);
});

test('a visit at a locked door takes three', async ({ browser }) => {
  const next = await home(browser, 'agent4');
  const hand = new Hand();
  await hand.tap(next.card.getByRole('button', { name: 'Visit' }));
  const form = next.page.getByRole('dialog');
  await hand.tap(form.getByRole('button', { name: 'Door locked', exact: true }));
  await hand.tap(form.getByRole('button', { name: 'Save', exact: true }));
  await movesOn(next);
  expect(hand.taps).toBe(3);
  await expect(next.page.getByText('Visit saved')).toBeVisible();
});

// Their lender has a page to pay on.
test('a payment link takes two, and its code is on the screen', async ({ browser }) => {
  const next = await home(browser, 'agent7');
  const hand = new Hand();
  await hand.tap(next.card.getByRole('button', { name: 'Link' }));
  await hand.tap(next.page.getByRole('dialog').getByRole('button', { name: 'Send link' }));
  await expect(
    next.page.getByRole('img', { name: `Code of the payment page of ${next.name}` }),
  ).toBeVisible();
  expect(hand.taps).toBe(2);
});

test('a call takes one: the dialer signs in by itself', async ({ browser }) => {
  // They were in a campaign before, by the phone at their desk.
  const before = await open(browser, server.url, 'agent6');
  const headers = { 'X-Requested-With': 'app', 'Sec-Fetch-Site': 'same-origin' };
  const mine = await before.request.get('/api/user/assigned/campaigns', { headers });
  const { rows } = (await mine.json()) as { rows: { id: number }[] };
  const data = { campaignId: rows[0]?.id, leg: 'nailed' };
  expect((await before.request.post('/api/dialer/login', { headers, data })).ok()).toBe(true);
  await before.goto('/home');
  await before.getByRole('button', { name: 'User menu' }).click();
  await before.getByRole('button', { name: 'Sign out' }).click();
  await expect(before).toHaveURL(/login/);

  const next = await home(browser, 'agent6');
  const hand = new Hand();
  await hand.tap(next.card.getByRole('button', { name: 'Call', exact: true }));
  await expect(next.page.getByText('call placed')).toBeVisible({ timeout: 20_000 });
  expect(hand.taps).toBe(1);
  await expect(next.page).toHaveURL(new RegExp(`/view-borrower\\?id=${next.loanId}`));
});
