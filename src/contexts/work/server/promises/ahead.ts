/** Future PTPs: for the dialer, daily tasks and message files. */
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** Loans with the first day that was promised, by a promise or by an instalment of a settlement, where that day is still to come. */
export const aheadOf = (day: string, loans: Fragment): Fragment => sql`
  select a.loan_id, min(a.due_on) as due_on from (
    select p.loan_id, p.due_on from promises p where p.state = 'open' and p.loan_id in ${loans}
    union all select q.loan_id, i.due_on
    from settlement_plans q join settlement_instalments i on i.settlement_id = q.settlement_id
    where q.loan_id in ${loans} and q.binds and q.state in ('accepted', 'running', 'late') and i.state in ('open', 'late')) a
  group by a.loan_id having min(a.due_on) > ${day}::date`;
