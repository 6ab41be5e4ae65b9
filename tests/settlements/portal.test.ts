/** A lender's view of settlements, and its decisions. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { portal } from '../../src/contexts/settlements/contract/portal.ts';
import { settlements } from '../../src/contexts/settlements/contract/settlements.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let lender: Caller;
let other: Caller;
let admin: Caller;
let id = 0;
beforeAll(async () => {
  server = await boot();
  lender = await server.person({ roleType: 'client', clientId: 1 });
  other = await server.person({ roleType: 'client', clientId: 2 });
  admin = await server.as(
    'list_settlement_tracker',
    'view_client_settlement_timeline',
    'list_settlement_raise_query',
  );
});
afterAll(() => server.stop());

let n = 0;
const add = async (sent: boolean, status = 'Approved'): Promise<number> => {
  n += 1;
  const made = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id),
    l as (insert into loans (client_id, portfolio_id, borrower_id, loan_number, borrower_name, mobile, total_outstanding)
      select 1, 1, b.id, ${`PO-${n}`}, 'Asha Rao', '9876500001', 12000000 from b returning id)
    insert into settlements (loan_id, user_id, amount, settlement_date, comments, status, sent_to_client_at, client_status,
      principal_outstanding)
    select l.id, ${admin.id}, 4000000, current_date + 10, 'Asks', ${status}, ${sent ? new Date().toISOString() : null}::timestamptz,
      ${sent ? 'Pending' : null}, 10000000 from l returning id`);
  return made?.id ?? 0;
};
beforeEach(async () => {
  id = await add(true);
});
const seen = async (who: Caller, query: object = {}): Promise<number[]> =>
  (await who.call(portal.list, query)).rows.map((row) => row.id);
const answer = (more: object, who = lender) => who.call(portal.answer, { id: String(id), ...more } as never);
const code = async (call: Promise<unknown>): Promise<string> => (await refusal(call)).body.code;

test('a client sees only settlements submitted to it', async () => {
  const [hidden, gone] = [await add(false), await add(true, 'Void')];
  const ids = await seen(lender);
  expect(ids).toContain(id);
  expect(ids).not.toContain(hidden);
  expect(ids).not.toContain(gone);
  expect(await seen(other)).toEqual([]);
  await server.database.run(sql`update loans set dpd = 120, latest_realize_payment_amount = 150000,
    latest_realize_payment_date = '2026-11-01' where loan_number = ${`PO-${n - 2}`}`);
  const row = (await lender.call(portal.list, { q: `PO-${n - 2}` })).rows[0];
  expect(row).toMatchObject({
    borrower: 'Asha Rao',
    amount: 40_000,
    recoveryOnPos: 40,
    waiverOnPos: 60,
    clientStatus: 'Pending',
    days: 120,
    lastPaid: 1500,
    lastPaidOn: '2026-11-01',
    kept: 0,
    broken: 0,
    earlier: 0,
  });
  expect(JSON.stringify(row)).not.toContain('98765');
  for (const call of [
    () => answer({ status: 'Approved' }, other),
    () => other.call(portal.timeline, { id: String(id) }),
  ])
    expect(await code(call())).toBe('NOT_FOUND');
  expect(await code(admin.call(portal.list, {}))).toBe('FORBIDDEN');
  expect(await code(lender.call(settlements.list, {}))).toBe('FORBIDDEN');
});

test('a client counter-offers, requests, and decides; staff read it on the client timeline', async () => {
  expect(await answer({ status: 'AmountUpdated', amount: 45_000, comments: 'A little more' })).toMatchObject({
    clientStatus: 'AmountUpdated',
    updatedClientAmount: 45_000,
  });
  expect(await answer({ status: 'QueryRaised', comments: 'Why so little?' })).toMatchObject({
    isClientQuery: true,
  });
  expect(await answer({ status: 'Approved' })).toMatchObject({
    clientStatus: 'Approved',
    isClientQuery: false,
  });
  expect(await code(answer({ status: 'Rejected', comments: 'No' }))).toBe('SETTLEMENT_STATE');
  const steps = await admin.call(settlements.clientTimeline, { id: String(id) });
  expect(steps.map(({ status, amount }) => [status, amount])).toEqual([
    ['Approved', null],
    ['Query Raised', null],
    ['Amount Updated', 45_000],
  ]);
  expect(await lender.call(portal.timeline, { id: String(id) })).toHaveLength(3);
  const [remark] = await admin.call(settlements.remarks, { id: String(id) });
  expect(remark).toMatchObject({ content: 'Why so little?', isForClient: true });
  expect((await admin.call(settlements.one, { id: String(id) }))?.updatedClientAmount).toBe(45_000);
});

test('a rejection has a reason, a counter-offer is named, and reopened ones are hidden from the client', async () => {
  const fault = async (more: object) =>
    (await refusal(answer(more))).body.fields?.map(({ path, fault: why }) => [path, why]);
  expect(await fault({ status: 'Rejected' })).toEqual([['comments', 'required']]);
  expect(await fault({ status: 'AmountUpdated' })).toEqual([['amount', 'required']]);
  await server.database.run(sql`update settlements set status = 'QueryRaised' where id = ${id}`);
  expect(await code(answer({ status: 'Approved' }))).toBe('SETTLEMENT_STATE');
});

test('one of two concurrent decisions is applied', async () => {
  const both = await Promise.allSettled([
    answer({ status: 'Approved' }),
    answer({ status: 'Rejected', comments: 'No' }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});
