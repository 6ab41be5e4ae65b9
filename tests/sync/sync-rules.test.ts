/** Every row of the conflict table, through the API. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SyncAnswer } from '../../src/kernel/contract/outbox/sync-rows.ts';
import { businessDay } from '../../src/kernel/server/operation/clock.ts';
import { type Fragment, sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, refusal } from '../kit.ts';
import { changeLoans } from '../world.ts';
import { type Written, addLoan, bootTeam, days, deviceOf, followUp } from './phone.ts';

let server: TestServer;
let lead: Caller;
let agent: Caller;
let other: Caller;
let loanId = 0;
let device: ReturnType<typeof deviceOf>;
const run = (statement: Fragment): Promise<number> => server.database.run(statement);

beforeAll(async () => {
  ({ server, lead, agent } = await bootTeam());
  other = await server.person({ roleType: 'agent', reportingTo: lead.id });
  await run(sql`insert into dispositions (id, name, type, parent_id, priority, is_active, default_apply) values
    (401, 'Moved away', 'disposition', null, 90, false, true)`);
});
afterAll(() => server.stop());
beforeEach(async () => {
  loanId = await addLoan(server, agent.id);
  device = deviceOf(agent);
});

const day = (n: number): string => businessDay(days(n));
const promise = (o: object = {}) => ({
  loanId,
  dispositionId: 1,
  ptpDate: day(3),
  amount: 1500,
  followUpDate: days(2).toISOString(),
  ...o,
});
const payment = (o: object = {}) => ({
  loanId,
  dispositionId: 4,
  paymentDate: day(-1),
  amount: 500,
  transactionId: `T${loanId}`,
  paymentMode: 'PhonePe',
  ...o,
});
const settlement = (o: object = {}) => ({
  loanId,
  dispositionId: 3,
  amount: 900,
  settlementDate: day(5),
  followUpDate: days(4).toISOString(),
  ...o,
});

/** Response to one entry, without its key. */
async function said(input: Record<string, unknown>, o: Written = {}): Promise<SyncAnswer> {
  const [answer] = await device.send([await device.item(input, o)]);
  if (!answer) throw new Error('not answered');
  return answer;
}
const codes = ({ notices = [] }: SyncAnswer): string[] => notices.map(({ code }) => code);
const entries = () =>
  server.database.rows<{ id: number; userId: number; verdict: string; notices: { code: string }[] }>(sql`
    select id, user_id as "userId", verdict, notices from borrower_dispositions where loan_id = ${loanId} order by id`);
const reviews = () =>
  server.database.rows<{ state: string; differences: unknown; input: unknown }>(
    sql`select state, differences, input from sync_reviews where loan_id = ${loanId} order by id`,
  );
const reassign = async (daysAgo: number): Promise<void> => {
  await run(sql`update loans set assignee_id = ${other.id} where id = ${loanId}`);
  await run(
    sql`insert into loan_assignments (loan_id, user_id, at) values (${loanId}, ${other.id}, ${days(-daysAgo)})`,
  );
};
const forbid = async (daysAgo: number): Promise<void> => {
  await run(sql`update loans set is_dnc = true where id = ${loanId}`);
  await run(sql`insert into dnc_numbers (loan_id, mobile, status, updated_at)
    values (${loanId}, '9876543210', 'active', ${days(-daysAgo)})`);
};

describe('a loan that was closed meanwhile', () => {
  test('stores the facts, and an inactive PTP', async () => {
    await run(sql`update loans set is_active = false where id = ${loanId}`);
    const answer = await said(promise(), { at: days(-1) });
    expect(answer).toMatchObject({ status: 200, verdict: 'APPLIED_WITH_NOTICE' });
    expect(answer.notices).toEqual([{ code: 'LOAN_INACTIVE', facts: { day: day(0) } }]);
    expect(await entries()).toMatchObject([
      { verdict: 'APPLIED_WITH_NOTICE', notices: [{ code: 'LOAN_INACTIVE' }] },
    ]);
    const kept = await server.database.rows(sql`select state from promises where loan_id = ${loanId}`);
    expect(kept).toEqual([{ state: 'void_inactive' }]);
  });
});

