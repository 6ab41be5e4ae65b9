/** Taps of daily jobs on a phone, from Home, measured per test; and mouse-free use at a desk. */
import { type Browser, type Locator, type Page, expect, test } from '@playwright/test';
import { planOf } from '../../src/contexts/dialer/server/telephony/number-plan.ts';
import { kilometresAway, pincodeIn } from '../../src/contexts/work/contract/visit-place.ts';
import { press, withoutMouse } from './by-keys.ts';
import { open, openAllHours, phone } from './main-job/people.ts';
import { outcomeForm } from './field.ts';
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

/** A tap counter. */
class Hand {
  taps = 0;
  async tap(what: Locator): Promise<void> {
    await what.tap();
    this.taps += 1;
  }
}

/** A position in the region of the loan's address: a visit from elsewhere needs a confirmation first. */
async function standNear(page: Page, loanId: number): Promise<void> {
  const answer = await page.request.get(`/api/loans/${loanId}`, { headers });
  const { row } = (await answer.json()) as { row: { address: string | null } };
  const pincode = pincodeIn(row.address);
  const degrees = (from: number, to: number): number[] =>
    Array.from({ length: 2 * (to - from) + 1 }, (_, i) => from + i / 2);
  const spot = degrees(8, 37)
    .flatMap((latitude) => degrees(68, 97).map((longitude) => ({ latitude, longitude })))
    .find((one) => kilometresAway(pincode, one) === 0);
  if (!spot) throw new Error(`No place for the PIN code ${pincode}`);
  await page.context().setGeolocation({ ...spot, accuracy: 12 });
}

interface Borrower {
  page: Page;
  /** Actions for the next borrower. */
  card: Locator;
  name: string;
  loanId: number;
}
const loanOf = async (link: Locator): Promise<number> =>
  Number((await link.getAttribute('href'))?.split('id=')[1]);
async function home(browser: Browser, account: string): Promise<Borrower> {
  const page = await open(browser, server.url, account, {
    ...phone,
    permissions: ['geolocation'],
  });
  await page.goto('/home');
  const card = page.getByRole('region').filter({ has: page.getByRole('group', { name: /^Work on/ }) });
  await expect(card).toBeVisible();
  const link = card.getByRole('heading', { level: 2 }).getByRole('link');
  return { page, card, name: await link.innerText(), loanId: await loanOf(link) };
}
/** A save completes the row: another borrower is next. */
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
/** The form has one instalment: the value of its chip. */
const isInstalment = (form: Locator): Promise<void> =>
  expect(form.getByRole('button', { name: /^EMI ₹/ })).toHaveAttribute('aria-pressed', 'true');
const dayInIndia = (plus = 0): string =>
  new Date(Date.now() + 5.5 * 3_600_000 + plus * 86_400_000).toISOString().slice(0, 10);

