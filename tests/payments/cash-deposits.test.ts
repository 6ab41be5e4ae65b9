/** Cash deposits: created by the agent, confirmed by the desk, undone by a reversal; closed days. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cash } from '../../src/contexts/payments/contract/cash/cash.ts';
import { cashDeposits } from '../../src/contexts/payments/contract/cash/cash-deposits.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, refusal } from '../kit.ts';
import { addLoan, bootTeam } from '../sync/phone.ts';
import { booksOf, dayOf, paidInCash, phoneOf } from './cash-kit.ts';

let server: TestServer;
let lead: Caller;
let desk: Caller;
let agent: Caller;
let loanId = 0;
let phone: Awaited<ReturnType<typeof phoneOf>>;
beforeAll(async () => {
  ({ server, lead } = await bootTeam());
  desk = await server.person({ roleType: 'admin', flags: ['confirm_cash_deposits'] });
  await server.database.run(
    sql`update clients set cash_limit = 100000000, cash_days = 30, cash_slip_photo = false`,
  );
});
afterAll(() => server.stop());
beforeEach(async () => {
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  loanId = await addLoan(server, agent.id);
  phone = await phoneOf(agent);
  for (const amount of [500, 300, 200]) await phone.take(paidInCash(loanId, phone.number(), { amount }));
});

let slips = 0;
const slip = () => ({ clientId: 1, bank: 'SBI', branch: 'Katni', slipNumber: `S-${++slips}` });
const inHand = async () => (await agent.call(cash.receipts, { mine: true, state: 'in-hand' })).rows;

test('an agent deposits all cash, and the desk records what the bank received', async () => {
  const { id, amount, receipts } = await agent.call(cashDeposits.make, slip());
  expect([amount, receipts, await inHand()]).toEqual([1000, 3, []]);
  expect(await booksOf(server, agent.id)).toMatchObject({ hand: 0, transit: 1000_00, bank: 0 });
  expect(await desk.call(cashDeposits.confirm, { id: String(id), received: 1000 })).toEqual({
    id,
    variance: 0,
  });
  expect(await booksOf(server, agent.id)).toMatchObject({ hand: 0, transit: 0, bank: 1000_00, variance: 0 });
  expect((await agent.call(cash.receipts, { depositId: id })).rows.map(({ state }) => state)).toEqual([
    'confirmed',
    'confirmed',
    'confirmed',
  ]);
});

test('a difference has a reason and an owner, or it is not confirmed', async () => {
  const { id } = await agent.call(cashDeposits.make, slip());
  const key = String(id);
  expect((await refusal(desk.call(cashDeposits.confirm, { id: key, received: 900 }))).body.fields).toEqual([
    { path: 'reason', fault: 'required' },
  ]);
  await desk.call(cashDeposits.confirm, {
    id: key,
    received: 900,
    reason: 'a note was torn',
    ownerId: lead.id,
  });
  expect(await booksOf(server, agent.id)).toMatchObject({ transit: 0, bank: 900_00, variance: 100_00 });
  const { rows, summary } = await desk.call(cashDeposits.list, { userIds: [agent.id], hasVariance: true });
  expect(rows).toMatchObject([
    { variance: 100, varianceReason: 'a note was torn', varianceOwner: expect.any(String) },
  ]);
  expect(summary).toEqual({ amount: 1000, variance: 100 });
});

test('agents, depositors and leads without the flag cannot confirm a deposit', async () => {
  const { id } = await agent.call(cashDeposits.make, slip());
  const asked = { id: String(id), received: 1000 };
  expect((await refusal(agent.call(cashDeposits.confirm, asked))).status).toBe(403);
  expect((await refusal(lead.call(cashDeposits.confirm, asked))).status).toBe(403);
  const manager = await server.person({ roleType: 'manager', flags: ['confirm_cash_deposits'] });
  // Of another team.
  expect((await refusal(manager.call(cashDeposits.confirm, asked))).body.code).toBe('NOT_FOUND');
  const own = await addLoan(server, manager.id);
  const theirs = await phoneOf(manager);
  await theirs.take(paidInCash(own, theirs.number()));
  const made = await manager.call(cashDeposits.make, slip());
  expect(
    (await refusal(manager.call(cashDeposits.confirm, { id: String(made.id), received: 500 }))).body.code,
  ).toBe('OWN_DEPOSIT');
  expect((await booksOf(server, agent.id)).bank).toBe(0);
});

test('a receipt is in one deposit at a time, and a slip is used once', async () => {
  const [first, second] = await inHand();
  const one = slip();
  await agent.call(cashDeposits.make, { ...one, receiptIds: [first?.id ?? 0] });
  const again = agent.call(cashDeposits.make, { ...slip(), receiptIds: [first?.id ?? 0, second?.id ?? 0] });
  expect((await refusal(again)).body.code).toBe('CHANGED_MEANWHILE');
  const same = agent.call(cashDeposits.make, { ...one, slipNumber: one.slipNumber.toLowerCase() });
  expect((await refusal(same)).body.fields).toEqual([{ path: 'slipNumber', fault: 'taken' }]);
  const both = await Promise.allSettled([
    agent.call(cashDeposits.make, slip()),
    agent.call(cashDeposits.make, slip()),
  ]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('undoing a deposit posts a reversal: its cash is in hand again, and the steps remain', async () => {
  const { id } = await agent.call(cashDeposits.make, slip());
  await agent.call(cashDeposits.undo, { id: String(id), reason: 'wrong branch' });
  expect(await inHand()).toHaveLength(3);
  const next = await agent.call(cashDeposits.make, slip());
  await desk.call(cashDeposits.confirm, { id: String(next.id), received: 900, reason: 'torn' });
  // Once the desk has confirmed it, it is not the agent's to undo.
  const asked = { id: String(next.id), reason: 'no' };
  expect((await refusal(agent.call(cashDeposits.undo, asked))).status).toBe(403);
  await desk.call(cashDeposits.undo, { ...asked, reason: 'the slip was another branch’s' });
  expect(await booksOf(server, agent.id)).toMatchObject({ hand: 1000_00, transit: 0, bank: 0, variance: 0 });
  const steps = await server.database.rows<{ kind: string }>(
    sql`select kind from cash_moves where user_id = ${agent.id} and deposit_id is not null order by id`,
  );
  expect(steps.map(({ kind }) => kind)).toEqual(['deposited', 'undone', 'deposited', 'confirmed', 'undone']);
});

test('the slip has its photo, for those who see the deposit', async () => {
  const photo = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(100, 7)]).toString(
    'base64',
  );
  expect(
    (
      await refusal(
        agent.call(cashDeposits.make, { ...slip(), photo: Buffer.from('<svg>').toString('base64') }),
      )
    ).body.fields,
  ).toEqual([{ path: 'photo', fault: 'invalid' }]);
  const { id } = await agent.call(cashDeposits.make, { ...slip(), photo });
  const seen = await desk.call(cashDeposits.see, { id: String(id) });
  expect(seen.headers.get('content-type')).toBe('image/jpeg');
  expect(Buffer.from(await seen.arrayBuffer()).toString('base64')).toBe(photo);
  const stranger = await server.person({ roleType: 'tech_lead' });
  expect((await refusal(stranger.call(cashDeposits.see, { id: String(id) }))).body.code).toBe('NOT_FOUND');
});

test('a closed day shows collections, deposits and closing balance, and needs review for more', async () => {
  await phone.take(paidInCash(loanId, phone.number(), { amount: 50, paymentDate: dayOf(-1) }));
  const [first] = await inHand();
  await agent.call(cashDeposits.make, { ...slip(), receiptIds: [(await inHand()).at(-1)?.id ?? 0] });
  expect(first).toBeDefined();
  await agent.call(cash.close, { day: dayOf(-1), userId: agent.id });
  await lead.call(cash.close, { day: dayOf(), userId: agent.id });
  const { rows } = await lead.call(cash.days, { userIds: [agent.id] });
  expect(rows).toMatchObject([
    { day: dayOf(), opening: 50, taken: 1000, deposited: 500, carried: 550, closedBy: expect.any(String) },
    { day: dayOf(-1), opening: 0, taken: 50, deposited: 0, carried: 50 },
  ]);
  expect((await booksOf(server, agent.id)).hand).toBe(550_00);
  const late = await phone.take(paidInCash(loanId, phone.number(), { amount: 70, paymentDate: dayOf(-1) }));
  expect([late.answer.verdict, late.codes]).toEqual(['NEEDS_REVIEW', ['CASH_DAY_CLOSED']]);
  expect((await refusal(lead.call(cash.close, { day: dayOf(), userId: agent.id }))).body.code).toBe(
    'CHANGED_MEANWHILE',
  );
  expect((await refusal(lead.call(cash.close, { day: dayOf(1), userId: agent.id }))).body.code).toBe(
    'DATE_IN_FUTURE',
  );
  // Later activity belongs to the next day, and closed days are unchanged.
  await agent.call(cashDeposits.make, slip());
  const after = (await lead.call(cash.days, { userIds: [agent.id] })).rows;
  expect(after.map(({ day, deposited, carried }) => ({ day, deposited, carried }))).toEqual([
    { day: dayOf(1), deposited: 550, carried: 0 },
    { day: dayOf(), deposited: 500, carried: 550 },
    { day: dayOf(-1), deposited: 0, carried: 50 },
  ]);
});

test('a center is closed with all its agents', async () => {
  const [center] = await server.database.rows<{ id: number }>(
    sql`insert into centers (name) values (${`Katni ${agent.id}`}) returning id`,
  );
  await server.database.run(sql`update users set center_id = ${center?.id} where id = ${agent.id}`);
  expect(await desk.call(cash.close, { day: dayOf(), centerId: center?.id })).toEqual({ closed: 1 });
  const stranger = await server.person({ roleType: 'tech_lead' });
  expect((await refusal(stranger.call(cash.close, { day: dayOf(), centerId: center?.id }))).body.code).toBe(
    'NOT_FOUND',
  );
  const { rows } = await desk.call(cash.byCenter, {});
  expect(rows.find(({ id }) => id === center?.id)).toMatchObject({ agents: 1, inHand: 1000, age0: 1000 });
});

test('the desk voids a mistaken receipt; an agent cannot', async () => {
  const [receipt] = await inHand();
  const asked = { id: String(receipt?.id), reason: 'nothing was handed over' };
  expect((await refusal(agent.call(cash.void, asked))).status).toBe(403);
  await desk.call(cash.void, asked);
  expect((await booksOf(server, agent.id)).hand).toBe(800_00);
  expect((await refusal(desk.call(cash.void, asked))).body.code).toBe('CHANGED_MEANWHILE');
});
