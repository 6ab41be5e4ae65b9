/** An insider at the desk tries to write off cash or cover a shortage alone; short cash remains with its agent. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { authoritySteps } from '../../src/contexts/authority/contract/authority-steps.ts';
import { authority } from '../../src/contexts/authority/contract/authority.ts';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { cash } from '../../src/contexts/payments/contract/cash/cash.ts';
import { cashDeposits } from '../../src/contexts/payments/contract/cash/cash-deposits.ts';
import { syncReviews } from '../../src/contexts/sync/contract/sync-reviews.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, refusal } from '../kit.ts';
import { addLoan, bootTeam } from '../sync/phone.ts';
import { booksOf, paidInCash, phoneOf } from './cash-kit.ts';

let server: TestServer;
let lead: Caller;
let chief: Caller;
let desk: Caller;
let second: Caller;
let agent: Caller;
let loanId = 0;
let phone: Awaited<ReturnType<typeof phoneOf>>;
beforeAll(async () => {
  ({ server, lead } = await bootTeam());
  chief = await server.person({ roleType: 'admin', flags: ['edit_authority'] });
  second = await server.person({ roleType: 'admin', flags: ['confirm_cash_deposits'] });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.database.run(
    sql`update clients set cash_limit = 15000_00, cash_days = 2, cash_slip_photo = false`,
  );
  // Decisions are summed per user and day, so each test has a separate user.
  desk = await server.person({ roleType: 'admin', flags: ['confirm_cash_deposits'] });
  await newAgent(13_200);
});
afterEach(async () => {
  await server.database.run(sql`delete from authority_requests`);
  await server.database.run(sql`delete from authority_acts`);
  await server.database.run(sql`delete from authority_steps`);
});
/** Creates an agent with a phone who collected this cash. */
async function newAgent(amount: number): Promise<void> {
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  loanId = await addLoan(server, agent.id);
  phone = await phoneOf(agent);
  expect((await phone.take(paidInCash(loanId, phone.number(), { amount }))).codes).toEqual([]);
}

let slips = 0;
const deposit = async (): Promise<string> =>
  String(
    (
      await agent.call(cashDeposits.make, {
        clientId: 1,
        bank: 'SBI',
        branch: 'Katni',
        slipNumber: `D-${++slips}`,
      })
    ).id,
  );
const confirm = (id: string, received: number, who = desk) =>
  who.call(cashDeposits.confirm, { id, received, reason: 'lost on the way' });
const clear = (id: string, o: object, who = desk) =>
  who.call(cashDeposits.clearShort, {
    id,
    how: 'written-off',
    amount: 13_200,
    reason: 'robbed',
    ...o,
  } as never);
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).body.code;
const rowOf = async (id: string) => (await desk.call(cashDeposits.list, { ids: [Number(id)] })).rows[0];
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
const hand = async () => (await agent.call(cash.hand, {})).find(({ clientId }) => clientId === 1);
/** Sets the amount that the desk may decide alone per day; above it a second person approves. */
async function policy(maxAmount: number): Promise<void> {
  const step = { name: 'cash', kind: 'payment', hours: 24, exceptLine: false } as const;
  await chief.call(authoritySteps.create, { ...step, place: 1, deciderRole: 'asker', maxAmount });
  await chief.call(authoritySteps.create, { ...step, place: 2, userId: second.id });
}

test('short cash remains with the agent: it adds to the limit and appears in lists', async () => {
  const id = await deposit();
  await confirm(id, 0);
  expect(await rowOf(id)).toMatchObject({ state: 'confirmed', received: 0, variance: 13_200, short: 13_200 });
  expect(await hand()).toMatchObject({ held: 13_200, inHand: 0, short: 13_200, receipts: 0 });
  expect((await lead.call(cash.byAgent, { userIds: [agent.id] })).rows).toMatchObject([
    { id: agent.id, inHand: 0, short: 13_200, isOver: false },
  ]);
  expect((await desk.call(cash.byCenter, {})).summary).toMatchObject({ short: expect.any(Number) });
  const more = agent.call(borrowerDispositions.record, paidInCash(loanId, phone.number(), { amount: 2_000 }));
  expect(await codeOf(more)).toBe('CASH_OVER_LIMIT');
  // Days later no more cash is accepted until it is cleared.
  await server.database.run(
    sql`update cash_deposits set short_since = short_since - 3 where id = ${Number(id)}`,
  );
  const late = agent.call(borrowerDispositions.record, paidInCash(loanId, phone.number(), { amount: 1 }));
  expect(await codeOf(late)).toBe('CASH_TOO_OLD');
});

