import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { payLanguages } from '../../src/contexts/payments/contract/pay/pay-pages.ts';
import { paymentLinks } from '../../src/contexts/payments/contract/pay/payment-links.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { qrPicture } from '../../src/kernel/server/http/pages/qr.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';

const now = new Date('2026-11-20T06:30:00Z');
let server: TestServer;
let agent: Caller;
let loanId = 0;
let code = '';
let loanNumber = '';
beforeAll(async () => {
  server = await boot({ clock: { now: () => now } });
  // One borrower is sent many links here; how many they may be sent is tested with the policy.
  await server.database.run(sql`update compliance_rules set most = 100 where kind = 'cap'`);
  agent = await server.person({ roleType: 'agent' });
  // Link caps are tested in contact-links.test.ts.
  await server.database.run(sql`update compliance_rules set most = 100 where kind = 'cap'`);
  await server.database.run(sql`
    insert into payment_accounts (id, client_id, name, path, upi_id) values (1, 1, 'Asha', 'reliance', 'asha@example')`);
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.database.run(sql`delete from payment_lookups`);
  const row = await server.database.one<{ id: number; number: string }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha <b>Rao</b>') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id, mobile, payment_account_id,
      principal_outstanding, total_outstanding)
    select 1, 1, b.id, 'PAGE-' || b.id, ${agent.id}, '9000004321', 1, 400000, 500000 from b returning id, loan_number as number`);
  loanId = row?.id ?? 0;
  loanNumber = row?.number ?? '';
  const link = await agent.call(paymentLinks.generate, { loanId, mobileNumber: 'mobile', amount: 1500 });
  code = new URL(link.url).searchParams.get('q') ?? '';
});

const page = '/pay/reliance';
const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(server.url + path, { redirect: 'manual', headers });
  return { status: response.status, text: await response.text(), headers: response.headers };
};
/** As a browser without a script sends a form. */
const post = async (path: string, fields: Record<string, string>, site = 'same-origin') => {
  const response = await fetch(server.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Sec-Fetch-Site': site },
    body: new URLSearchParams(fields),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
};
test("the selector leads to a lender's page and preserves the code", async () => {
  expect((await get('/pay?client=')).text).toContain('Please select a client');
  const chosen = await get('/pay?client=reliance&q=abc');
  expect([chosen.status, chosen.headers.get('location')]).toEqual([303, '/pay/reliance?q=abc']);
});

test('a link shows the complete loan, with its amount in figures and in writing, and names as text', async () => {
  const { status, text, headers } = await get(`${page}?q=${code}`);
  expect(status).toBe(200);
  expect(text).toContain('Asha &lt;b&gt;Rao&lt;/b&gt;');
  expect(text).toContain('value="1500"');
  expect(text).toContain('One thousand five hundred rupees');
  expect(text).toContain('₹5,000.00');
  expect(text).toContain('upi://pay?pa=asha@example&amp;pn=');
  expect(text).not.toMatch(/<script(?! type="module" src="\/assets\/pay-)/);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(headers.get('cache-control')).toBe('no-store');
});

test('the UPI link and its QR code contain the same address, @ plain and blanks as %20', async () => {
  const { text } = await get(`${page}?q=${code}`);
  const decoded = (html = ''): string => html.replaceAll('&amp;', '&');
  const link = decoded(/href="(upi:[^"]+)"/.exec(text)?.[1]);
  expect(link).toMatch(/^upi:\/\/pay\?pa=asha@example&pn=[^+\s]+&cu=INR&tn=Loan%20[^+\s]+&am=1500\.00$/);
  const picture = await get(decoded(/src="(\/pay\/qr[^"]+)"/.exec(text)?.[1]));
  expect(picture.text).toBe(qrPicture(link));
});

test('an unknown, a foreign and a used link show the form empty', async () => {
  expect((await get(`${page}?q=x`)).text).toContain('Loan Number doesn&#39;t exist');
  expect((await get(`/pay/light-microfinance?q=${code}`)).text).toContain('Loan Number doesn&#39;t exist');
  await server.database.run(sql`update payment_codes set paid_at = now() where code = ${code}`);
  const used = await get(`${page}?q=${code}`);
  expect(used.text).toContain('This link has expired');
  expect(used.text).not.toContain('Rao');
});

test('without a script a loan is found, paid in part, and its result is shown', async () => {
  const found = await post(page, { step: 'find', loanNumber, last4: '4321' });
  expect(found.text).toContain('A***** &lt;*****');
  const token = /name="token" value="([^"]+)"/.exec(found.text)?.[1] ?? '';
  const none = await post(page, { step: 'pay', loanNumber, token, amount: '' });
  expect([none.status, none.text.includes('Payment Amount is required.')]).toEqual([422, true]);
  expect((await post(page, { step: 'pay', token, amount: '12.345' })).status).toBe(422);
  const above = await post(page, { step: 'pay', token, amount: '6,000' });
  expect([above.status, above.text.includes('name="isSure"')]).toEqual([422, true]);
  expect((await post(page, { step: 'pay', token, amount: '6,000', isSure: '1' })).status).toBe(303);
  const paid = await post(page, { step: 'pay', token, amount: '100.91' });
  expect(paid.status).toBe(303);
  let place = paid.headers.get('location') ?? '';
  for (let i = 0; i < 5 && !place.startsWith('/payment/response'); i += 1)
    place = (await get(place)).headers.get('location') ?? '';
  const result = await get(place);
  expect(result.text).toContain('Payment Success');
  expect(result.text).toContain('Download Receipt');
  // Paying by typed number does not reveal the borrower.
  expect(result.text).toContain('A***** &lt;*****');
  expect(result.text).toMatch(/20 Nov 2026 12:00 PM/);
  const receipt = /Verification code<\/dt>\s*<dd>([\w-]{22})/.exec(result.text)?.[1] ?? '';
  expect((await get(`/pay/verify?code=${receipt}`)).text).toContain('₹100.91');
  expect((await get('/pay/verify?code=nothing')).text).toContain('No receipt or letter has this code.');
});

test('an unsigned result is shown as none', async () => {
  const { text } = await get(
    '/payment/response?status=success&amount=5000&borrowerName=Rekha&clientName=Svasti',
  );
  expect(text).toContain('This result could not be verified');
  expect(text).not.toMatch(/Rekha|Download Receipt|class="state success"|5000/);
});

test('a form of another origin is rejected', async () => {
  expect((await post(page, { step: 'find', loanNumber: 'x' }, 'cross-site')).status).toBe(403);
});

test('the language is chosen once and remembered', async () => {
  const chosen = await get(`${page}?q=${code}&lang=hi`);
  expect(chosen.text).toContain('<html lang="hi">');
  const cookie = chosen.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect((await get(`${page}?q=${code}`, { Cookie: cookie })).text).toContain('<html lang="hi">');
  expect((await get(page, { 'Accept-Language': 'ta-IN,en;q=0.5' })).text).toContain('<html lang="ta">');
  expect((await get(page, { 'Accept-Language': 'fr' })).text).toContain('<html lang="en">');
});

test('the legal texts are read in Hindi, and in English where they are not translated', async () => {
  const hindi = (await get(`${page}?q=${code}&lang=hi`)).text;
  expect(hindi).toContain('<p lang="hi">इन शर्तों पर भारतीय कानून लागू होता है।</p>');
  expect(hindi).toContain('नई दिल्ली');
  expect(hindi).not.toContain('governed by Indian law');
  const tamil = (await get(`${page}?q=${code}&lang=ta`)).text;
  expect(tamil).toContain('<p lang="en">These terms are governed by Indian law.</p>');
});

test('in every language the page is small and in its language only', async () => {
  const titles = new Set<string>();
  for (const language of payLanguages) {
    const { text } = await get(`${page}?q=${code}&lang=${language}`);
    titles.add(/<h1>([^<]+)/.exec(text)?.[1] ?? '');
    expect([language, text.indexOf('value="pay"') > 0 && text.indexOf('value="pay"') < 14_000]).toEqual([
      language,
      true,
    ]);
  }
  expect(titles.size).toBe(payLanguages.length);
});

test("the QR code is drawn for the lender's account only, whatever the amount", async () => {
  const { text } = await get(`${page}?q=${code}`);
  const picture = (/src="(\/pay\/qr[^"]+)"/.exec(text)?.[1] ?? '').replaceAll('&amp;', '&');
  expect(new URLSearchParams(picture.split('?')[1]).get('am')).toBe('1500.00');
  const own = await get(picture);
  expect([own.status, own.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  const changed = (name: string, value: string): string => {
    const url = new URL(picture, 'http://x');
    url.searchParams.set(name, value);
    return url.pathname + url.search;
  };
  expect((await get(changed('am', '12.50'))).status).toBe(200);
  for (const forged of [
    '/pay/qr?pa=attacker@upi&am=5000',
    changed('pa', 'attacker@upi'),
    changed('pn', 'Somebody'),
    changed('tn', 'Loan 2'),
    changed('am', '5000&pa=attacker@upi'),
    `${picture}&pa=attacker@upi`,
    changed('sig', ''),
  ])
    expect([forged, (await get(forged)).status]).toEqual([forged, 400]);
});

// Last, because the complaint places a hold on the loans of this number.
test('number and mobile of a loan allow a complaint without a link; a wrong mobile does not', async () => {
  const qOf = (text: string) => /\/pay\/complaint\?q=([^"]+)"/.exec(text)?.[1]?.replaceAll('%2E', '.');
  for (const last4 of ['', '1234'])
    expect(qOf((await post(page, { step: 'find', loanNumber, last4 })).text), last4).toBeUndefined();
  const unproved = await post(page, { step: 'find', loanNumber });
  const weak = /name="token" value="([^"]+)"/.exec(unproved.text)?.[1] ?? '';
  expect(weak).not.toBe('');
  expect((await get(`/pay/complaint?q=${weak}`)).status).toBe(404);
  const q = qOf((await post(page, { step: 'find', loanNumber, last4: '4321' })).text) ?? '';
  const ownPage = await get(`/pay/mine?q=${q}`);
  expect([ownPage.status, ownPage.text.includes('Rao')]).toEqual([200, false]);
  const sent = await post('/pay/complaint', { q, kind: 'conduct', words: 'They shout.' });
  expect(sent.status).toBe(200);
  expect(await server.database.rows(sql`select channel from complaints where loan_id = ${loanId}`)).toEqual([
    { channel: 'page' },
  ]);
  // Fails for a changed token, and for another text signed with the same secret.
  const [, kid = '', sig = ''] = q.split('.');
  const signed = Buffer.from('upi://pay?pa=asha@example').toString('base64url');
  for (const other of [`${q.slice(0, 20)}x${q.slice(21)}`, `${signed}.${kid}.${sig}`, 'a.b.c', '..'])
    expect((await get(`/pay/complaint?q=${encodeURIComponent(other)}`)).status, other).toBe(404);
});
