/**
 * Borrower pages as pictures: a lender's page, a loan found, a link, the gateway, the receipt and its verification, the
 * portal.
 */
import type { Browser, Page } from 'playwright';
import { followShifts } from '../e2e/shift.ts';
import { signIn } from '../e2e/people.ts';
import { type Picture, type Sights, look } from './sights.ts';

const headers = { 'X-Requested-With': 'app', 'Sec-Fetch-Site': 'same-origin' };
/** Their lender has a page to pay on. */
const agent = 'agent7';

interface Link {
  address: string;
  loanNumber: string;
}

/** A payment link that was just sent, as the simulated carrier brought it; none outside the hours of contact. */
async function sendLink(browser: Browser, url: string): Promise<Link | undefined> {
  const context = await browser.newContext({ baseURL: url, serviceWorkers: 'block' });
  const page = await context.newPage();
  await signIn(page, agent);
  const mine = await page.request.get('/api/loans?size=50', { headers });
  const { rows } = (await mine.json()) as { rows: { id: number; loanNumber: string; isDNC: boolean }[] };
  let loanNumber: string | undefined;
  for (const one of rows.filter(({ isDNC }) => !isDNC)) {
    const data = { loanId: one.id, mobileNumber: 'mobile', amount: 2500 };
    if (!(await page.request.post('/api/payment/code/generate', { headers, data })).ok()) continue;
    ({ loanNumber } = one);
    break;
  }
  await context.clearCookies();
  await signIn(page, 'admin');
  const sent = page.getByRole('link', { name: /\/pay.*q=/ }).first();
  for (let tries = 0; loanNumber && tries < 20; tries += 1) {
    await page.goto('/dev/messages');
    if ((await sent.count()) > 0) break;
    await page.waitForTimeout(500);
  }
  const address = loanNumber && (await sent.count()) > 0 ? await sent.getAttribute('href') : null;
  await context.close();
  return address && loanNumber ? { address, loanNumber } : undefined;
}

/** The code a borrower was just sent, as the simulated carrier brought it. */
async function codeSent(browser: Browser, url: string): Promise<string> {
  const context = await browser.newContext({ baseURL: url, serviceWorkers: 'block' });
  const page = await context.newPage();
  await signIn(page, 'admin');
  await page.goto('/dev/messages');
  const text = await page
    .getByText(/^\d{6} is your code to see the promises/)
    .first()
    .innerText();
  await context.close();
  return text.slice(0, 6);
}

/** Ordered steps; `open` of a later one continues from the previous. */
const stepsOf = (
  page: Page,
  { address, loanNumber }: Link,
  code: () => Promise<string>,
): Record<string, () => Promise<unknown>> => ({
  'pay-found': async () => {
    await page.goto(new URL(address).pathname);
    await page.getByLabel('Loan Number').fill(loanNumber);
    await page.getByRole('button', { name: 'Find my loan' }).click();
    await page.getByLabel('Payment Amount').waitFor();
  },
  'pay-link': () => page.goto(address),
  'pay-refused': async () => {
    await page.getByLabel('Payment Amount').fill('');
    await page.getByRole('button', { name: 'Proceed to Pay' }).click();
    await page.getByText('Payment Amount is required.').waitFor();
  },
  'pay-gateway': async () => {
    await page.getByLabel('Payment Amount').fill('2500');
    await page.getByRole('button', { name: 'Proceed to Pay' }).click();
    await page.getByRole('button', { name: 'Success', exact: true }).waitFor();
  },
  'pay-receipt': async () => {
    await page.getByRole('button', { name: 'Success', exact: true }).click();
    await page.getByRole('heading', { name: 'Payment Success' }).waitFor();
  },
  'pay-verified': async () => {
    const number = await page.locator('dt', { hasText: 'Verification code' }).locator('+ dd').innerText();
    await page.goto(`/pay/verify?code=${number}`);
  },
  'pay-mine': () => page.goto(`/pay/mine${new URL(address).search}`),
  'pay-mine-code': async () => {
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await page.getByLabel('Code').waitFor();
  },
  'pay-mine-open': async () => {
    await page.getByLabel('Code').fill(await code());
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('heading', { name: 'How you want to be contacted' }).waitFor();
  },
  'pay-mine-wrong': async () => {
    await page.getByLabel('From').selectOption('10:00');
    await page.getByLabel('Until').selectOption('16:00');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Choose four hours at most.').waitFor();
  },
  'pay-mine-saved': async () => {
    await page.getByLabel('Until').selectOption('12:30');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^Saved/).waitFor();
  },
});

const always = {
  pay: '/pay',
  'pay-lender': '/pay/reliance',
  'pay-verify': '/pay/verify',
  'pay-verify-unknown': '/pay/verify?code=UNKNOWN',
  'pay-result-unverified': '/payment/response?status=success&amount=500',
};

export async function lookAsPayer(
  browser: Browser,
  url: string,
  sights: Sights,
  isAsked: (name: string) => boolean,
): Promise<Picture[]> {
  const context = await browser.newContext({ baseURL: url, serviceWorkers: 'block' });
  await followShifts(context);
  const page = await context.newPage();
  const pictures: Picture[] = [];
  for (const [name, address] of Object.entries(always))
    if (isAsked(name))
      pictures.push(...(await look(page, { shell: 'public', name, open: () => page.goto(address) }, sights)));
  const link = isAsked('pay-link') ? await sendLink(browser, url) : undefined;
  if (!link) process.stdout.write('No payment link was sent: its pages are not among the pictures.\n');
  // One-time forms: resized, not reloaded.
  if (link)
    for (const [name, open] of Object.entries(stepsOf(page, link, () => codeSent(browser, url))))
      pictures.push(...(await look(page, { shell: 'public', name, open, isKept: true }, sights)));
  await context.close();
  return pictures;
}
