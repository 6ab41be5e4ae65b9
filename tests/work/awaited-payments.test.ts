/** Reported but unconfirmed money: PTPs and payment status show what is pending, everywhere alike. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { cashDeposits } from '../../src/contexts/payments/contract/cash/cash-deposits.ts';
import { judgeWaiting } from '../../src/contexts/work/server/promises/jobs.ts';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { recomputeSummary } from '../../src/contexts/payments/server/summaries/summary.ts';
import { sync } from '../../src/contexts/sync/contract/sync.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import type { Caller, TestServer } from '../kit.ts';
import { dayOf, paidInCash, phoneOf } from '../payments/cash-kit.ts';
import { addLoan, bootTeam } from '../sync/phone.ts';
import { changePayments } from '../world.ts';

const { record, list } = borrowerDispositions;

let server: TestServer;
let lead: Caller;
let agent: Caller;
let loanId = 0;
beforeAll(async () => {
  ({ server, lead } = await bootTeam());
  await server.database.run(
    sql`update clients set cash_limit = 100000000, cash_days = 30, cash_slip_photo = false`,
  );
});
afterAll(() => server.stop());
beforeEach(async () => {
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  loanId = await addLoan(server, agent.id);
  await server.database.run(
    sql`update loans set payment_status = 'Unpaid', total_outstanding = 900000 where id = ${loanId}`,
  );
  await agent.call(record, {
    loanId,
    dispositionId: 1,
    amount: 500,
    ptpDate: dayOf(1),
    followUpDate: `${dayOf(1)}T05:00:00Z`,
  });
});

/** Displayed state of the PTP, and of the loan, per screen. */
async function stated() {
  await judgeWaiting(server.database, { now: () => new Date() });
  const key = { id: String(loanId) };
  const [promise] = (await agent.call(list, { module: 'PTP', loanId })).rows;
  const timeline = await agent.call(loans.timeline, key);
  const stateOf = (kind: string) => timeline.find((row) => row.kind === kind)?.state;
  const one = await agent.call(loans.one, key);
  const listed = (await agent.call(loans.list, {})).rows.find(({ id }) => id === loanId);
  const { loans: fed } = await agent.call(sync.changes, {});
  const kept = fed.find(({ id }) => id === loanId);
  return {
    phone: [kept?.paymentAwaits, kept?.timeline.find(({ kind }) => kind === 'promise')?.state],
    promises: [promise?.promise?.state, stateOf('promise'), stateOf('judged')],
    loans: [one.paymentAwaits, listed?.paymentAwaits, promise?.borrowerLoan.paymentAwaits],
    status: one.paymentStatus,
  };
}
const all = <T>(value: T): T[] => [value, value, value];

test('a PTP kept with cash awaits its deposit, then its confirmation, and is kept once confirmed', async () => {
  expect(await stated()).toMatchObject({
    promises: ['open', 'open', undefined],
    loans: all(null),
    phone: [null, 'open'],
  });
  const phone = await phoneOf(agent);
  await phone.take(paidInCash(loanId, phone.number()));
  const inHand = all('deposit_awaited');
  await expect
    .poll(stated)
    .toEqual({ phone: inHand.slice(1), promises: inHand, loans: inHand, status: 'Unpaid' });
  await agent.call(cashDeposits.make, { clientId: 1, bank: 'SBI', branch: 'Katni', slipNumber: 'A-1' });
  const deposited = all('confirmation_awaited');
  expect(await stated()).toMatchObject({ promises: deposited, loans: deposited, status: 'Unpaid' });
  await server.database.transaction(async (tx) => {
    await changePayments(tx, sql`update payments set realized = true where loan_id = ${loanId}`);
    await recomputeSummary(tx, [loanId]);
  });
  expect(await stated()).toMatchObject({ promises: all('kept'), loans: all(null), status: 'Partially Paid' });
});

test('a PTP kept with a reported transfer awaits its confirmation', async () => {
  await agent.call(record, {
    loanId,
    dispositionId: 4,
    paymentDate: dayOf(),
    amount: 500,
    transactionId: 'UPI-1',
    paymentMode: 'PhonePe',
  });
  const awaited = all('confirmation_awaited');
  await expect.poll(stated).toMatchObject({ promises: awaited, loans: awaited, status: 'Unpaid' });
});

test('a PTP kept with confirmed money remains kept with additional unconfirmed money', async () => {
  await changePayments(
    server.database,
    sql`
    insert into payments (loan_id, amount, payment_date, realized, source)
    values (${loanId}, 50000, ${dayOf()}, true, 'PAYMENT_FILE'), (${loanId}, 1000, ${dayOf()}, false, 'PAYMENT_FILE')`,
  );
  await expect.poll(async () => (await stated()).promises).toEqual(all('kept'));
});
