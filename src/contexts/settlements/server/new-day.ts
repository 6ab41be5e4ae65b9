/** New payment day for an expired settlement. */
import { addDays } from '#contexts/settlements/contract/instalment-days.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { type LockedSettlement, addSteps } from './change-store.ts';
import { checkSchedule, mostDaysOf, scheduleOf, writeSchedule } from './plans/store.ts';

export function refuseExpired({ isExpired: is, payBy }: Pick<LockedSettlement, 'isExpired' | 'payBy'>): void {
  if (is) throw new Failure('SETTLEMENT_EXPIRED', { day: payBy });
}

const wrong = (): Failure => new Failure('INVALID_INPUT', {}, [{ path: 'settlementDate', fault: 'invalid' }]);

/** Sets its day; instalments retain their distances. Returns the new state. */
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
