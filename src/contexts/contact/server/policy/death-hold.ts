/** Hold of loans with a deceased borrower: no channel reaches them. */
import { writeAndStamp } from '#contexts/loans/server/stamp.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

/** Places the hold for deceased borrowers, 100 years long, unless the loan has it. */
export const placeDeathHold = (tx: Tx, o: { loanId: number; day: string; by: number }): Promise<number> =>
  writeAndStamp(
    tx,
    sql`
    insert into loan_holds (loan_id, rule_id, from_day, until_day, placed_by)
    select ${o.loanId}, r.id, ${o.day}::date, ${o.day}::date + 36500, ${o.by} from compliance_rules r
    where r.is_death and not exists (select from loan_holds h
      where h.loan_id = ${o.loanId} and h.rule_id = r.id and h.ended_at is null)`,
  );
