/** Contact preferences in a loan's timeline and as evidence: each change, on every loan of the borrower. */
import type { EvidenceSource, TimelineSource } from '#contexts/loans/server/slots.ts';
import { timelineSelect } from '#contexts/loans/server/timeline.ts';
import { sql } from '#kernel/server/database/sql.ts';

const span = sql`w.avoid_from || '-' || w.avoid_until`;

export const wishTimeline: TimelineSource = {
  can: 'staff',
  rows: (loanId) => sql`
    ${timelineSelect({
      at: sql`w.at`,
      kind: sql`'wish'`,
      what: span,
      more: sql`w.language`,
      state: sql`case when w.no_calls then 'no_calls' end`,
    })}
    from loans l join contact_wish_changes w on w.borrower_id = l.borrower_id where l.id = ${loanId}`,
};

/** One row per borrower: preferences apply to all their loans. */
export const wishEvidence: EvidenceSource = (loans) => sql`
  select w.at, (select min(id) from loans where borrower_id = w.borrower_id and id in ${loans}), 'wish',
    'said by the borrower with a code', null::bigint, null::bigint,
    concat_ws('; ', case when w.no_calls then 'no calls' else 'calls allowed' end,
      coalesce('no contact ' || ${span}, 'no time to avoid'), 'language ' || w.language)
  from contact_wish_changes w where w.borrower_id in (select borrower_id from loans where id in ${loans})`;
