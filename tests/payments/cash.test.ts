/** Cash in hand: receipts numbered without a network, limits, and what the borrower can check. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { cash } from '../../src/contexts/payments/contract/cash/cash.ts';
import { cashNumber } from '../../src/contexts/payments/contract/cash/cash-rules.ts';
import { syncReviews } from '../../src/contexts/sync/contract/sync-reviews.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, refusal } from '../kit.ts';
import { addLoan, bootTeam } from '../sync/phone.ts';
import { booksOf, dayOf, paidInCash, phoneOf } from './cash-kit.ts';

let server: TestServer;
let lead: Caller;
let agent: Caller;
beforeAll(async () => {
  ({ server, lead, agent } = await bootTeam());
});
afterAll(() => server.stop());

/** An agent of the lead with an assigned loan and a high cash limit. */
async function another(limit = 1e11): Promise<{ who: Caller; loanId: number }> {
  await server.database.run(sql`update clients set cash_limit = ${limit}, cash_days = 2`);
  const who = await server.person({ roleType: 'agent', reportingTo: lead.id });
  return { who, loanId: await addLoan(server, who.id) };
}
const review = async (loanId: number, accept = true): Promise<unknown> => {
  const { rows } = await lead.call(syncReviews.list, { state: 'open' });
  const row = rows.find(({ loan }) => loan?.id === loanId);
  const o = { id: String(row?.id ?? 0), note: 'counted with the agent' };
  return accept ? lead.call(syncReviews.accept, o) : lead.call(syncReviews.reject, o);
};

test('a number not issued to this phone is reviewed, and not lost', async () => {
  const { who, loanId } = await another();
  const { who: other } = await another();
  const phone = await phoneOf(who);
  const theirs = (await phoneOf(other)).number();
  const mine = (await phoneOf(who)).number();
  for (const number of [theirs, mine, cashNumber(99_999_999), 'PAPER-7'])
    expect((await phone.take(paidInCash(loanId, number))).codes, number).toEqual(['CASH_NUMBER']);
  expect((await booksOf(server, who.id)).hand).toBe(0);
  await review(loanId);
  expect((await booksOf(server, who.id)).hand).toBe(500_00);
  // Two borrowers cannot share a receipt, after any decision.
  const number = phone.number();
  await phone.take(paidInCash(loanId, number));
  const second = await addLoan(server, who.id);
  expect((await phone.take(paidInCash(second, number))).codes).toEqual(['CASH_NUMBER']);
  expect((await refusal(review(second) as Promise<unknown>)).body.code).toBe('TAKEN');
  await review(second, false);
});

test('cash above the limit is rejected with an action, and reviewed when it arrives from a phone', async () => {
  const { who, loanId } = await another(1000_00);
  const phone = await phoneOf(who);
  expect((await phone.take(paidInCash(loanId, phone.number(), { amount: 800 }))).codes).toEqual([]);
  const refused = await refusal(
    who.call(borrowerDispositions.record, paidInCash(loanId, phone.number(), { amount: 300 })),
  );
  expect(refused.body).toMatchObject({ code: 'CASH_OVER_LIMIT' });
  expect(refused.body.message).toMatch(
    /You hold ₹800\.00 in cash of .*; at most ₹1,000\.00 is allowed\. Deposit it first/,
  );
  const { answer, codes } = await phone.take(paidInCash(loanId, phone.number(), { amount: 300 }));
  expect([answer.verdict, codes]).toEqual(['NEEDS_REVIEW', ['CASH_OVER_LIMIT']]);
  // Below the limit another sum is accepted.
  expect((await phone.take(paidInCash(loanId, phone.number(), { amount: 200 }))).codes).toEqual([]);
  await review(loanId);
  expect((await who.call(cash.hand, {})).find(({ held }) => held > 0)).toMatchObject({
    held: 1300,
    receipts: 3,
    limit: 1000,
  });
});

test('cash that is older than the lender allows stops further cash', async () => {
  const { who, loanId } = await another();
  const phone = await phoneOf(who);
  await phone.take(paidInCash(loanId, phone.number(), { paymentDate: dayOf(-3) }));
  expect((await phone.take(paidInCash(loanId, phone.number()))).codes).toEqual(['CASH_TOO_OLD']);
  await server.database.run(sql`update clients set cash_days = 3`);
  expect((await phone.take(paidInCash(loanId, phone.number()))).codes).toEqual([]);
});

