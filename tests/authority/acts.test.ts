/** Acts pending with a second approver, under attack: edited after approval, replayed, approved by their maker. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { permissionId } from '../../src/contexts/agency/contract/permission-ids.ts';
import { permissions } from '../../src/contexts/agency/contract/roles.ts';
import { authoritySteps } from '../../src/contexts/authority/contract/authority-steps.ts';
import { authority } from '../../src/contexts/authority/contract/authority.ts';
import { loanHolds } from '../../src/contexts/contact/contract/loan-holds.ts';
import { files } from '../../src/contexts/files/contract/files.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { paymentAccounts } from '../../src/contexts/payments/contract/payment-accounts.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, bootBeside, refusal } from '../kit.ts';

let server: TestServer;
/** Two system administrators: who changes accounts, and who else may agree. */
let chief: Caller;
let other: Caller;
let admin: Caller;
let manager: Caller;
let account = 0;
const db = () => server.database;
const systemAdmin = async (): Promise<Caller> => {
  const one = await server.person({ roleType: 'system_admin' });
  await db().run(
    sql`update users set role_id = (select id from roles where slug = 'system_admin') where id = ${one.id}`,
  );
  return one;
};
beforeAll(async () => {
  server = await boot();
  chief = await systemAdmin();
  other = await systemAdmin();
  admin = await server.person({
    roleType: 'admin',
    flags: [
      'edit_authority',
      'export_user',
      'list_user',
      'reveal_contact',
      'create_permissions',
      'list_role',
    ],
  });
  manager = await server.person({ roleType: 'manager', flags: ['export_user', 'list_user'] });
  const made = await chief.call(paymentAccounts.create, { name: 'Main', clientId: 1, upiId: 'main@bank' });
  account = made.id;
});
afterAll(() => server.stop());
beforeEach(async () => {
  await db().run(sql`update payment_accounts set upi_id = 'main@bank', name = 'Main' where id = ${account}`);
});
afterEach(async () => {
  await db().run(sql`delete from authority_requests`);
  await db().run(sql`delete from authority_acts`);
  await db().run(sql`delete from authority_steps`);
});

type Step = Partial<Parameters<typeof admin.call<typeof authoritySteps.create>>[1]>;
const step = (kind: 'account' | 'hold' | 'export' | 'reveal' | 'role', more: Step) =>
  admin.call(authoritySteps.create, { name: kind, kind, place: 1, hours: 24, exceptLine: false, ...more });
const waiting = async (who: Caller) => (await who.call(authority.waiting, {})).rows;
const upi = async () =>
  (await db().one<{ upi: string }>(sql`select upi_id as upi from payment_accounts where id = ${account}`))
    ?.upi;
const change = (who: Caller, upiId: string) => who.call(paymentAccounts.edit, { id: String(account), upiId });
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).body.code;
const yes = async (who: Caller, more = {}) => {
  const [row] = await waiting(who);
  return who.call(authority.decide, {
    id: String(row?.id),
    decision: 'approve',
    amount: 0,
    stands: row?.act?.stands ?? '',
    ...more,
  });
};
const states = async () =>
  (await db().rows<{ state: string }>(sql`select state from authority_acts order by id`)).map(
    ({ state }) => state,
  );

test('without a policy all acts are immediate; with one an account change is pending, notified and applied once', async () => {
  await change(chief, 'free@bank');
  expect(await upi()).toBe('free@bank');
  await step('account', { deciderRole: 'system_admin' });
  // A name change is no payee change.
  await chief.call(paymentAccounts.edit, { id: String(account), name: 'Main account' });
  expect(await codeOf(change(chief, 'new@bank'))).toBe('WAITS_FOR_OTHERS');
  expect(await codeOf(change(chief, 'new@bank'))).toBe('WAITS_FOR_OTHERS');
  expect(await upi()).toBe('free@bank');
  expect(await states()).toEqual(['waiting']);
  expect(await waiting(chief)).toEqual([]);
  const [row] = await waiting(other);
  expect(row?.act?.lines).toContainEqual({ label: 'upi', before: 'free@bank', after: 'new@bank' });
  expect((await chief.call(authority.asked, {})).rows).toMatchObject([{ kind: 'account', isMine: true }]);
  expect(await yes(other)).toMatchObject({ became: 'approved' });
  expect(await upi()).toBe('new@bank');
  // Replayed, the yes does nothing.
  await change(other, 'own@bank').catch(() => undefined);
  await db().run(sql`update payment_accounts set upi_id = 'third@bank' where id = ${account}`);
  expect(
    (
      await refusal(
        other.call(authority.decide, {
          id: String(row?.id),
          decision: 'approve',
          amount: 0,
          stands: row?.act?.stands ?? '',
        }),
      )
    ).status,
  ).toBe(404);
  expect(await upi()).toBe('third@bank');
  const told = await db().one<{ actor: number }>(sql`
    select actor_id as actor from event where type = 'payment-accounts.updated' order by id desc limit 1`);
  expect(told?.actor).toBe(chief.id);
});

