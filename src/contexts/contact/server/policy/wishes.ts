/** Contact preferences: set by the borrower, and stored per borrower to cover future loans and numbers. */
import { watchersOf } from '#contexts/agency/server/visible.ts';
import type { Span } from '#contexts/contact/contract/contact-block.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import type { Emit } from '#kernel/server/live/event.ts';
import { lockContact } from './permit.ts';

export interface Wishes {
  language: string | null;
  avoid: Span | null;
  noCalls: boolean;
}
const none: Wishes = { language: null, avoid: null, noCalls: false };

export const wishesOf = async (tx: Tx, borrowerId: number): Promise<Wishes> =>
  (await tx.one<Wishes>(sql`
    select language, no_calls_since is not null as "noCalls",
      case when avoid_from is not null then jsonb_build_object('from', avoid_from, 'until', avoid_until) end as avoid
    from contact_wishes where borrower_id = ${borrowerId}`)) ?? none;

/** Which language a borrower chose, or null; as SQL for other statements. */
export const languageOf = (borrower: Fragment): Fragment =>
  sql`(select w.language from contact_wishes w where w.borrower_id = ${borrower})`;

const spanText = ({ avoid }: Wishes): string | null => avoid && `${avoid.from}-${avoid.until}`;
const factsOf = (wishes: Wishes) => ({
  language: wishes.language,
  avoid: spanText(wishes),
  noCalls: wishes.noCalls,
});

/** Returns false when unchanged. */
export async function setWishes(
  tx: Tx,
  { loanId, wishes, now, emit }: { loanId: number; wishes: Wishes; now: Date; emit: Emit },
): Promise<boolean> {
  const loan = await tx.one<{ borrowerId: number; assigneeId: number | null }>(sql`
    select borrower_id as "borrowerId", assignee_id as "assigneeId" from loans where id = ${loanId} for no key update`);
  if (!loan) return false;
  const { borrowerId, assigneeId } = loan;
  // The lock orders it after contacts already decided, so that none is executed after it.
  await lockContact(tx, { loanId, channel: 'visit', contact: 'visit' });
  const before = await wishesOf(tx, borrowerId);
  const facts = { before: factsOf(before), after: factsOf(wishes) };
  if (JSON.stringify(facts.before) === JSON.stringify(facts.after)) return false;
  const { language, avoid, noCalls } = wishes;
  const [from, until] = [avoid?.from ?? null, avoid?.until ?? null];
  await tx.run(sql`
    insert into contact_wishes as w (borrower_id, language, avoid_from, avoid_until, no_calls_since, changed_at)
    values (${borrowerId}, ${language}, ${from}, ${until}, ${noCalls ? now : null}, ${now})
    on conflict (borrower_id) do update set language = excluded.language, avoid_from = excluded.avoid_from,
      avoid_until = excluded.avoid_until, changed_at = excluded.changed_at,
      no_calls_since = case when ${noCalls} then coalesce(w.no_calls_since, excluded.no_calls_since) end`);
  await tx.run(sql`
    insert into contact_wish_changes (borrower_id, loan_id, at, language, avoid_from, avoid_until, no_calls)
    values (${borrowerId}, ${loanId}, ${now}, ${language}, ${from}, ${until}, ${noCalls})`);
  emit('loans.wished', { id: loanId, facts, to: await watchersOf(tx, [assigneeId]) });
  return true;
}