test('denominations add up to the amount, or the entry is rejected', async () => {
  const { who, loanId } = await another();
  const phone = await phoneOf(who);
  const wrong = await phone.take(
    paidInCash(loanId, phone.number(), { denominations: [{ note: 200, count: 2 }] }),
  );
  expect(wrong.answer).toMatchObject({ status: 422, fields: [{ path: 'denominations', fault: 'invalid' }] });
  const denominations = [
    { note: 200, count: 2 },
    { note: 100, count: 1 },
  ];
  await phone.take(paidInCash(loanId, phone.number(), { denominations }));
  const { rows } = await who.call(cash.receipts, { mine: true });
  expect(rows).toMatchObject([{ denominations, amount: 500, inWords: 'Five hundred rupees', ageDays: 0 }]);
});

test('the borrower gets the receipt, and its code verifies it publicly; a forged one is reported', async () => {
  const { who, loanId } = await another();
  // Whatever the hour.
  await server.database.run(
    sql`update compliance_rules set starts_at = '00:00', ends_at = '23:59' where kind = 'hours'`,
  );
  const phone = await phoneOf(who);
  const number = phone.number();
  await phone.take(paidInCash(loanId, number));
  const text = await vi.waitFor(
    async () => {
      const row = await server.database.one<{ text: string }>(
        sql`select message as text from messages where loan_id = ${loanId} and purpose = 'cash-received'`,
      );
      return row?.text ?? Promise.reject(new Error('not sent yet'));
    },
    { timeout: 60_000, interval: 200 },
  );
  expect(text).toContain(`Cash of Rs 500.00`);
  expect(text).toContain(number);
  const code = /\/pay\/receipt\/(\S+)/.exec(text)?.[1] ?? '';
  const page = await (await server.anonymous.fetch(`/pay/receipt/${code}`)).text();
  expect(page).toContain(number);
  expect(page).toMatch(/A\*+ R\*+/);
  expect(page).not.toContain('Rao');
  expect(page).not.toContain('LN-');
  const forged = await (await server.anonymous.fetch('/pay/receipt/AAAAAAAAAAAAAAAAAAAAAA')).text();
  expect(forged).toContain('No receipt or letter has this code.');
  // The number alone, which can be counted up, opens nothing.
  expect(await (await server.anonymous.fetch(`/pay/receipt/${number}`)).text()).toContain(
    'No receipt or letter has this code.',
  );
});

test("a lead sees the team's cash by age only, and lenders see none", async () => {
  const { who, loanId } = await another();
  const phone = await phoneOf(who);
  await server.database.run(sql`update clients set cash_days = 30`);
  for (const [n, amount] of [
    [0, 100],
    [-1, 200],
    [-3, 400],
    [-7, 800],
    [-8, 1600],
  ] as const)
    await phone.take(paidInCash(loanId, phone.number(), { amount, paymentDate: dayOf(n) }));
  await server.database.run(sql`update clients set cash_days = 2`);
  const { rows } = await lead.call(cash.byAgent, { userIds: [who.id] });
  expect(rows).toMatchObject([
    { id: who.id, inHand: 3100, age0: 300, age2: 400, age4: 800, age8: 1600, isOver: true },
  ]);
  for (const [age, amount] of [
    ['0-1', 300],
    ['2-3', 400],
    ['4-7', 800],
    ['7+', 1600],
  ] as const) {
    const opened = await lead.call(cash.receipts, { userIds: [who.id], state: 'in-hand', age });
    expect(opened.summary).toEqual({ amount });
  }
  const stranger = await server.person({ roleType: 'tech_lead' });
  expect((await stranger.call(cash.byAgent, {})).rows).toEqual([]);
  expect((await stranger.call(cash.receipts, {})).rows).toEqual([]);
  expect((await agent.call(cash.receipts, { userIds: [who.id] })).rows).toEqual([]);
  const portal = await server.person({ roleType: 'client', clientId: 1 });
  expect((await refusal(portal.call(cash.byAgent, {}))).status).toBe(403);
});
