/** Acceptances of a loan's settlements as evidence: the terms as the borrower read them, and their hash in the audit log. */
import type { EvidenceSource } from '#contexts/loans/server/slots.ts';
import { sql } from '#kernel/server/database/sql.ts';

export const agreementEvidence: EvidenceSource = (loans) => sql`
  select a.accepted_at, a.loan_id, 'settlement', 'terms accepted, version ' || a.version, null::bigint, a.amount,
    concat_ws(' · ', a.terms, 'code to ' || a.sent_to, 'SHA-256 ' || a.hash)
  from settlement_acceptances a where a.loan_id in ${loans}`;
