/** Required fields and effects of each disposition kind: PTPs, follow-ups, payments, settlements. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { dispositionIds } from '../../src/contexts/lenders/contract/dispositions.ts';
import { payments } from '../../src/contexts/payments/contract/payments.ts';
import { settlements } from '../../src/contexts/settlements/contract/settlements.ts';
import { businessDay } from '../../src/kernel/server/operation/clock.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

const { record, list } = borrowerDispositions;
const { Followup, FinalSettlement, Payment } = dispositionIds;
const days = (n: number): Date => new Date(Date.now() + n * 86_400_000);
const day = (n: number): string => businessDay(days(n));
const moment = days(2).toISOString();

let server: TestServer;
let agent: Caller;
let lead: Caller;
let loanId = 0;
beforeAll(async () => {
  server = await boot();
  lead = await server.person({ roleType: 'tech_lead' });
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  await server.database
    .run(sql`insert into dispositions (id, name, type, parent_id, default_apply, priority) values
    (300, 'Dispute', 'disposition', null, true, 50), (310, 'Already paid', 'subDisposition', 300, true, 1),
    (301, 'Elsewhere', 'disposition', null, false, 60), (311, 'Of another lender', 'subDisposition', 2, false, 1)`);
});
afterAll(() => server.stop());
beforeEach(async () => {
  const made = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id, mobile, max_settlement_amount,
      principal_outstanding)
    select 1, 1, b.id, 'OC-' || b.id, ${agent.id}, '9876543210', 4000000, 8000000 from b returning id`);
  loanId = made?.id ?? 0;
});

const payment = (o: object = {}) => ({
  loanId,
  dispositionId: Payment,
  paymentDate: day(-1),
  amount: 1200.5,
  transactionId: ' UPI-77 ',
  paymentMode: 'PhonePe',
  ...o,
});
const settlement = (o: object = {}) => ({
  loanId,
  dispositionId: FinalSettlement,
  settlementDate: day(9),
  amount: 30000,
  followUpDate: moment,
  comments: 'One payment in March',
  ...o,
});
const entries = async (): Promise<number> => (await agent.call(list, { loanId })).count;

test.each<[string, () => object, string[]]>([
  ['a follow-up without its moment', () => ({ dispositionId: Followup }), ['followUpDate']],
  [
    'a payment without anything',
    () => ({ dispositionId: Payment }),
    ['paymentDate', 'amount', 'transactionId', 'paymentMode'],
  ],
  ['a payment of nothing', () => payment({ amount: 0 }), ['amount']],
  ['a payment with a blank number', () => payment({ transactionId: '  ' }), ['transactionId']],
  ['a payment by barter', () => payment({ paymentMode: 'Barter' }), ['paymentMode']],
  [
    'a settlement without anything',
    () => ({ dispositionId: FinalSettlement }),
    ['settlementDate', 'amount', 'followUpDate'],
  ],
  ['a settlement below nothing', () => settlement({ amount: -1 }), ['amount']],
  ['no sub-disposition where there are some', () => ({ dispositionId: 300 }), ['subDispositionId']],
  ['an outcome of another lender', () => ({ dispositionId: 301 }), ['dispositionId']],
  [
    'a comment too long',
    () => ({ dispositionId: 300, subDispositionId: 310, comments: 'x'.repeat(501) }),
    ['comments'],
  ],
])('%s is rejected, each field by name, and nothing is written', async (_, draft, paths) => {
  const { status, body } = await refusal(agent.call(record, { loanId, ...draft() } as never));
  expect([status, body.code, body.fields?.map(({ path }) => path)]).toEqual([422, 'INVALID_INPUT', paths]);
  expect(await entries()).toBe(0);
});

test('a follow-up is scheduled on the day of its time; fields of other kinds are not stored', async () => {
  const at = `${day(3)}T20:00:00Z`; // in India it is the next day already
  await agent.call(record, { loanId, dispositionId: Followup, followUpDate: at, amount: 5, isHotPtp: true });
  const { rows } = await agent.call(list, { loanId, module: 'followup' });
  expect(rows).toMatchObject([{ actionDate: day(4), amount: null, isHotPtp: false }]);
  expect(new Date(rows[0]?.followUpDate ?? '').toISOString()).toBe(new Date(at).toISOString());
});

test('a reported payment is unrealised until it is confirmed, and shows in its month', async () => {
  await agent.call(record, payment());
  const [paid] = (await lead.call(payments.months, { loanId })).rows;
  expect(paid).toMatchObject({ realizedPaymentAmount: 0, unrealizedPaymentAmount: 1200.5 });
  const [row] = (await agent.call(list, { loanId })).rows;
  expect(row).toMatchObject({
    actionDate: day(-1),
    amount: 1200.5,
    transactionId: 'UPI-77',
    paymentMode: 'PhonePe',
  });
  const event = await server.database.one<{ facts: object }>(
    sql`select facts from event where type = 'payments.recorded' and (facts->>'loanId')::bigint = ${loanId}`,
  );
  expect(event?.facts).toEqual({ loanId, amount: 120050, paymentDate: day(-1), realized: false });
});

test('a payment reported twice is one payment; another amount under its number is rejected', async () => {
  await agent.call(record, payment());
  await agent.call(record, payment({ isRepeat: true }));
  const { body } = await refusal(agent.call(record, payment({ amount: 900 })));
  expect([body.code, body.fields]).toEqual(['TAKEN', [{ path: 'transactionId', fault: 'taken' }]]);
  const [paid] = (await agent.call(payments.months, { loanId })).rows;
  expect(paid?.unrealizedPaymentAmount).toBe(1200.5);
  expect(await entries()).toBe(2);
});

test('a payment is not of tomorrow, unless the phone is there already', async () => {
  const tomorrow = payment({ paymentDate: day(1) });
  expect((await refusal(agent.call(record, tomorrow))).body.code).toBe('DATE_IN_FUTURE');
  await agent.call(record, { ...tomorrow, occurredAt: days(1).toISOString() });
  const later = payment({ paymentDate: day(3), occurredAt: days(5).toISOString(), transactionId: 'X' });
  expect((await refusal(agent.call(record, later))).body.code).toBe('DATE_IN_FUTURE');
});

test('a final settlement requests one settlement, with the amounts of that moment', async () => {
  await agent.call(record, settlement());
  const { rows, count } = await lead.call(settlements.list, { loanId });
  expect(count).toBe(1);
  expect(rows[0]).toMatchObject({
    status: 'Inprogress',
    amount: 30000,
    settlementDate: day(9),
    preApprovedAmount: 40000,
    recoveryOnPos: 37.5,
    waiverOnPos: 62.5,
    comment: 'One payment in March',
    settlementLoan: { borrowerName: 'Asha Rao' },
  });
  expect((await refusal(agent.call(record, settlement()))).body.code).toBe('SETTLEMENT_OPEN');
  await server.database.run(sql`update settlements set status = 'Approved' where loan_id = ${loanId}`);
  expect((await refusal(agent.call(record, settlement()))).body.code).toBe('ALREADY_SETTLED');
  await server.database.run(sql`update settlements set status = 'Rejected' where loan_id = ${loanId}`);
  await agent.call(record, settlement({ amount: 50000 }));
  expect((await agent.call(settlements.list, { loanId })).rows.map(({ status }) => status)).toEqual([
    'Inprogress',
    'Rejected',
  ]);
});

test('two concurrent settlement requests leave one', async () => {
  const answers = await Promise.allSettled([1, 2, 3].map(() => agent.call(record, settlement())));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await agent.call(settlements.list, { loanId })).count).toBe(1);
  expect(await entries()).toBe(1);
});

test('Initiate Settlement records the disposition and requests the settlement, once', async () => {
  const { amount, settlementDate, followUpDate } = settlement();
  const asked = { loanId, amount, settlementDate, followUpDate };
  const made = await agent.call(settlements.request, asked);
  expect((await refusal(agent.call(settlements.request, asked))).body.code).toBe('SETTLEMENT_OPEN');
  expect((await agent.call(settlements.list, { loanId })).rows).toMatchObject([{ id: made?.id }]);
  expect((await agent.call(list, { loanId })).rows).toMatchObject([
    { dispositions: { id: FinalSettlement }, actionDate: settlementDate },
  ]);
});

test('settlements of others are not visible, nor requestable', async () => {
  const other = await server.person({ roleType: 'agent' });
  await agent.call(record, settlement());
  expect((await other.call(settlements.list, { loanId })).rows).toEqual([]);
  const { amount, settlementDate, followUpDate } = settlement();
  const asked = { loanId, amount, settlementDate, followUpDate };
  expect((await refusal(other.call(settlements.request, asked))).body.code).toBe('NOT_FOUND');
});

test('the next dialer action is accepted and ignored without a call', async () => {
  await agent.call(record, {
    loanId,
    dispositionId: 300,
    subDispositionId: 310,
    isEndCall: true,
    pause: true,
    break: null,
    callRefNo: 'ref-1',
    callDirection: 'inbound',
    dispositionName: 'Dispute',
    priority: 50,
  });
  const row = await server.database.one(sql`
    select call_ref_no as ref, call_direction as direction from borrower_dispositions where loan_id = ${loanId}`);
  expect(row).toEqual({ ref: 'ref-1', direction: 'inbound' });
});
