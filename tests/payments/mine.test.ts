/** Borrower portal: PTPs, receipts and contact preferences, from a link, with a code. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { communications } from '../../src/contexts/messaging/contract/communications.ts';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { paymentLinks } from '../../src/contexts/payments/contract/pay/payment-links.ts';
import { payLanguages } from '../../src/contexts/payments/contract/pay/pay-pages.ts';
import { minePageWords } from '../../src/contexts/payments/server/pages/portal/words.ts';
import { visits } from '../../src/contexts/work/contract/visits.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';
import { changeDispositions, changeLoans } from '../world.ts';

const noon = new Date('2026-11-20T06:30:00Z');
let now = noon;
let server: TestServer;
let agent: Caller;
let loanId = 0;
let q = '';
beforeAll(async () => {
  server = await boot({ clock: { now: () => now, isMoved: true } });
  await server.database.run(sql`update compliance_rules set most = 100 where kind = 'cap'`);
  agent = await server.person({ roleType: 'agent' });
  await server.database.run(
    sql`insert into payment_accounts (id, client_id, name, path) values (1, 1, 'Asha', 'reliance')`,
  );
});
afterAll(() => server.stop());

const fresh = async (): Promise<{ loanId: number; q: string }> => {
  const made = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Kavya Menon') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, borrower_name, assignee_id, mobile, payment_account_id,
      total_outstanding)
    select 1, 1, b.id, 'M-' || b.id, 'Kavya Menon', ${agent.id}, '97' || lpad(b.id::text, 8, '0'), 1, 500000 from b returning id`);
  const id = made?.id ?? 0;
  const { url } = await agent.call(paymentLinks.generate, {
    loanId: id,
    mobileNumber: 'mobile',
    amount: 1500,
  });
  return { loanId: id, q: new URL(url).searchParams.get('q') ?? '' };
};
const forgetTries = () => server.database.run(sql`delete from payment_lookups`);
beforeEach(async () => {
  now = noon;
  await forgetTries();
  ({ loanId, q } = await fresh());
});

const get = async (path: string, headers: Record<string, string> = {}) => {
  const got = await fetch(server.url + path, { redirect: 'manual', headers });
  return { status: got.status, text: await got.text(), headers: got.headers };
};
const open = (code: string, more = '') => get(`/pay/mine?q=${code}${more}`);
const post = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const got = await fetch(`${server.url}/pay/mine`, {
    method: 'POST',
    headers: { origin: server.url, ...headers },
    body: new URLSearchParams(fields),
  });
  return { status: got.status, text: await got.text(), headers: got.headers };
};
interface Sent {
  to: string;
  text: string;
}
const codesTo = (loan = loanId): Promise<Sent[]> =>
  server.database.rows<Sent>(sql`
    select mobile as "to", message as text from messages where loan_id = ${loan} and purpose = 'borrower-code' order by id`);
const codeFor = async (link = q, loan = loanId): Promise<string> => {
  expect((await post({ q: link, step: 'send' })).status).toBe(200);
  return /^\d{6}/.exec((await codesTo(loan)).at(-1)?.text ?? '')?.[0] ?? '';
};
const wishes = () =>
  server.database.one(sql`
    select w.language, w.avoid_from as from, w.avoid_until as until, w.no_calls_since is not null as "noCalls"
    from contact_wishes w join loans l on l.borrower_id = w.borrower_id where l.id = ${loanId}`);
const save = (code: string, more: Record<string, string> = {}) =>
  post({ q, code, step: 'save', language: '', from: '', until: '', ...more });
const mayCall = async (loan = loanId) => (await agent.call(dialer.allowance, { id: String(loan) })).rule;
const wrong = 'This code does not count. Check it, or ask for a new one.';
const closed = 'This link is not known. Ask your lender for a new one.';

async function addMoney(): Promise<void> {
  await changeDispositions(
    server.database,
    sql`
    insert into borrower_dispositions (loan_id, borrower_id, user_id, disposition_id, amount, action_date, effective_at)
    select l.id, l.borrower_id, ${agent.id}, d.id, 250000, '2026-11-25', ${now} from loans l, dispositions d
    where l.id = ${loanId} and d.id = 1`,
  );
  await server.database.run(sql`
    insert into cash_receipts (number, loan_id, client_id, user_id, amount, taken_at, day, code, state)
    values (${`CR-${loanId}`}, ${loanId}, 1, ${agent.id}, 70000, ${now}, '2026-11-18', ${`cash-${loanId}`}, 'in-hand'),
      (${`CV-${loanId}`}, ${loanId}, 1, ${agent.id}, 81000, ${now}, '2026-11-17', ${`void-${loanId}`}, 'void')`);
  await server.database.run(sql`
    insert into payment_attempts (id, receipt_code, loan_id, account_id, source, gateway, amount, state, created_at, changed_at)
    values (${`order-${loanId}`}, ${`paid-${loanId}`}, ${loanId}, 1, 'PAYMENT_LINK', 'sandbox', 92000, 'success', ${now}, ${now})`);
  await server.database.run(sql`
    insert into payments (loan_id, amount, payment_date, realized, source, mode, attempt_id)
    values (${loanId}, 92000, '2026-11-16', true, 'PAYMENT_LINK', 'sandbox', ${`order-${loanId}`}),
      (${loanId}, 43000, '2026-11-15', true, 'PAYMENT_FILE', 'NEFT', null),
      (${loanId}, 99900, '2026-11-14', false, 'DISPOSITION', 'UPI', null)`);
}

test('before the code a link shows the lender and a masked name alone; after it promises and receipts', async () => {
  await addMoney();
  const first = await open(q);
  expect(first.status).toBe(200);
  expect([first.headers.get('cache-control'), first.text.length < 14 * 1024]).toEqual(['no-store', true]);
  expect(first.text).toContain('K***** M*****');
  for (const secret of ['Kavya', 'Menon', `M-`, '₹', 'CR-', 'paid-', 'noCalls'])
    expect(first.text).not.toContain(secret);
  const code = await codeFor();
  expect((await codesTo())[0]?.to).toMatch(/^97\d{8}$/);
  const { status, text } = await post({ q, code, step: 'open' });
  expect(status).toBe(200);
  for (const said of [
    'Kavya Menon',
    '25-11-2026',
    '₹2,500.00 · Open',
    `Cash, receipt CR-${loanId}`,
    `href="/pay/receipt/cash-${loanId}"`,
    '₹810.00 · cancelled',
    `href="/pay/receipt/paid-${loanId}"`,
    '₹430.00',
    'Reported by the lender',
    'We will not call you. Messages still come, and you can change this here at any time.',
  ])
    expect(text, said).toContain(said);
  // An agent's unconfirmed report has no receipt.
  expect(text).not.toContain('₹999.00');
  const receipt = await get(`/pay/receipt/cash-${loanId}`);
  expect(receipt.text).toContain('₹700.00');
});

test('the portal, its errors and its receipts support every language of the payment page, one per page', async () => {
  await addMoney();
  for (const [n, language] of payLanguages.entries()) {
    // Five codes a day, one a minute.
    now = new Date(noon.getTime() + Math.floor(n / 5) * 24 * 3600_000 + n * 120_000);
    await forgetTries();
    const words = minePageWords[language];
    const Cookie = `pay_lang=${language}`;
    const first = await get(`/pay/mine?q=${q}`, { Cookie });
    expect(first.text).toContain(`<html lang="${language}">`);
    for (const said of [words.title, words.codeGoes, words.sendCode])
      expect(first.text, said).toContain(said);
    expect([language, first.text.length < 14 * 1024]).toEqual([language, true]);
    await post({ q, step: 'send' }, { Cookie });
    const code = /^\d{6}/.exec((await codesTo()).at(-1)?.text ?? '')?.[0] ?? '';
    const bad = await post({ q, step: 'open', code: code === '111111' ? '222222' : '111111' }, { Cookie });
    expect([bad.status, bad.text.includes(words.wrong)]).toEqual([422, true]);
    const opened = await post({ q, step: 'open', code }, { Cookie });
    for (const said of [
      `₹2,500.00 · ${words.states.open}`,
      words.cash(`CR-${loanId}`),
      words.reported,
      '25-11-2026',
    ])
      expect(opened.text, said).toContain(said);
    const long = await post(
      { q, code, step: 'save', language: '', from: '10:00', until: '16:00' },
      { Cookie },
    );
    expect([long.status, long.text.includes(words.faults.long)]).toEqual([422, true]);
    // Only the requested language is sent.
    for (const other of payLanguages)
      if (other !== language) expect(opened.text).not.toContain(minePageWords[other].avoidAbout);
  }
});

test('without a valid code nothing is shown or saved', async () => {
  await addMoney();
  const code = await codeFor();
  const bad = code === '111111' ? '222222' : '111111';
  for (const fields of [
    { q, step: 'open' },
    { q, step: 'open', code: bad },
    { q, step: 'save', code: bad, noCalls: '1' },
    { q, step: 'save', noCalls: '1' },
    { q, step: 'anything', code: bad },
  ] as Record<string, string>[]) {
    await forgetTries();
    const { status, text } = await post(fields);
    expect([status, text.includes(wrong), /₹|Kavya|CR-/.test(text)]).toEqual([422, true, false]);
  }
  // After five wrong attempts the right code is invalid.
  await forgetTries();
  expect((await save(code, { noCalls: '1' })).text).toContain(wrong);
  expect(await wishes()).toBeUndefined();
});

test('the code of another link, and one older than ten minutes, are invalid', async () => {
  const other = await fresh();
  const theirs = await codeFor(other.q, other.loanId);
  await codeFor();
  expect((await save(theirs, { noCalls: '1' })).text).toContain(wrong);
  expect((await post({ q: other.q, step: 'open', code: theirs })).status).toBe(200);
  // Not even in its stored copies.
  await server.database.run(sql`
    update borrower_codes c set otp_mac = x.otp_mac from borrower_codes x
    where c.loan_id = ${loanId} and x.loan_id = ${other.loanId}`);
  expect((await post({ q, step: 'open', code: theirs })).status).toBe(422);
  await server.database.run(sql`update borrower_codes set otp_until = null where loan_id = ${loanId}`);
  const code = await codeFor();
  now = new Date(noon.getTime() + 10 * 60_000 - 1000);
  expect((await post({ q, step: 'open', code })).status).toBe(200);
  now = new Date(noon.getTime() + 10 * 60_000 + 1);
  expect((await save(code, { noCalls: '1' })).status).toBe(422);
  expect(await wishes()).toBeUndefined();
});

test('codes are sent once a minute and five times a day, however many links the loan has', async () => {
  const second = await agent.call(paymentLinks.generate, { loanId, mobileNumber: 'mobile' });
  const links = [q, new URL(second.url).searchParams.get('q') ?? ''];
  await post({ q, step: 'send' });
  const again = await post({ q: links[1] ?? '', step: 'send' });
  expect([again.status, again.text.includes('A code is on its way')]).toEqual([422, true]);
  for (let n = 0; n < 7; n += 1) {
    now = new Date(now.getTime() + 61_000);
    await forgetTries();
    await post({ q: links[n % 2] ?? '', step: 'send' });
  }
  expect(await codesTo()).toHaveLength(5);
});

test('unknown and forged links show the same text, a withdrawn one opens; a form of another site is rejected', async () => {
  const says = async (link: string) => {
    await forgetTries();
    const [seen, sent] = [await open(link), await post({ q: link, step: 'send' })];
    return [seen.status, seen.text.includes(closed), sent.status, sent.text.includes(closed)];
  };
  const all = [404, true, 404, true];
  for (const link of ['', 'nothing', `${q.slice(0, -1)}${q.endsWith('A') ? 'B' : 'A'}`, "' or 1=1 --"])
    expect(await says(link), link).toEqual(all);
  await server.database.run(sql`update payment_codes set revoked_at = ${now} where code = ${q}`);
  expect(await says(q)).toEqual([200, false, 200, false]);
  expect(await codesTo()).toHaveLength(1);
  expect(
    (await post({ q, step: 'send' }, { 'Sec-Fetch-Site': 'cross-site', origin: 'https://x.example' })).status,
  ).toBe(403);
});

test('guesses are counted by network', async () => {
  const tries: string[] = [];
  for (let n = 0; n < 12; n += 1) tries.push((await open(`guess-${n}`)).text);
  expect(tries[0]).toContain(closed);
  expect(tries.at(-1)).toContain('Too many tries');
});

test('blocked times and no-call preferences apply immediately, and are revoked on the same page', async () => {
  const code = await codeFor();
  const saved = await save(code, { from: '14:00', until: '16:00', noCalls: '1' });
  expect([saved.status, saved.text.includes('Saved. It counts from now on')]).toEqual([200, true]);
  expect(await wishes()).toEqual({ language: null, from: '14:00', until: '16:00', noCalls: true });
  expect(await mayCall()).toBe('no_calls');
  expect((await post({ q, step: 'open', code })).text).toMatch(/name="noCalls"[^>]*checked/);
  // Messages and visits continue outside the blocked time; the older link still works.
  await agent.call(paymentLinks.generate, { loanId, mobileNumber: 'mobile' });
  now = new Date('2026-11-20T15:00:00+05:30');
  expect(await agent.call(visits.allowance, { id: String(loanId) })).toMatchObject({
    rule: 'avoided',
    until: '2026-11-20T10:30:00.000Z',
  });
  const later = await codeFor();
  await save(later);
  expect(await wishes()).toEqual({ language: null, from: null, until: null, noCalls: false });
  expect(await mayCall()).toBeNull();
  const kept = await server.database.rows(sql`
    select no_calls as "noCalls" from contact_wish_changes where loan_id = ${loanId} order by id`);
  expect(kept).toEqual([{ noCalls: true }, { noCalls: false }]);
});

test.each([
  ['12:00', '16:30', 'Choose four hours at most.'],
  ['16:00', '14:00', 'The end must be after the beginning.'],
  ['14:15', '16:00', 'Choose both: from when and until when.'],
  ['14:00', '', 'Choose both: from when and until when.'],
])('from %s until %s is rejected with a message, and the input remains', async (from, until, sentence) => {
  const code = await codeFor();
  const { status, text } = await save(code, { from, until, noCalls: '1' });
  expect([status, text.includes(sentence)]).toEqual([422, true]);
  expect(text).toMatch(/name="noCalls"[^>]*checked/);
  expect(await wishes()).toBeUndefined();
});

test("the chosen language is the default of the link's pages until changed", async () => {
  const code = await codeFor();
  const saved = await save(code, { language: 'hi' });
  expect(saved.text).toContain('<html lang="hi">');
  const at = `/pay/reliance?q=${q}`;
  for (const path of [at, `/pay/mine?q=${q}`, `/pay/complaint?q=${q}`])
    expect((await get(path, { 'Accept-Language': 'ta' })).text, path).toContain('<html lang="hi">');
  expect((await get(`${at}&lang=en`)).text).toContain('<html lang="en">');
  expect((await get('/pay/reliance', { 'Accept-Language': 'ta' })).text).toContain('<html lang="ta">');
  await save(await ((now = new Date(now.getTime() + 61_000)), codeFor()), { language: 'klingon' });
  expect(await wishes()).toMatchObject({ language: null });
});

test('the payment page links to it, also when paid or expired, and only from a link', async () => {
  const way = `href="/pay/mine?q=${q}"`;
  const at = `/pay/reliance?q=${q}`;
  const page = await get(at);
  expect([page.text.includes(way), page.text.includes('Your wishes, promises and receipts')]).toEqual([
    true,
    true,
  ]);
  expect((await get('/pay/reliance')).text).not.toContain('/pay/mine');
  expect((await get('/pay/reliance?q=nothing')).text).not.toContain('/pay/mine');
  await server.database.run(sql`update payment_codes set expires_at = ${now} where code = ${q}`);
  expect((await get(at)).text).toContain(way);
  await addMoney();
  await server.database.run(sql`update payment_codes set paid_at = ${now} where code = ${q}`);
  await server.database.run(sql`
    update payment_attempts set code_id = (select id from payment_codes where code = ${q}) where id = ${`order-${loanId}`}`);
  const paid = await get(at);
  const result = await get(paid.headers.get('location') ?? '');
  expect(result.text).toContain('Payment Success');
  expect(result.text).toContain(way);
  // The shareable result omits the link's address.
  const bare = new URL(paid.headers.get('location') ?? '', server.url);
  bare.searchParams.delete('q');
  expect((await get(bare.pathname + bare.search)).text).not.toContain(q);
  // A paid link still opens with a code.
  const { text } = await post({ q, code: await codeFor(), step: 'open' });
  expect(text).toContain(`href="/pay/receipt/paid-${loanId}"`);
});

test('the links of a loan that is paid off still lead to its receipts', async () => {
  await addMoney();
  await changeLoans(
    server.database,
    sql`update loans set payment_status = 'Foreclosure', total_outstanding = 0 where id = ${loanId}`,
  );
  expect((await get(`/pay/reliance?q=${q}`)).text).toContain(`href="/pay/mine?q=${q}"`);
  expect((await post({ q, code: await codeFor(), step: 'open' })).text).toContain(
    `href="/pay/receipt/paid-${loanId}"`,
  );
});

test('the code is invisible to the agency, and each use records an event', async () => {
  const code = await codeFor();
  await post({ q, code, step: 'open' });
  const { rows } = await agent.call(communications.history, { loanId });
  const told = JSON.stringify(rows);
  expect([told.includes(code), told.includes('XXXXXX is your code')]).toEqual([false, true]);
  const events = await server.database.rows<{ became: string }>(sql`
    select facts ->> 'became' as became from event where type = 'pay.own-page' and entity_id = ${loanId} order by id`);
  expect(events.map(({ became }) => became)).toEqual(['sent', 'opened']);
});

test('a loan without a mobile number sends nothing and shows the same response', async () => {
  await server.database.run(sql`update loans set mobile = null where id = ${loanId}`);
  const { status, text } = await post({ q, step: 'send' });
  expect([status, text.includes('A code was sent')]).toEqual([200, true]);
  expect(await codesTo()).toEqual([]);
});
