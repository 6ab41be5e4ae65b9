/** A settlement whose payment day has passed: which it is, and the new day it is given. */
import { addDays } from '#contexts/settlements/contract/instalment-days.ts';
import { openSettlements } from '#contexts/settlements/contract/settlement-rules.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import type { LockedSettlement } from './change-store.ts';
import { addSteps } from './change-store.ts';
import { checkSchedule, mostDaysOf, scheduleOf, writeSchedule } from './plans/store.ts';

/**
 * True while a settlement `t` of a loan `l` may still count and its day, or that of an instalment that has not come, is
 * over. One that is approved and paid is none, nor one the lender rejected; what both sides approved in binding
 * instalments is late or broken by its plan instead.
 */
export const isExpired = (now: Date): Fragment => {
  const today = businessDay(now);
  return sql`(t.status = any(${[...openSettlements, 'Approved']}) and t.client_status is distinct from 'Rejected'
    and not (t.client_status is not distinct from 'Approved' and exists (select from settlement_plans q where q.settlement_id = t.id and q.binds))
    and (t.status <> 'Approved' or l.payment_status is distinct from 'Settlement Paid')
    and case when exists (select from settlement_instalments i where i.settlement_id = t.id)
      then exists (select from settlement_instalments i where i.settlement_id = t.id and i.due_on < ${today}
        and (t.status <> 'Approved' or i.received < i.amount))
      else t.settlement_date < ${today} end)`;
};

export function refuseExpired({ isExpired: is, payBy }: Pick<LockedSettlement, 'isExpired' | 'payBy'>): void {
  if (is) throw new Failure('SETTLEMENT_EXPIRED', { day: payBy });
}

const wrong = (): Failure => new Failure('INVALID_INPUT', {}, [{ path: 'settlementDate', fault: 'invalid' }]);

/** Its day becomes this one; instalments keep their distances. Answers it as it is from now on. */
export async function giveDay(
  context: Context,
  held: LockedSettlement,
  day: string,
): Promise<LockedSettlement> {
  const { tx, actor, now } = context;
  const today = businessDay(now);
  if (day < today || day > addDays(today, await mostDaysOf(tx, held.loanId))) throw wrong();
  const before = await scheduleOf(tx, held.id);
  const first = before[0]?.dueOn ?? day;
  const moved = (Date.parse(day) - Date.parse(first)) / 86_400_000;
  const schedule = before.map(({ dueOn, amount }) => ({ dueOn: addDays(dueOn, moved), amount }));
  if (schedule.length > 1)
    await checkSchedule(tx, schedule, { loanId: held.loanId, amount: held.amount, at: now });
  if (schedule.length > 0) await writeSchedule(tx, held.id, schedule);
  const last = schedule.at(-1)?.dueOn ?? day;
  await tx.run(
    sql`update settlements set settlement_date = ${last}, updated_at = now() where id = ${held.id}`,
  );
  await addSteps(tx, {
    ids: [held.id],
    side: 'collection',
    status: 'New payment day',
    comment: day.split('-').reverse().join('-'),
    userId: actor.id,
  });
  return { ...held, isExpired: false, payBy: last };
}