describe('a meanwhile reassigned loan', () => {
  test('accepts entries of its former agent from before, with the credit', async () => {
    await reassign(1);
    const answer = await said(followUp(loanId), { at: days(-2) });
    expect([answer.verdict, codes(answer)]).toEqual(['APPLIED_WITH_NOTICE', ['REASSIGNED']]);
    expect(Object.keys(answer.row ?? {})).toEqual(['id']);
    expect((await entries()).map(({ userId }) => userId)).toEqual([agent.id]);
  });
  test('rejects entries created after the reassignment', async () => {
    await reassign(2);
    expect(await said(followUp(loanId), { at: days(-1) })).toMatchObject({ status: 403, code: 'NOT_YOURS' });
    expect(await entries()).toEqual([]);
  });
  test('rejects entries of a user it was never assigned to', async () => {
    loanId = await addLoan(server, other.id);
    expect(await said(followUp(loanId), { at: days(-1) })).toMatchObject({ status: 403, code: 'NOT_YOURS' });
  });
});

describe('a loan that must not be called any more', () => {
  test('accepts earlier entries', async () => {
    await forbid(1);
    expect(codes(await said(followUp(loanId), { at: days(-2) }))).toEqual(['DNC_NOW']);
  });
  test('sends later entries to review, and stores the contact as evidence', async () => {
    await forbid(2);
    const answer = await said(followUp(loanId), { at: days(-1) });
    expect([answer.status, answer.verdict, codes(answer)]).toEqual([200, 'NEEDS_REVIEW', ['DNC_BEFORE']]);
    expect([await entries(), (await reviews()).length]).toEqual([[], 1]);
    const told = await server.database.rows(
      sql`select actor_id as who from event where type = 'dnc.contacted' and entity_id = ${loanId}`,
    );
    expect(told).toEqual([{ who: agent.id }]);
  });
  test('accepts what its author had seen', async () => {
    await forbid(2);
    const base = {
      loanVersion: 1,
      isActive: true,
      isDNC: true,
      assigneeId: agent.id,
      readAt: days(-1).toISOString(),
    };
    expect(codes(await said(followUp(loanId), { at: days(-1), base }))).toEqual(['DNC_NOW']);
  });
});

describe('a past PTP date', () => {
  test('is accepted when it was in the future at creation', async () => {
    const answer = await said(promise({ ptpDate: day(-1), amount: 10 }), { at: days(-3) });
    expect(codes(answer)).toEqual(['PTP_PAST']);
    const judged = () => server.database.one(sql`select state from promises where loan_id = ${loanId}`);
    await expect.poll(judged).toEqual({ state: 'broken' });
  });
  test('is rejected when it was past at creation', async () => {
    expect(await said(promise({ ptpDate: day(-3) }), { at: days(-1) })).toMatchObject({
      status: 422,
      code: 'DATE_IN_PAST',
    });
  });
});

describe('a payment', () => {
  test("in the future is rejected, one of tomorrow by a phone's clock is not", async () => {
    expect(await said(payment({ paymentDate: day(2) }))).toMatchObject({
      status: 422,
      code: 'DATE_IN_FUTURE',
    });
    expect(await said(payment({ paymentDate: day(1) }), { at: days(1) })).toMatchObject({ status: 200 });
  });
  test('with a number that is there already is the same one', async () => {
    await said(payment());
    const there = await server.database.one<{ id: number }>(
      sql`select id from payments where loan_id = ${loanId}`,
    );
    const answer = await said(payment());
    expect([answer.status, answer.verdict, answer.row]).toEqual([200, 'DUPLICATE_OF', there]);
    expect((await entries()).length).toBe(1);
  });
  test('with a used number and another amount is reviewed with both', async () => {
    await said(payment());
    const answer = await said(payment({ amount: 700 }));
    expect([answer.verdict, codes(answer)]).toEqual(['NEEDS_REVIEW', ['PAYMENT_DIFFERS']]);
    expect((await reviews())[0]?.differences).toEqual([
      { field: 'amount', wanted: '700.00', found: '500.00' },
    ]);
  });
});

