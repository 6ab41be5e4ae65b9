/** Attendance of daily tasks. */
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';

/** Marks the loan in the daily tasks of the author as attended by this disposition. */
export const attendTasks = (
  tx: Tx,
  entryId: number,
  { loan, userId, effectiveAt }: { loan: { id: number }; userId: number; effectiveAt: Date },
): Promise<number> =>
  tx.run(sql`
    update daily_task_loans t set attended_at = ${effectiveAt}, entry_id = ${entryId} from daily_tasks k
    where t.loan_id = ${loan.id} and t.attended_at is null and k.id = t.task_id and k.user_id = ${userId}
      and k.day <= ${businessDay(effectiveAt)}::date`);
