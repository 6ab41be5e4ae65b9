/** Payment decisions and bulk deactivation: above a policy limit a second user approves, once. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { authoritySteps } from '../../src/contexts/authority/contract/authority-steps.ts';
import { authority } from '../../src/contexts/authority/contract/authority.ts';
import { communicationDashboard } from '../../src/contexts/messaging/contract/communication-dashboard.ts';
import { payments } from '../../src/contexts/payments/contract/payments.ts';
import { reconciliation } from '../../src/contexts/payments/contract/reconciliation.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { addOrder, statusIn } from '../payments/settlement-files.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { changePayments } from '../world.ts';

let server: TestServer;
let admin: Caller;
let desk: Caller;
let second: Caller;
let loans: number[] = [];
const db = () => server.database;
beforeAll(async () => {
  server = await boot();
  admin = await server.person({ roleType: 'admin', flags: ['edit_authority'] });
  const flags = ['list_payment', 'upload_payments_file', 'admin_dashboard'] as const;
  desk = await server.person({ roleType: 'admin', flags: [...flags] });
  second = await server.person({ roleType: 'manager', flags: [...flags] });
  await db().run(
    sql`insert into payment_accounts (id, client_id, name, path) values (1, 1, 'Asha', 'reliance')`,
  );
});
afterAll(() => server.stop());
beforeEach(async () => {
  const rows = await db().rows<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, borrower_name, total_outstanding, principal_outstanding, assignee_id)
    select 1, 1, b.id, 'OV-' || b.id || '-' || n, 'Asha Rao', 50000000, 40000000, ${second.id} from b, generate_series(1, 6) n returning id`);
  loans = rows.map(({ id }) => id);
});
afterEach(async () => {
  await db().run(sql`delete from authority_requests`);
  await db().run(sql`delete from authority_acts`);
  await db().run(sql`delete from authority_steps`);
});
type Step = Partial<Parameters<typeof admin.call<typeof authoritySteps.create>>[1]>;
const step = (kind: 'payment' | 'deactivate', more: Step) =>
  admin.call(authoritySteps.create, { name: kind, kind, place: 1, hours: 24, exceptLine: false, ...more });
const alone = (kind: 'payment' | 'deactivate', most: Step) =>
  step(kind, { deciderRole: 'asker', ...most }).then(() =>
    step(kind, { place: 2, deciderRole: 'manager', name: `${kind} 2` }),
  );
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).body.code;
const waiting = async (who: Caller) => (await who.call(authority.waiting, {})).rows;
const yes = async (who: Caller) => {
  const [row] = await waiting(who);
  return who.call(authority.decide, {
    id: String(row?.id),
    decision: 'approve',
    amount: row?.amount ?? 0,
    stands: row?.act?.stands ?? '',
  });
};
const held = async (paise: number, loanId = loans[0] ?? 0): Promise<number> =>
  (
    await changePayments(
      db(),
      sql`
      insert into payments (loan_id, transaction_id, amount, payment_date, realized, source, status, held_for)
      values (${loanId}, ${`T${loanId}-${paise}`}, ${paise}, '2026-11-20', true, 'PAYMENT_FILE', 'held', 'above-due')`,
    )
  )[0] ?? 0;
const stateOf = async (id: number) =>
  (await db().one<{ status: string }>(sql`select status from payments where id = ${id}`))?.status;
const count = (id: number, who = desk) => who.call(payments.decide, { id, decision: 'count' });

test('a payment above the limit is included after a second approval; below it or without a policy at once', async () => {
  const before = await held(9_000_000);
  await count(before);
  expect(await stateOf(before)).toBe('success');
  await alone('payment', { maxAmount: 50_000 });
  const [small, large] = [await held(5_000_000, loans[1]), await held(5_000_100, loans[2])];
  await count(small);
  expect(await stateOf(small)).toBe('success');
  expect(await codeOf(count(large))).toBe('WAITS_FOR_OTHERS');
  expect(await stateOf(large)).toBe('held');
  expect(await waiting(desk)).toEqual([]);
  expect((await waiting(second))[0]?.act?.lines).toMatchObject([
    { label: 'loan' },
    { label: 'amount', after: '₹50,001' },
    { label: 'decision', after: 'It counts' },
  ]);
  await yes(second);
  expect(await stateOf(large)).toBe('success');
});

test('an approval does not apply to a payment decided otherwise meanwhile', async () => {
  await alone('payment', { maxAmount: 0 });
  const id = await held(100_000);
  expect(await codeOf(count(id))).toBe('WAITS_FOR_OTHERS');
  await changePayments(db(), sql`update payments set amount = 900000 where id = ${id}`);
  await yes(second);
  expect(await stateOf(id)).toBe('held');
});

test("a chargeback unknown to the gateway is reversed by two users other than the file's sender", async () => {
  const order = await addOrder(server);
  // Approvers see the loan.
  await db().run(sql`update loans set assignee_id = ${second.id} where id = ${order.loanId}`);
  await db()
    .run(sql`insert into gateway_differences (gateway, kind, about, day, attempt_id, loan_id, client_id, ours, theirs, opened_at)
    values ('razorpay', 'chargeback', ${`row ${order.id}`}, '2026-11-18', ${order.id}, ${order.loanId}, 1, 0, -100000, now())`);
  await db().run(sql`
    with f as (insert into gateway_files (gateway, upload_key, file_name, sent_by, sent_at)
      values ('razorpay', ${order.id}, 'a.csv', ${admin.id}, now()) returning id)
    insert into gateway_rows (gateway, entity, kind, payment_ref, amount, fee, tax, net, on_hold, is_settled, day, file_id, attempt_id)
    select 'razorpay', 'adj', 'chargeback', ${order.payment}, 100000, 0, 0, -100000, false, true, '2026-11-18', id, ${order.id} from f`);
  const row = (await desk.call(reconciliation.list, { state: 'open' })).rows.find(
    (one) => one.order === order.id,
  );
  await alone('payment', { maxAmount: 999 });
  const back = () =>
    desk.call(reconciliation.act, { id: String(row?.id), act: 'reverse', words: 'The bank took it' });
  expect(await codeOf(back())).toBe('WAITS_FOR_OTHERS');
  // Notes and queries need no approval.
  await desk.call(reconciliation.act, { id: String(row?.id), act: 'note', words: 'Called the bank' });
  expect(await statusIn(server, order.id)).toBe('success');
  await yes(second);
  expect(await statusIn(server, order.id)).toBe('reversed');
});

const off = (ids: readonly number[], who = desk) =>
  who.call(communicationDashboard.deactivate, { loanIds: [...ids] });
const active = async () =>
  (
    await db().one<{ n: number }>(
      sql`select count(*)::int as n from loans where id = any(${loans}) and is_active`,
    )
  )?.n;

test('deactivating loans above the daily limit needs two users, also in small or concurrent parts', async () => {
  await alone('deactivate', { maxCount: 3 });
  const asked = await Promise.allSettled(loans.slice(0, 4).map((id) => off([id])));
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await active()).toBe(3);
  const left = await db().rows<{ id: number }>(
    sql`select id from loans where id = any(${loans}) and is_active`,
  );
  await db().run(sql`delete from authority_requests`);
  await db().run(sql`delete from authority_acts`);
  expect(await codeOf(off(left.map(({ id }) => id)))).toBe('WAITS_FOR_OTHERS');
  expect(await active()).toBe(3);
  await yes(second);
  expect(await active()).toBe(0);
});
