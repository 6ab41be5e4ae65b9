import { visibleLoans } from '#contexts/agency/server/visible.ts';
import type { Actor } from '#kernel/contract/access.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/**
 * A loan is visible to users who see its assignee, and to an agent it is at hand for: the view
 * `loans_at_hand` is filled by the dialer with loans of live calls and of calls without a disposition yet, with
 * the borrower's other loans at that lender that are assigned to no user.
 */
export const visibleLoan = (actor: Actor, loan: Fragment): Fragment =>
  actor.roleType === 'agent'
    ? sql`(${visibleLoans(actor, sql`${loan}.assignee_id`)} or ${loan}.id in (
        select h.loan_id from loans_at_hand h where h.user_id = ${actor.id}))`
    : visibleLoans(actor, sql`${loan}.assignee_id`);

export const isLoanSeen = async (tx: Tx, actor: Actor, loanId: number): Promise<boolean> =>
  (await tx.one(
    sql`select 1 as ok from loans l where l.id = ${loanId} and ${visibleLoan(actor, sql`l`)}`,
  )) !== undefined;
