/** No-dues letters in a loan's timeline and as evidence: each issue, and its revocation. */
import type { EvidenceSource, TimelineSource } from '#contexts/loans/server/slots.ts';
import { timelineSelect } from '#contexts/loans/server/timeline.ts';
import { noDues } from '#contexts/settlements/contract/no-dues.ts';
import { sql } from '#kernel/server/database/sql.ts';

const turns = sql`(select loan_id, number, paid, paid_on, issued_at as at, 'written' as turn from no_dues_letters
  union all select loan_id, number, paid, paid_on, revoked_at, 'revoked' from no_dues_letters where revoked_at is not null) n`;

export const letterTimeline: TimelineSource = {
  can: noDues.ofLoan.can,
  rows: (loanId) => sql`
    ${timelineSelect({
      at: sql`n.at`,
      kind: sql`'letter'`,
      what: sql`n.number`,
      state: sql`n.turn`,
      amount: sql`n.paid`,
      day: sql`n.paid_on`,
    })}
    from ${turns} where n.loan_id = ${loanId}`,
};

export const letterEvidence: EvidenceSource = (loans) => sql`
  select n.at, n.loan_id, 'letter', 'no-dues letter ' || n.number || ' ' || n.turn, null::bigint, n.paid,
    'paid by ' || n.paid_on from ${turns} where n.loan_id in ${loans}`;
