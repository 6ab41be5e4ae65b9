/** Loans of the borrower an agent is on a call with. */
import type { z } from 'zod/mini';
import type { dialer } from '#contexts/dialer/contract/dialer.ts';
import { visibleLoan } from '#contexts/loans/server/visible.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

type CallLoan = z.output<typeof dialer.callLoans.gives>;

const most = 50;

/**
 * Active loans of the borrower of the agent's present call, of the same lender, the loan of the call first. One assigned to
 * another user is shown with its amount, and cannot be opened.
 */
export const loansOfCall = (tx: Tx, actor: ServerActor): Promise<CallLoan[]> =>
  tx.rows<CallLoan>(sql`
    select s.id, s.loan_number as "loanNumber", s.total_outstanding as "totalOutstanding", s.dpd,
      coalesce(${visibleLoan(actor, sql`s`)}, false) as "canOpen"
    from agent_sessions a join call_attempts k on k.id = a.current_attempt_id join loans l on l.id = k.loan_id
      join loans s on s.borrower_id = l.borrower_id and s.client_id = l.client_id
    where a.user_id = ${actor.id} and a.ended_at is null and (s.is_active or s.id = l.id)
    order by s.id = l.id desc, s.total_outstanding desc, s.id limit ${most}`);
