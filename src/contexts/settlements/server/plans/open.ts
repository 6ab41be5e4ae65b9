/** What is still to be paid of a plan that runs: charged by a mandate where the borrower agreed to one. */
import type { OpenInstalment } from '#contexts/payments/contract/autopay/autopay-rules.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { countsFrom } from '../agreements/agreement-conditions.ts';
import { sql } from '#kernel/server/database/sql.ts';

/** Receipts are judged a moment later, so the remainder is computed from the ledger's receipts of the plan. */
export const openInstalmentsOf = (tx: Tx, loanId: number): Promise<OpenInstalment[]> =>
  tx.rows<OpenInstalment>(sql`
    with plan as (
      select q.settlement_id, q.grace_days, (select coalesce(sum(collected_by(g.from_account, g.to_account) * g.amount), 0)::bigint from postings g
          where g.loan_id = q.loan_id and g.source = 'payment' and g.day >= ${countsFrom}) as received
      from settlement_plans q join settlements s on s.id = q.settlement_id
      where q.loan_id = ${loanId} and q.state in ('accepted', 'running', 'late') and q.binds and s.status = 'Approved'
      order by q.settlement_id desc limit 1),
    parts as (
      select i.settlement_id, i.n, i.due_on, i.amount, p.received, i.due_on + p.grace_days as until,
        sum(i.amount) over (order by i.n) - i.amount as before
      from settlement_instalments i join plan p using (settlement_id))
    select settlement_id || '.' || n as key, due_on as "dueOn", amount,
      amount - least(amount, greatest(0, received - before))::bigint as left, until
    from parts where received < before + amount order by n`);
