/** A borrower whose promise is still ahead is dialled only if the campaign allows it: the one rule of claims and of the pre-flight check. */
import type { Refusal } from '#contexts/contact/server/policy/contact.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

export const promiseRule = 'promise_ahead';

/** Loans with the first day that was promised, by a promise or by an instalment of a settlement, where that day is still to come. */
export const aheadOf = (day: string, loans: Fragment): Fragment => sql`
  select a.loan_id, min(a.due_on) as due_on from (
    select p.loan_id, p.due_on from promises p where p.state = 'open' and p.loan_id in ${loans}
    union all select q.loan_id, i.due_on
    from settlement_plans q join settlement_instalments i on i.settlement_id = q.settlement_id
    where q.loan_id in ${loans} and q.binds and q.state in ('accepted', 'running', 'late') and i.state in ('open', 'late')) a
  group by a.loan_id having min(a.due_on) > ${day}::date`;

/** The refusal of each of these loans; the lead is tried again on the morning of the day that was promised. */
export async function refusalsAhead(
  tx: Tx,
  loanIds: readonly number[],
  now: Date,
): Promise<Map<number, Refusal>> {
  if (loanIds.length === 0) return new Map();
  const rows = await tx.rows<{ loanId: number; dueOn: string }>(sql`
    select a.loan_id as "loanId", a.due_on as "dueOn"
    from (${aheadOf(businessDay(now), sql`(select unnest(${[...loanIds]}::bigint[]))`)}) a`);
  return new Map(
    rows.map(({ loanId, dueOn }) => [
      loanId,
      { rule: promiseRule, until: new Date(`${dueOn}T00:00:00+05:30`).toISOString() },
    ]),
  );
}

/** A campaign that calls them after all: what waits for a promised day is due at once. */
export const releasePromised = (tx: Tx, campaignId: number, now: Date): Promise<number> =>
  tx.run(sql`
    update leads set not_before = ${now}, block_reason = null
    where campaign_id = ${campaignId} and state = 'queued' and not_before > ${now} and block_reason = ${promiseRule}`);
