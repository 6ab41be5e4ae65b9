/** Payment account of a lender, and confidentiality of its merchant keys. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { paymentAccounts } from '../../src/contexts/payments/contract/payment-accounts.ts';
import { paymentLinks } from '../../src/contexts/payments/contract/pay/payment-links.ts';
import { pay } from '../../src/contexts/payments/contract/pay/pay.ts';
import { openLog } from '../../src/app/server/operation/log.ts';
import { assignJob } from '../../src/contexts/payments/server/payment-accounts/jobs.ts';
import type { Database } from '../../src/kernel/server/database/database.ts';
import { type Fragment, sql } from '../../src/kernel/server/database/sql.ts';
import { type FakePayu, payuForm, startPayu } from '../fakes/payu.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

const aside = { log: openLog('/dev/null'), signal: new AbortController().signal, isLastTry: true };
const now = new Date('2026-11-20T06:30:00Z');
let server: TestServer;
let bank: FakePayu;
let chief: Caller;
let agent: Caller;
let loanId = 0;
beforeAll(async () => {
  bank = await startPayu({ key: 'OWNKEY', salt: 'OWNSALT' });
  // An account's merchant uses the installation's endpoint.
  const { host } = new URL(bank.url);
  const ask = encodeURIComponent(bank.url);
  const env = { RECOUP_MODE: 'demo', PAYU_URL: `http://KEY:SALT@${host}?ask=${ask}` };
  server = await boot({ clock: { now: () => now }, env });
  // One borrower is sent many links here; how many they may be sent is tested with the policy.
  await server.database.run(sql`update compliance_rules set most = 100 where kind = 'cap'`);
  chief = await server.person({ roleType: 'system_admin' });
  await server.database.run(
    sql`update users set role_id = (select id from roles where slug = 'system_admin') where id = ${chief.id}`,
  );
  agent = await server.person({ roleType: 'agent' });
  // Link caps are tested in contact-links.test.ts.
  await server.database.run(sql`update compliance_rules set most = 100 where kind = 'cap'`);
  const row = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id, mobile, total_outstanding)
    select 1, 1, b.id, 'ACC-1', ${agent.id}, '9000004321', 500000 from b returning id`);
  loanId = row?.id ?? 0;
});
afterAll(async () => {
  await server.stop();
  bank.stop();
});

const own = {
  name: 'Asha at PayU',
  clientId: 1,
  path: 'reliance' as const,
  upiId: 'asha@example',
  most: 20_000,
};
const keys = { gateway: 'payu' as const, merchantKey: 'OWNKEY', merchantSecret: 'OWNSALT' };
const begin = async (): Promise<string> => {
  const link = await agent.call(paymentLinks.generate, { loanId, mobileNumber: 'mobile' });
  const code = new URL(link.url).searchParams.get('q') ?? '';
  const said = { amount: 321, code, source: 'PAYMENT_LINK' as const };
  return (await server.anonymous.call(pay.initiate, said)).redirectionUrl.split('/').at(-1) ?? '';
};
const form = (id: string, key: string, salt: string): string => payuForm(id, { key }, { key, salt });
const tell = async (gateway: string, body: string): Promise<number> =>
  (await fetch(`${server.url}/api/payments/webhook/${gateway}`, { method: 'POST', body })).status;

let id = 0;
test("an account is created, its keys are encrypted and undisclosed, and the lender's loans are paid to it", async () => {
  await server.database.run(sql`
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, total_outstanding)
    select 1, 1, borrower_id, 'ACC-' || n, 100 from loans, generate_series(2, 1200) n where loan_number = 'ACC-1'`);
  const made = await chief.call(paymentAccounts.create, { ...own, ...keys });
  id = made.id;
  expect(made).toMatchObject({ hasKeys: true, webhook: `/api/payments/webhook/payu-${id}`, gateway: 'payu' });
  const told = JSON.stringify([made, await chief.call(paymentAccounts.list, {})]);
  expect(told).not.toMatch(/OWNKEY|OWNSALT/);
  const everything = await server.database.rows<{ text: string }>(sql`
    select a::text as text from payment_accounts a union all select e::text from event e`);
  expect(JSON.stringify(everything)).not.toMatch(/OWNKEY|OWNSALT/);
  expect(readFileSync(join(server.folder, 'secrets.key'), 'utf8')).toHaveLength(44);
  await expect
    .poll(async () => (await agent.call(loans.one, { id: String(loanId) })).paymentAccountId)
    .toBe(id);
  // Many are assigned in batches: writers are not blocked by all of them.
  const given = async () =>
    (
      await server.database.rows<{ n: number }>(sql`
        select count(*)::int as n from loans where payment_account_id = ${id} group by changed_tx
        order by changed_tx::text::bigint`)
    ).map(({ n }) => n);
  await expect.poll(given).toEqual([500, 500, 200]);
});

test('loans are assigned to an account by number, and assigned ones are not rechecked', async () => {
  const loansBy = async (filter: Fragment) =>
    (await server.database.rows<{ id: number }>(sql`select id from loans where ${filter} order by id`)).map(
      ({ id: loan }) => loan,
    );
  const all = await loansBy(sql`true`);
  await server.database.run(sql`update loans set payment_account_id = null`);
  const reached: (number | undefined)[] = [];
  const database: Database = {
    ...server.database,
    async one<R extends object>(query: Fragment) {
      const row = await server.database.one<R>(query);
      reached.push((await loansBy(sql`payment_account_id = ${id}`)).at(-1));
      // Removed from it after the batch.
      if (reached.length === 1)
        await server.database.run(sql`update loans set payment_account_id = null where id = ${all[7]}`);
      return row;
    },
  };
  await assignJob(database).run({ accountId: id }, aside);
  expect(reached).toEqual([all[499], all[999], all[1199]]);
  expect(await loansBy(sql`payment_account_id is null`)).toEqual([all[7]]);
});

test("payments use the account's merchant, and only that merchant's events apply", async () => {
  const attempt = await begin();
  const page = await (await fetch(`${server.url}/pay/go/${attempt}`)).text();
  expect(page).toContain('name="key" value="OWNKEY"');
  expect(page).toContain(`/pay/return/payu-${id}/${attempt}`);
  expect(await tell(`payu-${id}`, form(attempt, 'OWNKEY', ''))).toBe(401);
  expect(await tell(`payu-${id}`, form(attempt, 'OTHER', 'OWNSALT'))).toBe(401);
  expect(await tell('payu', form(attempt, 'OWNKEY', 'OWNSALT'))).toBe(401);
  expect(await tell(`payu-${id + 1}`, form(attempt, 'OWNKEY', 'OWNSALT'))).toBe(404);
  // Started payments are still processed when the account is inactive.
  await chief.call(paymentAccounts.edit, { id: String(id), isActive: false });
  expect((await refusal(begin())).body.code).toBe('NO_PAYMENT_ACCOUNT');
  bank.books.set(attempt, {
    mihpayid: 'M1',
    status: 'success',
    unmappedstatus: 'captured',
    amount: '321.00',
  });
  expect(await tell(`payu-${id}`, form(attempt, 'OWNKEY', 'OWNSALT'))).toBe(200);
  expect(
    await server.database.rows(sql`select amount, mode, status from payments where loan_id = ${loanId}`),
  ).toEqual([{ amount: 32_100, mode: 'payu', status: 'success' }]);
  await chief.call(paymentAccounts.edit, { id: String(id), isActive: true });
});

test('an edit without keys preserves them; a gateway without all of its keys is rejected', async () => {
  const edited = await chief.call(paymentAccounts.edit, { id: String(id), upiId: 'other@example' });
  expect(edited).toMatchObject({ hasKeys: true, upiId: 'other@example' });
  const fieldsOf = async (more: object) =>
    (await refusal(chief.call(paymentAccounts.edit, { id: String(id), ...more }))).body.fields;
  expect(await fieldsOf({ gateway: 'razorpay' })).toMatchObject([
    { path: 'merchantKey' },
    { path: 'merchantSecret' },
    { path: 'webhookSecret' },
  ]);
  expect(await fieldsOf({ merchantKey: 'K' })).toEqual([{ path: 'merchantSecret', fault: 'required' }]);
  expect(await fieldsOf({ clientId: 2 })).toEqual([{ path: 'clientId', fault: 'invalid' }]);
  // Reverts to the installation's gateway.
  await chief.call(paymentAccounts.edit, { id: String(id), gateway: null });
  const attempt = await begin();
  const page = await (await fetch(`${server.url}/pay/go/${attempt}`)).text();
  expect(page).toContain('name="key" value="KEY"');
});

test('name and page are unique per account, a lender has one active, and only the chief may choose it', async () => {
  const code = async (more: object) =>
    (await refusal(chief.call(paymentAccounts.create, { name: 'Other', clientId: 2, ...more }))).body;
  expect(await code({ name: ' asha AT payu ' })).toMatchObject({ code: 'TAKEN', fields: [{ path: 'name' }] });
  expect(await code({ path: 'reliance' })).toMatchObject({ code: 'TAKEN', fields: [{ path: 'path' }] });
  expect(await code({ clientId: 1 })).toMatchObject({ code: 'TAKEN', fields: [{ path: 'clientId' }] });
  expect(await code({ clientId: 999_999 })).toMatchObject({ code: 'INVALID_INPUT' });
  const both = await Promise.allSettled(
    [1, 2].map(() => chief.call(paymentAccounts.create, { name: 'Race', clientId: 2 })),
  );
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const admin = await server.as('edit_client', 'list_client', 'add_client');
  expect((await refusal(admin.call(paymentAccounts.list, {}))).body.code).toBe('FORBIDDEN');
  expect((await refusal(admin.call(paymentAccounts.create, { ...own, name: 'X' }))).body.code).toBe(
    'FORBIDDEN',
  );
});
