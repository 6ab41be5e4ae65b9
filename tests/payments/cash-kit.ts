/** Agents with phones collecting cash: blocks of numbers, entries, and server state. */
import { expect } from 'vitest';
import { cash } from '../../src/contexts/payments/contract/cash/cash.ts';
import { cashNumber } from '../../src/contexts/payments/contract/cash/cash-rules.ts';
import { businessDay } from '../../src/kernel/server/operation/clock.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import type { Caller, TestServer } from '../kit.ts';
import { days, deviceOf } from '../sync/phone.ts';

export const dayOf = (n = 0): string => businessDay(days(n));

export const paidInCash = (loanId: number, transactionId: string, o: object = {}) => ({
  loanId,
  dispositionId: 4,
  paymentDate: dayOf(),
  amount: 500,
  transactionId,
  paymentMode: 'Cash',
  ...o,
});

/** A phone with a block of numbers. */
export async function phoneOf(owner: Caller) {
  const device = deviceOf(owner);
  const { first } = await owner.call(cash.numbers, { deviceId: device.deviceId });
  let next = first;
  return {
    ...device,
    number: () => cashNumber(next++),
    async take(input: Record<string, unknown>) {
      const [answer] = await device.send([await device.item(input)]);
      if (!answer) throw new Error('not answered');
      return { answer, codes: (answer.notices ?? []).map(({ code }) => code) };
    },
  };
}

/** An agent's books: steps and receipts agree. */
export async function booksOf(server: TestServer, userId: number) {
  const [sums] = await server.database.rows<
    Record<'hand' | 'transit' | 'bank' | 'variance' | 'taken', number>
  >(sql`
    select coalesce(sum(hand), 0)::bigint as hand, coalesce(sum(transit), 0)::bigint as transit,
      coalesce(sum(bank), 0)::bigint as bank, coalesce(sum(variance), 0)::bigint as variance,
      coalesce(sum(hand) filter (where kind in ('taken', 'voided')), 0)::bigint as taken
    from cash_moves where user_id = ${userId}`);
  const [states] = await server.database.rows<Record<'hand' | 'transit' | 'confirmed', number>>(sql`
    select coalesce(sum(amount) filter (where state = 'in-hand'), 0)::bigint as hand,
      coalesce(sum(amount) filter (where state = 'deposited'), 0)::bigint as transit,
      coalesce(sum(amount) filter (where state = 'confirmed'), 0)::bigint as confirmed
    from cash_receipts where user_id = ${userId}`);
  const [ledger] = await server.database.rows<
    Record<'hand' | 'transit' | 'bank' | 'variance' | 'taken', number>
  >(sql`
    select coalesce(sum(a.n * p.amount) filter (where a.account = 'cash_with_agent'), 0)::bigint as hand,
      coalesce(sum(a.n * p.amount) filter (where a.account = 'cash_deposited'), 0)::bigint as transit,
      coalesce(sum(a.n * p.amount) filter (where a.account = 'cash_banked'), 0)::bigint as bank,
      coalesce(sum(a.n * p.amount) filter (where a.account = 'cash_variance'), 0)::bigint as variance,
      coalesce(-sum(a.n * p.amount) filter (where a.account = 'cash_taken'), 0)::bigint as taken
    from postings p cross join lateral (values (p.to_account, 1), (p.from_account, -1)) a (account, n)
    where p.person_id = ${userId} and starts_with(p.to_account, 'cash_')`);
  // Each account has the sum of each loan's receipts; only bank excess belongs to no loan.
  const strays = await server.database.rows(sql`
    select p.loan_id, k.account, sum(k.n * p.amount) from postings p
      cross join lateral (values (p.to_account, 1), (p.from_account, -1)) k (account, n)
    where p.person_id = ${userId} and k.account in ('cash_with_agent', 'cash_deposited') group by 1, 2
    having sum(k.n * p.amount) <> coalesce((select sum(r.amount) from cash_receipts r where r.user_id = ${userId}
      and r.loan_id = p.loan_id and r.state = case k.account when 'cash_with_agent' then 'in-hand' else 'deposited' end), 0)`);
  expect(strays).toEqual([]);
  if (!sums || !states) throw new Error('no sums');
  // Screens, steps and ledger agree.
  expect(ledger).toEqual(sums);
  expect([sums.hand, sums.transit]).toEqual([states.hand, states.transit]);
  expect(sums.hand + sums.transit + sums.bank + sums.variance).toBe(sums.taken);
  return { ...sums, states };
}