test('an administrator cannot write off cash alone, also without a policy', async () => {
  const id = await deposit();
  await confirm(id, 0);
  expect(await codeOf(clear(id, {}))).toBe('WAITS_FOR_OTHERS');
  expect(await rowOf(id)).toMatchObject({ short: 13_200 });
  expect(await waiting(desk)).toEqual([]);
  expect((await waiting(second))[0]?.act?.lines).toContainEqual({
    label: 'amount',
    before: null,
    after: '₹13,200',
  });
  await yes(second);
  expect(await rowOf(id)).toMatchObject({ short: 0, variance: 13_200 });
  expect(await hand()).toMatchObject({ held: 0, short: 0 });
  // The shortage remains in the ledger.
  expect(await booksOf(server, agent.id)).toMatchObject({ variance: 13_200_00, bank: 0 });
  expect(await codeOf(desk.call(cashDeposits.undo, { id, reason: 'again' }))).toBe('CHANGED_MEANWHILE');
});

test('recovered cash needs its slip and a second person, and is posted to the bank', async () => {
  const id = await deposit();
  await confirm(id, 10_000);
  const recovered = { how: 'recovered', amount: 3_200 };
  expect((await refusal(clear(id, recovered))).body.fields).toEqual([
    { path: 'slipNumber', fault: 'required' },
  ]);
  expect((await refusal(clear(id, { ...recovered, amount: 3_201, slipNumber: 'R-1' }))).body.fields).toEqual([
    { path: 'amount', fault: 'invalid' },
  ]);
  expect(await codeOf(clear(id, { ...recovered, slipNumber: 'R-1' }))).toBe('WAITS_FOR_OTHERS');
  await yes(second);
  expect(await rowOf(id)).toMatchObject({ short: 0 });
  expect(await booksOf(server, agent.id)).toMatchObject({ variance: 0, bank: 13_200_00 });
});

test('an excess is never confirmed by one person, whatever the policy', async () => {
  const id = await deposit();
  expect(await codeOf(confirm(id, 132_000))).toBe('WAITS_FOR_OTHERS');
  expect(await rowOf(id)).toMatchObject({ state: 'made', received: null });
  await server.database.run(sql`delete from authority_requests`);
  await server.database.run(sql`delete from authority_acts`);
  await policy(10_000_000);
  expect(await codeOf(confirm(id, 13_200.01))).toBe('WAITS_FOR_OTHERS');
  await yes(second);
  expect(await rowOf(id)).toMatchObject({ state: 'confirmed', received: 13_200.01, short: 0 });
});

test('a policy limit is per day: differences below it pass alone until their sum reaches it', async () => {
  await policy(500);
  const first = await deposit();
  await confirm(first, 12_900);
  expect(await rowOf(first)).toMatchObject({ short: 300 });
  // A write-off of Rs 200 is within Rs 500 per day; the next one is not.
  await clear(first, { amount: 200 });
  expect(await codeOf(clear(first, { amount: 100 }))).toBe('WAITS_FOR_OTHERS');
  expect(await rowOf(first)).toMatchObject({ short: 100 });
  // Undoing the confirmed deposit is a difference too.
  await newAgent(900);
  const next = await deposit();
  await confirm(next, 900);
  expect(await codeOf(desk.call(cashDeposits.undo, { id: next, reason: 'other branch' }))).toBe(
    'WAITS_FOR_OTHERS',
  );
  expect(await codeOf(confirm(await deposited(), 899))).toBe('WAITS_FOR_OTHERS');
});
/** Creates another deposit of the agent. */
async function deposited(): Promise<string> {
  await phone.take(paidInCash(loanId, phone.number(), { amount: 900 }));
  return deposit();
}

