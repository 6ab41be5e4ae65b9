/** Payments as evidence: every ledger step, including cash, and autopay consent. */
import type { EvidenceSource } from '#contexts/loans/server/slots.ts';
import { freeMask } from '#contexts/loans/server/masks.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

const inRupees = (paise: Fragment): Fragment => sql`trim(to_char(${paise} / 100.0, 'FM999999999990.00'))`;

/** In the order of the slot: at, loan, kind, what, user, paise, details. */
export const paymentEvidence: readonly EvidenceSource[] = [
  (loans) => sql`select p.at, p.loan_id, 'ledger', p.reason, p.by_id, p.amount,
    concat_ws('; ', p.from_account || ' to ' || p.to_account, p.source || ' ' || p.source_id, 'of ' || p.day,
      ${freeMask(sql`nullif(p.note, '')`)}) from postings p where p.loan_id in ${loans}`,
  (
    loans,
  ) => sql`select m.accepted_at, m.loan_id, 'consent', 'went on to agree to autopay', null::bigint, null::bigint,
    concat_ws('; ', m.gateway, 'at most Rs ' || ${inRupees(sql`m.most`)} || ' at once', 'until ' || m.until)
    from mandates m where m.loan_id in ${loans} and m.accepted_at is not null`,
  (
    loans,
  ) => sql`select m.changed_at, m.loan_id, 'consent', 'autopay ' || m.state, null::bigint, null::bigint, m.gateway
    from mandates m where m.loan_id in ${loans} and m.accepted_at is not null and m.state <> 'registering'`,
];