test('the maker never approves, nor as backup approver; nor a user with every flag but no step', async () => {
  await step('account', { deciderRole: 'manager', substituteId: chief.id });
  await change(chief, 'new@bank').catch(() => undefined);
  const [row] = await waiting(manager);
  const decide = (who: Caller) =>
    who.call(authority.decide, {
      id: String(row?.id),
      decision: 'approve',
      amount: 0,
      stands: row?.act?.stands ?? '',
    });
  await db().run(sql`update authority_requests set passed = passed || array[passed[1] || 's']`);
  for (const who of [chief, other, admin]) expect((await refusal(decide(who))).status).toBe(404);
  await decide(manager);
  expect(await upi()).toBe('new@bank');
});

test('a meanwhile changed act is requested again, and the earlier approval is void', async () => {
  await step('account', { deciderRole: 'manager' });
  await change(chief, 'new@bank').catch(() => undefined);
  const before = (await waiting(manager))[0]?.act?.stands ?? '';
  await db().run(sql`update payment_accounts set upi_id = 'moved@bank' where id = ${account}`);
  expect(await yes(manager)).toMatchObject({ became: 'asked-again' });
  expect(await upi()).toBe('moved@bank');
  expect(await codeOf(yes(manager, { stands: before }))).toBe('CHANGED_MEANWHILE');
  const [row] = await waiting(manager);
  expect(row?.act?.lines).toContainEqual({ label: 'upi', before: 'moved@bank', after: 'new@bank' });
  expect(await yes(manager)).toMatchObject({ became: 'approved' });
  expect(await upi()).toBe('new@bank');
});

