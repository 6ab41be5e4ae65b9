/**
 * A borrower with a future promise is dialled only if the campaign allows it: shared rule of claims and pre-flight
 * check.
 */
import type { Refusal } from '#contexts/contact/server/policy/contact.ts';
import { aheadOf } from '#contexts/work/server/promises/ahead.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { sql } from '#kernel/server/database/sql.ts';

export const promiseRule = 'promise_ahead';

/** Refusals of these loans; the lead is retried on the morning of the promised day. */
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

/** The campaign now calls them: leads that wait for a promised day are due at once. */
export const releasePromised = (tx: Tx, campaignId: number, now: Date): Promise<number> =>
  tx.run(sql`
    update leads set not_before = ${now}, block_reason = null
    where campaign_id = ${campaignId} and state = 'queued' and not_before > ${now} and block_reason = ${promiseRule}`);
