import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { communications } from '../../src/contexts/messaging/contract/communications.ts';
import { pay } from '../../src/contexts/payments/contract/pay/pay.ts';
import { paymentLinks } from '../../src/contexts/payments/contract/pay/payment-links.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

const noon = new Date('2026-11-20T06:30:00Z');
let now = noon;
let server: TestServer;
let agent: Caller;
let stranger: Caller;
beforeAll(async () => {
  server = await boot({ clock: { now: () => now } });
  agent = await server.person({ roleType: 'agent' });
  stranger = await server.person({ roleType: 'agent' });
  await server.database.run(
    sql`insert into payment_accounts (id, client_id, name, path) values (1, 1, 'Asha', 'reliance')`,
  );
  // Tests link sequences; caps are tested in contact-links.test.ts.
  await server.database.run(sql`update compliance_rules set most = 100 where kind = 'cap'`);
});
afterAll(() => server.stop());

let loanId = 0;
let made = 0;
beforeEach(async () => {
  now = noon;
  made += 1;
  const mobile = `90000000${String(made).padStart(2, '0')}`;
  const row = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name, email) values (1, 'Asha Rao', 'asha@borrower.test') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id, mobile, other_mobiles,
      payment_account_id, principal_outstanding, total_outstanding)
    select 1, 1, b.id, 'LN-' || b.id, ${agent.id}, ${mobile}, array['8000000001'], 1, 400000, 500000 from b returning id`);
  loanId = row?.id ?? 0;
});

const generate = (o: object = {}) =>
  agent.call(paymentLinks.generate, { loanId, mobileNumber: 'mobile', ...o });
const codeIn = (url: string): string => new URL(url).searchParams.get('q') ?? '';
const open = (code: string) => server.anonymous.call(pay.code, { id: code });
const links = () => agent.call(paymentLinks.ofLoan, { loanId });

test('a link is sent as a message, opens publicly, and its agent sees that', async () => {
  const link = await generate({ amount: 1234.5 });
  expect(link).toMatchObject({
    state: 'sent',
    amount: 1234.5,
    channel: 'sms',
    expiresAt: '2026-11-23T06:30:00Z',
  });
  expect(new URL(link.url).pathname).toBe('/pay/reliance');
  expect(codeIn(link.url)).toMatch(/^[\w-]{22}$/);
  await expect.poll(async () => (await links())[0]?.message).toBe('delivered');
  const { rows } = await agent.call(communications.history, { loanId });
  expect(rows).toMatchObject([{ channel: 'sms', message: expect.stringContaining(link.url) as string }]);
  expect(await open(codeIn(link.url))).toEqual({
    code: codeIn(link.url),
    amount: 1234.5,
    loan: {
      loanNumber: expect.stringMatching(/^LN-/) as string,
      principalOutstanding: 4000,
      totalOutstanding: 5000,
      supplierName: 'Asha Microfinance',
      loanBorrower: { name: 'Asha Rao' },
      client: { name: 'Asha Microfinance' },
    },
  });
  expect((await links())[0]?.state).toBe('opened');
});

test('an unreachable number is reported as failed', async () => {
  await server.database.run(sql`update loans set mobile = '9000000000' where id = ${loanId}`);
  await generate();
  await expect.poll(async () => (await links())[0]?.message).toBe('failed');
});

test('a newer link, a revoked one and three days make a link void', async () => {
  const first = await generate();
  const second = await generate();
  expect((await links()).map(({ state }) => state)).toEqual(['sent', 'replaced']);
  expect((await refusal(open(codeIn(first.url)))).body.code).toBe('LINK_EXPIRED');
  await agent.call(paymentLinks.revoke, { id: String(second.id) });
  expect((await refusal(open(codeIn(second.url)))).body.code).toBe('LINK_EXPIRED');
  const third = await generate();
  now = new Date(noon.getTime() + 72 * 3_600_000);
  expect((await refusal(open(codeIn(third.url)))).body.code).toBe('LINK_EXPIRED');
  for (const code of ['x', 'a'.repeat(22), '-'.repeat(64)])
    expect((await refusal(open(code))).body.code).toBe('LOAN_UNKNOWN');
});

test('it is sent to one number: of the loan, or a new one with a reason and consent', async () => {
  const fields = async (o: object) =>
    (await refusal(agent.call(paymentLinks.generate, { loanId, ...o }))).body.fields;
  expect(await fields({})).toEqual([{ path: 'mobileNumber', fault: 'required' }]);
  expect(await fields({ mobileNumber: '7777777777' })).toEqual([{ path: 'mobileNumber', fault: 'unknown' }]);
  expect(await fields({ mobileNumber: 'mobile', newNumber: '7777777777' })).toMatchObject([
    { path: 'newNumber' },
  ]);
  expect(await fields({ newNumber: '777777777' })).toMatchObject([{ path: 'newNumber' }]);
  expect(await fields({ newNumber: '7777777777' })).toEqual([{ path: 'reason', fault: 'required' }]);
  expect(await fields({ newNumber: '7777777777', reason: 'Asked for it' })).toEqual([
    { path: 'hasConsent', fault: 'required' },
  ]);
  const link = await agent.call(paymentLinks.generate, {
    loanId,
    newNumber: '7777777777',
    reason: 'Asked for it',
    hasConsent: true,
  });
  expect(link.to).toBe('XXXXXX7777');
  expect((await generate({ mobileNumber: '8000000001' })).to).toBe('XXXXXX0001');
  expect((await generate({ mobileNumber: undefined, channel: 'email' })).to).toBe('a***@borrower.test');
});

test("an uncontactable borrower, a missing account or another agent's loan gets no link", async () => {
  const code = async (call: Promise<unknown>) => (await refusal(call)).body.code;
  now = new Date('2026-11-20T16:30:00Z');
  expect(await code(generate())).toBe('CONTACT_BLOCKED');
  now = noon;
  await server.database.run(sql`update loans set is_dnc = true where id = ${loanId}`);
  expect(await code(generate())).toBe('CONTACT_BLOCKED');
  await server.database.run(
    sql`update loans set is_dnc = false, payment_account_id = null where id = ${loanId}`,
  );
  expect(await code(generate())).toBe('NO_PAYMENT_ACCOUNT');
  expect(await code(stranger.call(paymentLinks.generate, { loanId, mobileNumber: 'mobile' }))).toBe(
    'NOT_FOUND',
  );
  expect(await stranger.call(paymentLinks.ofLoan, { loanId })).toEqual([]);
});

test('two concurrent links leave one valid', async () => {
  await Promise.all([generate(), generate(), generate()]);
  expect((await links()).map(({ state }) => state)).toEqual(['sent', 'replaced', 'replaced']);
});

test('WhatsApp consent is stored for the number, once', async () => {
  const kept = () =>
    server.database.rows(sql`select mobile, user_id as by from message_opt_ins where loan_id = ${loanId}`);
  await generate({ channel: 'whatsApp' });
  expect(await kept()).toEqual([]);
  await generate({ channel: 'whatsApp', isOptedIn: true });
  await generate({ channel: 'whatsApp', isOptedIn: true });
  expect(await kept()).toEqual([{ mobile: `90000000${String(made).padStart(2, '0')}`, by: agent.id }]);
});

test('an email link to a borrower without an address is rejected with an action', async () => {
  for (const email of [null, ' ']) {
    await server.database.run(
      sql`update borrowers set email = ${email} where id = (select borrower_id from loans where id = ${loanId})`,
    );
    const sent = agent.call(paymentLinks.generate, { loanId, channel: 'email' });
    expect((await refusal(sent)).body).toMatchObject({
      code: 'NO_EMAIL_ADDRESS',
      message: 'This borrower has no e-mail address. Send it by SMS or WhatsApp.',
    });
  }
});
