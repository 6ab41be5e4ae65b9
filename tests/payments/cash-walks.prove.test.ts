/**
 * Random walks of agents and the desk across receipts and deposits: nothing is confirmed without the desk, and the books
 * balance.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cash } from '../../src/contexts/payments/contract/cash/cash.ts';
import { cashDeposits } from '../../src/contexts/payments/contract/cash/cash-deposits.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, Refused } from '../kit.ts';
import { runsOf, seed, timeout } from '../prove.ts';
import { addLoan, bootTeam } from '../sync/phone.ts';
import { booksOf, dayOf, paidInCash, phoneOf } from './cash-kit.ts';

let server: TestServer;
let lead: Caller;
let desk: Caller;
let slips = 0;
beforeAll(async () => {
  ({ server, lead } = await bootTeam());
  desk = await server.person({ roleType: 'admin', flags: ['confirm_cash_deposits'] });
  await server.database.run(
    sql`update clients set cash_limit = 100000000000, cash_days = 30, cash_slip_photo = false`,
  );
});
afterAll(() => server.stop());

const acts = ['take', 'take', 'deposit', 'some', 'confirm', 'short', 'undo', 'void', 'close'] as const;
const people = ['agent', 'lead', 'desk', 'other'] as const;
const walk = fc.array(
  fc.record({
    act: fc.constantFrom(...acts),
    who: fc.constantFrom(...people),
    which: fc.nat(9),
    amount: fc.integer({ min: 1, max: 9000 }),
  }),
  { minLength: 6, maxLength: 18 },
);
type Act = (typeof acts)[number];
interface World {
  callers: Record<(typeof people)[number], Caller>;
  phone: Awaited<ReturnType<typeof phoneOf>>;
  loanId: number;
  agentId: number;
}
const idsOf = async (table: 'deposits' | 'receipts', userId: number): Promise<number[]> =>
  (
    await server.database.rows<{ id: number }>(
      table === 'deposits'
        ? sql`select id from cash_deposits where user_id = ${userId} order by id`
        : sql`select id from cash_receipts where user_id = ${userId} order by id`,
    )
  ).map(({ id }) => id);

async function step(w: World, o: { act: Act; who: (typeof people)[number]; which: number; amount: number }) {
  const caller = w.callers[o.who];
  // Mostly the cash owner: other attempts are rejected.
  const maker = o.which > 1 ? w.callers.agent : caller;
  const receipts = await idsOf('receipts', w.agentId);
  const deposits = await idsOf('deposits', w.agentId);
  const deposit = String(deposits[o.which % Math.max(1, deposits.length)] ?? 0);
  const slip = { clientId: 1, bank: 'SBI', branch: 'Katni', slipNumber: `W-${++slips}` };
  switch (o.act) {
    case 'take':
      return w.phone.take(paidInCash(w.loanId, w.phone.number(), { amount: o.amount }));
    case 'deposit':
      return maker.call(cashDeposits.make, slip);
    case 'some':
      return maker.call(cashDeposits.make, {
        ...slip,
        receiptIds: [receipts[o.which % Math.max(1, receipts.length)] ?? 0],
      });
    case 'confirm':
      return caller.call(cashDeposits.confirm, { id: deposit, received: o.amount, reason: 'counted' });
    case 'short':
      return caller.call(cashDeposits.confirm, { id: deposit, received: 0 });
    case 'undo':
      return caller.call(cashDeposits.undo, { id: deposit, reason: 'a mistake' });
    case 'void':
      return caller.call(cash.void, {
        id: String(receipts[o.which % Math.max(1, receipts.length)] ?? 0),
        reason: 'none',
      });
    case 'close':
      return o.which === 0 ? caller.call(cash.close, { day: dayOf(), userId: w.agentId }) : undefined;
  }
}

test(
  'no walk confirms without the desk, puts a receipt into two deposits or loses a rupee',
  { timeout },
  async () => {
    await fc.assert(
      fc.asyncProperty(walk, async (steps) => {
        const agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
        const other = await server.person({ roleType: 'agent', reportingTo: lead.id });
        const loanId = await addLoan(server, agent.id);
        const world: World = {
          callers: { agent, lead, desk, other },
          phone: await phoneOf(agent),
          loanId,
          agentId: agent.id,
        };
        for (const one of steps) {
          await step(world, one)?.catch((error: unknown) => {
            if (!(error instanceof Refused) || error.status >= 500) throw error;
          });
          await booksOf(server, agent.id);
        }
        const wrong = await server.database.rows(sql`
        select 'confirmed by another than the desk' as is, d.id from cash_deposits d
          where d.user_id = ${agent.id} and d.received is not null and not exists (select from cash_moves m
            where m.deposit_id = d.id and m.kind = 'confirmed' and m.by_id = ${desk.id})
        union all select 'a receipt confirmed outside of a confirmed deposit', r.id from cash_receipts r
          where r.user_id = ${agent.id} and r.state = 'confirmed' and not exists (select from cash_deposit_receipts x
            join cash_deposits d on d.id = x.deposit_id where x.receipt_id = r.id and x.is_live and d.state = 'confirmed')
        union all select 'a receipt in two deposits', x.receipt_id from cash_deposit_receipts x
          join cash_receipts r on r.id = x.receipt_id where r.user_id = ${agent.id} and x.is_live
          group by x.receipt_id having count(*) > 1
        union all select 'a deposit of another sum than its receipts', d.id from cash_deposits d
          where d.user_id = ${agent.id} and d.amount <> (select sum(r.amount) from cash_deposit_receipts x
            join cash_receipts r on r.id = x.receipt_id where x.deposit_id = d.id)
        union all select 'a closed day that moved', m.id from cash_moves m join cash_days c on c.user_id = m.user_id
          where m.user_id = ${agent.id} and m.day <= c.day and m.at > c.closed_at`);
        expect(wrong).toEqual([]);
      }),
      { numRuns: runsOf(12, 2000), seed },
    );
  },
);