test('a limit that the desk set itself does not let it write off cash alone', async () => {
  const both = await server.person({
    roleType: 'admin',
    flags: ['edit_authority', 'confirm_cash_deposits'],
  });
  const step = { name: 'cash', kind: 'payment', hours: 24, exceptLine: false, place: 1 } as const;
  await both.call(authoritySteps.create, { ...step, deciderRole: 'asker', maxAmount: 10_000_000 });
  await chief.call(authoritySteps.create, { ...step, place: 2, userId: second.id });
  const id = await deposit();
  await confirm(id, 3_200);
  expect(await codeOf(clear(id, { amount: 100 }, both))).toBe('WAITS_FOR_OTHERS');
  await server.database.run(sql`delete from authority_steps`);
  await policy(1);
  const [own] = (await both.call(authoritySteps.list, { kind: 'payment' })).rows.filter(
    ({ deciderRole }) => deciderRole === 'asker',
  );
  await both.call(authoritySteps.edit, { id: String(own?.id), maxAmount: 10_000_000 });
  expect(await codeOf(clear(id, { amount: 101 }, both))).toBe('WAITS_FOR_OTHERS');
  expect((await rowOf(id))?.short).toBe(10_000);
  // Another person acts alone up to it.
  await clear(id, { amount: 10_000 });
  expect((await rowOf(id))?.short).toBe(0);
});

test('a slip is either a deposit or recovered cash, and never of two agents', async () => {
  await policy(10_000_000);
  const slipOf = async (of: string) => (await rowOf(of))?.slipNumber ?? '';
  const first = await deposit();
  await confirm(first, 10_000);
  const recover = (of: string, slipNumber: string, amount = 100) =>
    clear(of, { how: 'recovered', amount, slipNumber });
  const used = await slipOf(first);
  for (const slip of [used, used.toLowerCase(), ` ${used} `])
    expect(await codeOf(recover(first, slip)), slip).toBe('TAKEN');
  await recover(first, 'REC-1');
  await recover(first, 'rec-1');
  expect(await codeOf(recover(first, 'REC-1', 13_000))).toBe('INVALID_INPUT');
  await newAgent(900);
  const made = agent.call(cashDeposits.make, {
    clientId: 1,
    bank: 'SBI',
    branch: 'Katni',
    slipNumber: 'Rec-1',
  });
  expect(await codeOf(made)).toBe('TAKEN');
  const other = await deposit();
  await confirm(other, 0);
  expect(await codeOf(recover(other, 'REC-1'))).toBe('TAKEN');
  const both = await Promise.allSettled([recover(first, 'REC-2'), recover(other, 'REC-2')]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('the cash owner cannot approve, and users without the permission get no request', async () => {
  const id = await deposit();
  await confirm(id, 0);
  const outsider = await server.person({ roleType: 'admin', flags: [] });
  await codeOf(clear(id, {}));
  expect(await waiting(outsider)).toEqual([]);
  const manager = await server.person({ roleType: 'manager', flags: ['confirm_cash_deposits'] });
  // Of another team.
  expect(await waiting(manager)).toEqual([]);
  await server.database.run(sql`update cash_deposits set user_id = ${second.id} where id = ${Number(id)}`);
  const [row] = await waiting(second);
  if (row) expect(['OWN_DEPOSIT', 'CHANGED_MEANWHILE', 'NOT_FOUND']).toContain(await codeOf(yes(second)));
  expect((await rowOf(id))?.short).toBe(13_200);
});

test('five concurrent write-offs of one shortage clear it once', async () => {
  await policy(1_000_000);
  const id = await deposit();
  await confirm(id, 3_200);
  const all = await Promise.allSettled(Array.from({ length: 5 }, () => clear(id, { amount: 10_000 })));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await rowOf(id)).toMatchObject({ short: 0 });
});

test('steps of cash are append-only', async () => {
  for (const change of [
    sql`update cash_moves set hand = 0`,
    sql`delete from cash_moves`,
    sql`truncate cash_moves`,
  ])
    await expect(server.database.run(change)).rejects.toThrow(/append-only/);
});

test('a team leader accepting a review does not reduce a receipt', async () => {
  const number = phone.number();
  await phone.take(paidInCash(loanId, number, { amount: 1_000 }));
  expect((await phone.take(paidInCash(loanId, number, { amount: 10 }))).codes).toContain('CASH_LESS');
  const [entry] = (await lead.call(syncReviews.list, { userIds: [agent.id] })).rows;
  expect(await codeOf(lead.call(syncReviews.accept, { id: String(entry?.id) }))).toBe('CASH_LESS');
  expect((await agent.call(cash.receipts, { mine: true })).rows[0]).toMatchObject({ number, amount: 1_000 });
});