test('no answer needs more than one tap', async ({ browser }) => {
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

test('a one-instalment PTP for tomorrow needs three taps', async ({ browser }) => {
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

test('cash needs at most four taps, and shows its receipt number', async ({ browser }) => {
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
  expect((await latest(next))?.transactionId).toMatch(/^CR-\d{8}$/);
});

test('a visit at a locked house needs three taps', async ({ browser }) => {
  const next = await home(browser, 'agent4');
  await standNear(next.page, next.loanId);
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
test('a payment link needs two taps, and its code is on the screen', async ({ browser }) => {
  const next = await home(browser, 'agent7');
  const hand = new Hand();
  await hand.tap(next.card.getByRole('button', { name: 'Link' }));
  await hand.tap(next.page.getByRole('dialog').getByRole('button', { name: 'Send link' }));
  await expect(
    next.page.getByRole('img', { name: `Code of the payment page of ${next.name}` }),
  ).toBeVisible();
  expect(hand.taps).toBe(2);
});

/** In a campaign, by the phone at their desk. */
async function signInToDialer(page: Page): Promise<void> {
  const mine = await page.request.get('/api/user/assigned/campaigns', { headers });
  const { rows } = (await mine.json()) as { rows: { id: number }[] };
  const data = { campaignId: rows[0]?.id, leg: 'nailed' };
  expect((await page.request.post('/api/dialer/login', { headers, data })).ok()).toBe(true);
}

test('a call needs one tap: the dialer signs in automatically', async ({ browser }) => {
  const before = await open(browser, server.url, 'agent6');
  await signInToDialer(before);
  await before.goto('/home');
  await before.getByRole('button', { name: 'User menu' }).click();
  await before.getByRole('button', { name: 'Sign out' }).click();
  await expect(before).toHaveURL(/login/);

  const next = await home(browser, 'agent6');
  const hand = new Hand();
  await hand.tap(next.card.getByRole('button', { name: 'Call', exact: true }));
  await expect(next.page.getByText('call placed')).toBeVisible();
  expect(hand.taps).toBe(1);
  await expect(next.page).toHaveURL(new RegExp(`/view-borrower\\?id=${next.loanId}`));
});

test('an uncallable borrower is not the suggested first action', async ({ browser }) => {
  const { page, loanId } = await home(browser, 'agent9');
  await page.goto(`/view-borrower?id=${loanId}`);
  const call = page.getByRole('navigation', { name: 'Actions' }).getByRole('button', { name: 'Call' });
  await expect(call).toHaveAttribute('data-main');
  const asked = await page.request.get(`/api/loan-holds/reasons?loanId=${loanId}`, { headers });
  const { rows } = (await asked.json()) as { rows: { id: number }[] };
  const data = { loanId, reasonId: rows[0]?.id };
  expect((await page.request.post('/api/loan-holds', { headers, data })).ok()).toBe(true);
  await page.reload();
  await expect(page.getByText(/not contacted at present/).first()).toBeVisible();
  await expect(call).not.toHaveAttribute('data-main');
  await expect(call).toBeEnabled();
});

interface Callee {
  id: number;
  mobile: string;
  isDNC: boolean;
}
/** The borrower who answers and talks longest: a busy host is slow. */
async function talker(page: Page): Promise<number | undefined> {
  const mine = await page.request.get('/api/loans?size=50', { headers });
  const { rows } = (await mine.json()) as { rows: Callee[] };
  const talk = ({ mobile }: Callee): number => planOf(mobile).talkMs;
  const answering = rows.filter(
    ({ mobile, isDNC }) => !isDNC && planOf(mobile).steps.at(-1)?.type === 'answered',
  );
  return answering.toSorted((one, other) => talk(other) - talk(one))[0]?.id;
}

test('cash, link, visit, settlement and call work at a desk without a mouse', async ({ browser }) => {
  const page = await open(browser, server.url, 'agent7', {
    permissions: ['geolocation'],
  });
  await signInToDialer(page);
  await withoutMouse(page);
  await page.goto('/home');
  const next = page.getByRole('heading', { level: 2 }).getByRole('link').first();
  await expect(next).toBeVisible();
  const form = page.getByRole('dialog');
  const save = (): Promise<void> => page.keyboard.press('Control+Enter');

  const first = await next.innerText();
  await press(page, page.getByRole('button', { name: 'Cash', exact: true }));
  await isInstalment(form);
  // The next borrower may owe more than an agent's cash limit.
  await form.getByLabel('Payment Amount').fill('500');
  await save();
  await expect(form).toBeHidden();
  await expect(next).not.toHaveText(first);

  const second = await next.innerText();
  await standNear(page, await loanOf(next));
  await page.keyboard.press('v');
  await press(page, form.getByRole('button', { name: 'Door locked', exact: true }));
  await save();
  await expect(page.getByText('Visit saved')).toBeVisible();
  await expect(next).not.toHaveText(second);

  await page.keyboard.press('l');
  await press(page, form.getByRole('button', { name: 'Send link' }));
  await expect(page.getByRole('img', { name: /^Code of the payment page of / })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();

  const theirs = `/view-borrower?id=${await talker(page)}`;
  await page.goto(theirs);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const beside = outcomeForm(page);
  await expect(beside.getByRole('button', { name: /Initiate Settlement/ })).toBeVisible();
  await page.keyboard.press('s');
  await expect(beside.getByRole('button', { name: 'One Time' })).toBeFocused();
  await page.keyboard.press('Enter');
  await press(page, beside.getByRole('button', { name: '+7 days' }));
  await press(page, beside.getByRole('button', { name: /^Pre Approved Amount ₹/ }));
  await save();
  await expect(page.getByText('Disposition added successfully')).toBeVisible();

  // What was saved has moved on to who is next, who may let it ring.
  await page.goto(theirs);
  const strip = page.getByRole('region', { name: 'Call', exact: true });
  await expect(page.getByRole('button', { name: /^Call/ }).first()).toBeVisible();
  await page.keyboard.press('c');
  const heard = strip.getByRole('group', { name: 'Speaking to' });
  const isBorrower = heard.getByRole('button', { name: 'Yes, borrower' });
  // They let it ring for half a minute at most.
  await expect(isBorrower).toBeVisible();
  await press(page, isBorrower);
  await page.keyboard.press('d');
  await press(page, beside.getByRole('button', { name: 'Followup', exact: true }));
  await press(page, beside.getByRole('button', { name: 'Wants Statement' }));
  await press(page, beside.getByRole('button', { name: '+7 days' }));
  await press(page, beside.getByRole('button', { name: 'Save & End' }));
  await expect(strip).toBeHidden();
});

test('on a call identity is verified before the balance, and every section is reachable', async ({
  browser,
}) => {
  const page = await open(browser, server.url, 'agent8', phone);
  await signInToDialer(page);
  await page.goto(`/view-borrower?id=${await talker(page)}`);
  await page.getByRole('navigation', { name: 'Actions' }).getByRole('button', { name: 'Call' }).tap();
  const strip = page.getByRole('region', { name: 'Call', exact: true });
  const heard = strip.getByRole('group', { name: 'Speaking to' });
  await expect(heard.getByText(/^“Am I speaking with .*after yes\.$/)).toBeVisible();
  await expect(strip.getByText(/outstanding$/)).toBeVisible();
  await heard.getByRole('button', { name: 'Someone else' }).tap();
  await expect(heard.getByText('Say nothing of the loan. Ask when to call again.')).toBeVisible();
  await expect(strip.getByText(/outstanding$/)).toBeHidden();
  await heard.getByRole('button', { name: 'Yes, borrower' }).tap();
  await expect(heard.getByRole('button', { name: 'Yes, borrower' })).toHaveAttribute('aria-pressed', 'true');
  await expect(strip.getByText(/outstanding$/)).toBeVisible();
  await strip.getByRole('button', { name: 'Mute' }).tap();
  await expect(strip.getByRole('button', { name: 'Unmute' })).toHaveAttribute('aria-pressed', 'true');
  await strip.getByRole('button', { name: 'Hold' }).tap();
  await expect(strip.getByText(/^On hold \d/)).toBeVisible();
  await strip.getByRole('button', { name: 'Resume' }).tap();
  await expect(strip.getByRole('button', { name: 'Hold' })).toHaveAttribute('aria-pressed', 'false');

  for (const name of ['Loan', 'Person', 'Papers', 'Timeline']) {
    await page.getByRole('tab', { name, exact: true }).tap();
    await expect(page.getByRole('tabpanel', { name, exact: true })).toBeVisible();
  }
  await strip.getByRole('link', { name: 'Outcome' }).tap();
  const form = page.getByRole('dialog', { name: 'Add Disposition' });
  await form.getByRole('button', { name: 'Followup', exact: true }).tap();
  await form.getByRole('button', { name: 'Wants Statement', exact: true }).tap();
  await form.getByRole('button', { name: '+7 days', exact: true }).tap();
  await form.getByRole('button', { name: 'Save & End', exact: true }).tap();
  await expect(form).toBeHidden();
  await expect(strip).toBeHidden();
});

test("a WhatsApp link is sent by WhatsApp, and its code is on the borrower's page", async ({ browser }) => {
  const { page, loanId } = await home(browser, 'agent7');
  await page.goto(`/view-borrower?id=${loanId}`);
  await page.getByRole('button', { name: 'WhatsApp link' }).tap();
  const form = page.getByRole('dialog', { name: 'Send Payment Link by WhatsApp' });
  await expect(form.getByLabel('Sent by')).toBeHidden();
  await form.getByLabel('The borrower agreed to messages on WhatsApp').check();
  await form.getByRole('button', { name: 'Send link' }).tap();
  await expect(page.getByRole('img', { name: /^Code of the payment page of / })).toBeVisible();
  const links = await page.request.get(`/api/payment/codes?loanId=${loanId}`, { headers });
  const { rows } = (await links.json()) as { rows: { channel: string }[] };
  expect(rows[0]?.channel).toBe('whatsApp');
});