describe('the same again', () => {
  test('under the same key is answered as the first time', async () => {
    const item = await device.item(followUp(loanId));
    const [first] = await device.send([item]);
    expect(await device.send([item])).toEqual([{ ...first, isReplay: true }]);
  });
  test('with other content under one key is rejected', async () => {
    const item = await device.item(followUp(loanId));
    await device.send([item]);
    const changed = { ...(await device.item(followUp(loanId, 'other'))), key: item.key };
    expect(await device.send([changed])).toMatchObject([{ status: 422, code: 'KEY_REUSED' }]);
  });
  test('under another key within ten minutes is accepted, and flagged as a possible duplicate', async () => {
    await said(promise());
    expect(codes(await said(promise()))).toEqual(['POSSIBLE_DUPLICATE']);
    expect(codes(await said(promise({ amount: 1600 })))).toEqual([]);
    expect((await entries()).length).toBe(3);
  });
  test('confirmed by its author is a second one, without that notice', async () => {
    await said(promise());
    expect(codes(await said(promise({ isRepeat: true })))).toEqual([]);
    expect((await entries()).length).toBe(2);
  });
});

describe('a disposition', () => {
  test('retired meanwhile is accepted', async () => {
    expect(codes(await said({ loanId, dispositionId: 401 }))).toEqual(['MASTER_RETIRED']);
  });
  test('unknown to the server is reviewed', async () => {
    const answer = await said({ loanId, dispositionId: 999 });
    expect([answer.verdict, codes(answer)]).toEqual(['NEEDS_REVIEW', ['MASTER_UNKNOWN']]);
  });
});

describe('a settlement', () => {
  test('requested while another is open is reviewed', async () => {
    expect(await said(settlement())).toMatchObject({ verdict: 'APPLIED' });
    const answer = await said(settlement({ amount: 800 }));
    expect([answer.verdict, codes(answer)]).toEqual(['NEEDS_REVIEW', ['SETTLEMENT_OPEN']]);
  });
  test('of a settled loan is rejected', async () => {
    await changeLoans(
      server.database,
      sql`update loans set payment_status = 'Settlement Paid' where id = ${loanId}`,
    );
    expect(await said(settlement())).toMatchObject({
      status: 409,
      code: 'ALREADY_SETTLED',
    });
  });
  test('above the pre-approved amount is reviewed with both', async () => {
    await run(sql`update loans set max_settlement_amount = 50000 where id = ${loanId}`);
    const answer = await said(settlement());
    expect([answer.verdict, codes(answer)]).toEqual(['NEEDS_REVIEW', ['ABOVE_MAXIMUM']]);
    expect((await reviews())[0]?.differences).toEqual([
      { field: 'amount', wanted: '900.00', found: '500.00' },
    ]);
  });
});

