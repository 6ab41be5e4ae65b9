/** Contact evidence of a borrower: decisions, holds with their release, and the DNC list. */
import type { EvidenceSource } from '#contexts/loans/server/slots.ts';
import { freeMask } from '#contexts/loans/server/masks.ts';
import { sql } from '#kernel/server/database/sql.ts';

/** In the order of the slot: at, loan, kind, what, user, paise, details. */
export const contactEvidence: readonly EvidenceSource[] = [
  (
    loans,
  ) => sql`select d.at, d.loan_id, 'decision', d.channel || case when d.is_allowed then ' allowed' else ' refused' end,
    d.user_id, null::bigint, concat_ws('; ', d.contact, d.rule, 'until ' || d.until) from contact_decisions d where d.loan_id in ${loans}`,
  (loans) => sql`select h.created_at, h.loan_id, 'hold', 'placed: ' || r.name, h.placed_by, null::bigint,
    concat_ws('; ', 'until ' || h.until_day, ${freeMask(sql`nullif(h.note, '')`)}) from loan_holds h join compliance_rules r on r.id = h.rule_id
    where h.loan_id in ${loans}`,
  (loans) => sql`select h.ended_at, h.loan_id, 'hold', 'ended: ' || r.name, h.ended_by, null::bigint, ''
    from loan_holds h join compliance_rules r on r.id = h.rule_id where h.loan_id in ${loans} and h.ended_at is not null`,
  (
    loans,
  ) => sql`select y.created_at, n.loan_id, 'do not call', y.status, y.user_id, null::bigint, 'XXXXXX' || right(n.mobile, 4)
    from dnc_history y join dnc_numbers n on n.id = y.dnc_id where n.loan_id in ${loans}`,
];