test('two concurrent approvals apply an act once', async () => {
  const second = await server.person({ roleType: 'manager' });
  await step('account', { deciderRole: 'manager' });
  await change(chief, 'new@bank').catch(() => undefined);
  const outcomes = await Promise.allSettled([yes(manager), yes(second)]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(
    await db().one(
      sql`select count(*)::int as n from event where type = 'authority.done' and entity_id = (select max(id) from authority_acts)`,
    ),
  ).toEqual({ n: 1 });
});

test('a withdrawn, rejected or no longer permitted act is never applied', async () => {
  await step('account', { deciderRole: 'manager' });
  await change(chief, 'new@bank').catch(() => undefined);
  const [mine] = (await chief.call(authority.asked, {})).rows;
  expect((await refusal(manager.call(authority.withdraw, { id: String(mine?.id) }))).status).toBe(404);
  await chief.call(authority.withdraw, { id: String(mine?.id) });
  expect(await states()).toEqual(['withdrawn']);
  expect(await waiting(manager)).toEqual([]);
  await change(chief, 'new@bank').catch(() => undefined);
  const no = (more = {}) => yes(manager, { decision: 'reject', ...more });
  expect((await refusal(no())).body.fields).toEqual([{ path: 'comments', fault: 'required' }]);
  await no({ comments: 'Not their bank' });
  expect(await states()).toEqual(['withdrawn', 'rejected']);
  const gone = await systemAdmin();
  await change(gone, 'gone@bank').catch(() => undefined);
  await db().run(sql`update users set is_active = false where id = ${gone.id}`);
  expect(await codeOf(yes(manager))).toBe('CHANGED_MEANWHILE');
  expect(await upi()).toBe('main@bank');
});

test('without a second approver, an account changes after a day, and the old address is notified', async () => {
  await db().run(sql`update clients set contact_person_email = 'old@lender.test' where id = 1`);
  await step('account', { userId: chief.id });
  expect(await codeOf(change(chief, 'new@bank'))).toBe('WAITS_A_DAY');
  expect(await states()).toEqual(['waiting']);
  const letters = async () =>
    (
      await db().one<{ n: number }>(
        sql`select count(*)::int as n from mailbox where recipient = 'old@lender.test'`,
      )
    )?.n;
  await expect.poll(letters).toBe(1);
  await db().run(sql`update authority_acts set runs_at = runs_at - interval '23 hours'`);
  const early = await bootBeside(server, undefined, { DATA_DIR: server.folder });
  await early.stop();
  expect(await upi()).toBe('main@bank');
  await db().run(sql`update authority_acts set runs_at = runs_at - interval '1 hour'`);
  const beside = await bootBeside(server, undefined, { DATA_DIR: server.folder });
  await expect.poll(upi).toBe('new@bank');
  await beside.stop();
  expect(await states()).toEqual(['done']);
});

test("an early hold release above the policy's days is pending, and contact remains closed", async () => {
  const loan = await db().one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, borrower_name, assignee_id)
    select 1, 1, b.id, 'H-' || b.id, 'Asha Rao', ${manager.id} from b returning id`);
  const lead = await server.person({ roleType: 'manager' });
  await db().run(sql`update users set reporting_to = ${lead.id} where id = ${manager.id}`);
  const hold = async (days: number) =>
    (
      await db().one<{ id: number }>(sql`
        insert into loan_holds (loan_id, rule_id, from_day, until_day, note, placed_by)
        select ${loan?.id}, (select id from compliance_rules where kind = 'hold' limit 1), current_date,
          current_date + ${days}::int, '', ${manager.id} returning id`)
    )?.id ?? 0;
  await step('hold', { deciderRole: 'asker', maxDays: 3 });
  await step('hold', { place: 2, deciderRole: 'manager' });
  const end = (id: number) => manager.call(loanHolds.end, { id: String(id) });
  expect(await end(await hold(2))).toMatchObject({ isNow: false });
  const long = await hold(10);
  expect(await codeOf(end(long))).toBe('WAITS_FOR_OTHERS');
  expect(await waiting(lead)).toMatchObject([{ kind: 'hold', act: { name: 'Asha Rao' } }]);
  expect(await yes(lead)).toMatchObject({ became: 'approved' });
  expect(await db().one(sql`select ended_by as by from loan_holds where id = ${long}`)).toEqual({
    by: manager.id,
  });
});

test('exports above the daily rows are pending, and parts of a list add up', async () => {
  await step('export', { deciderRole: 'asker', maxCount: 6 });
  await step('export', { place: 2, deciderRole: 'admin', maxCount: 1000 });
  const ask = (filters = {}) =>
    manager.call(files.parse, { type: 'EXPORT', export_type: 'users', filters } as never);
  const bench = (count: number) => admin.call(authority.bench, { kind: 'export', count });
  expect(await bench(6)).toMatchObject({ isAlone: true });
  expect(await bench(40_000)).toMatchObject({
    isAlone: false,
    stations: [],
    below: [
      { limit: 'count', is: 40_000, most: 6 },
      { limit: 'count', is: 40_000, most: 1000 },
    ],
  });
  await db().run(sql`
    insert into file_jobs (type, export_type, filters, file_key, file_name, created_by, status, total_records)
    values ('EXPORT', 'users', '{}', 'export/x', 'x.csv', ${manager.id}, 'completed', 7)`);
  expect(await codeOf(ask())).toBe('WAITS_FOR_OTHERS');
  const jobs = async () =>
    (
      await db().one<{ n: number }>(
        sql`select count(*)::int as n from file_jobs where created_by = ${manager.id}`,
      )
    )?.n;
  expect(await jobs()).toBe(1);
  expect(await yes(admin)).toMatchObject({ became: 'approved' });
  expect(await jobs()).toBe(2);
  await db().run(sql`update authority_steps set max_count = 5 where role_type = 'admin'`);
  expect(await codeOf(ask())).toBe('NOBODY_MAY');
});

test('numbers above the daily limit are revealed once to the requester, and to no approver', async () => {
  const loan = await db().one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, borrower_name, mobile)
    select 1, 1, b.id, 'R-' || b.id, 'Asha Rao', '9876543210' from b returning id`);
  await step('reveal', { deciderRole: 'system_admin' });
  const show = (reason = 'Asked for it') =>
    admin.call(loans.reveal, { id: String(loan?.id), contact: 'mobile', reason });
  expect(await codeOf(show())).toBe('WAITS_FOR_OTHERS');
  expect(await yes(chief)).toMatchObject({ became: 'approved' });
  expect(await states()).toEqual(['granted']);
  expect(await show()).toMatchObject({ mobile: '9876543210' });
  expect(await states()).toEqual(['done']);
  expect(await codeOf(show('Once more'))).toBe('WAITS_FOR_OTHERS');
});

test('permissions need two users where the policy requires it', async () => {
  const role = await db().one<{ id: number }>(sql`
    insert into roles (slug, name, role_type, flags) values ('x', 'Helpers', 'agent', '{}') returning id`);
  await step('role', { deciderRole: 'system_admin' });
  const give = () =>
    admin.call(permissions.attach, { roleId: role?.id ?? 0, permissionIds: [permissionId('list_user')] });
  expect(await codeOf(give())).toBe('WAITS_FOR_OTHERS');
  const flags = async () =>
    (await db().one<{ flags: string[] }>(sql`select flags from roles where id = ${role?.id}`))?.flags;
  expect(await flags()).toEqual([]);
  expect((await waiting(chief))[0]?.act?.lines).toContainEqual({
    label: 'added',
    before: null,
    after: 'list_user',
  });
  await yes(chief);
  expect(await flags()).toEqual(['list_user']);
});