describe('its author', () => {
  test('without permission meanwhile is reviewed', async () => {
    const admin = await server.as();
    const theirs = deviceOf(admin);
    const [answer] = await theirs.send([await theirs.item(followUp(loanId))]);
    expect(answer).toMatchObject({ status: 200, verdict: 'NEEDS_REVIEW', notices: [{ code: 'ROLE_LOST' }] });
    expect(await entries()).toEqual([]);
  });
  test('deactivated delivers nothing until reactivated; then nothing is lost', async () => {
    const leaver = await server.person({ roleType: 'agent', reportingTo: lead.id });
    loanId = await addLoan(server, leaver.id);
    const theirs = deviceOf(leaver);
    const item = await theirs.item(followUp(loanId));
    await run(sql`update users set is_active = false where id = ${leaver.id}`);
    expect((await refusal(theirs.send([item]))).status).toBe(401);
    expect(await entries()).toEqual([]);
    await run(sql`update users set is_active = true where id = ${leaver.id}`);
    expect(await theirs.send([item])).toMatchObject([{ status: 200, verdict: 'APPLIED' }]);
  });
  test('is its only sender; the others in the batch continue', async () => {
    const items = [
      await device.item(followUp(loanId), { actorId: other.id }),
      await device.item(followUp(loanId), { lane: 'another' }),
    ];
    const answers = await device.send(items);
    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [403, 'ACTOR_MISMATCH'],
      [200, undefined],
    ]);
  });
});

test('an older disposition arriving late is stored, and the newer one remains the last', async () => {
  await said({ loanId, dispositionId: 401 }, { at: days(-1) });
  await said(followUp(loanId), { at: days(-2) });
  const loan = await server.database.one(
    sql`select last_disposition_id as last from loans where id = ${loanId}`,
  );
  expect([loan, (await entries()).length]).toEqual([{ last: 401 }, 2]);
});

test('a deleted loan rejects the entry finally', async () => {
  expect(await said(followUp(987_654))).toMatchObject({ status: 404, code: 'LOAN_GONE' });
});

describe('a clock', () => {
  const at = () =>
    server.database.one<{ late: number }>(sql`
      select round(extract(epoch from now() - effective_at) / 60)::int as late from borrower_dispositions
      where loan_id = ${loanId} order by id desc limit 1`);
  test('running fast records nothing in the future, with a notice', async () => {
    expect(codes(await said(followUp(loanId), { at: days(1) }))).toEqual(['CLOCK_FUTURE']);
    expect((await at())?.late).toBe(0);
  });
  test('a recorded day of drift is corrected', async () => {
    const skewMs = -86_400_000;
    expect(codes(await said(followUp(loanId), { at: days(1), occurredAt: { skewMs } }))).toEqual([]);
    expect((await at())?.late).toBe(0);
  });
  test('of an entry older than thirty days is reported', async () => {
    await run(sql`update loan_assignments set at = now() - interval '90 days' where loan_id = ${loanId}`);
    expect(codes(await said(followUp(loanId), { at: days(-31) }))).toEqual(['STALE']);
  });
  test('with an untrusted clock preserves the order of entries', async () => {
    await said(followUp(loanId, 'first'), { at: days(-1) });
    const unsure = { skewMs: null, skewAgeMs: null, monoOk: false };
    const answer = await said(followUp(loanId, 'second'), { at: days(-9), occurredAt: unsure });
    expect(codes(answer)).toContain('TIME_APPROXIMATE');
    const order = await server.database.rows(
      sql`select comments from borrower_dispositions where loan_id = ${loanId} order by effective_at, id`,
    );
    expect(order).toEqual([{ comments: 'first' }, { comments: 'second' }]);
  });
});

test('dialer commands are never executed from a queued entry', async () => {
  const input = { ...followUp(loanId), isEndCall: true, pause: true };
  expect(await said(input)).toMatchObject({ status: 200, verdict: 'APPLIED' });
});

test('entries after a reviewable one are queued, those of other loans are not', async () => {
  const holder = await server.database.connect();
  const free = await addLoan(server, agent.id);
  try {
    await holder.query('begin');
    await holder.query(`select from loans where id = ${loanId} for update`);
    const items = [
      await device.item(followUp(loanId, 'first')),
      await device.item(followUp(loanId, 'second')),
      await device.item(followUp(free)),
    ];
    const answers = await device.send(items);
    expect(answers.map(({ status }) => status >= 400)).toEqual([true, true, false]);
    expect(answers[1]).toMatchObject({ status: 409, code: 'IN_PROGRESS' });
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});
