import { visibleLoans } from '#contexts/agency/server/visible.ts';
import type { Actor } from '#kernel/contract/access.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/**
 * One loan is seen by those who see the person it is assigned to, and by an agent it is at hand for: the view
 * `loans_at_hand` is what the dialer puts in, the loans an agent speaks about or has yet to write down.
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
