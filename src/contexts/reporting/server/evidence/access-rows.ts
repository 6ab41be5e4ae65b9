/** Access records of a loan as evidence: one row per user, day and screen. */
import type { EvidenceSource } from '#contexts/loans/server/slots.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { recordsOf } from '../access/store.ts';

export const accessRows: EvidenceSource = (loans) => sql`
  select min(a.at) as at, l.id as loan_id, 'access'::text as kind, a.endpoint as what, a.actor_id as user_id,
    null::bigint as paise, concat_ws('; ', count(*) || ' times',
      'last ' || to_char(max(a.at) at time zone 'UTC', 'HH24:MI'), 'with up to ' || max(a.rows) || ' rows') as details
  from access_records a join loans l on l.id = any(a.loan_ids) or l.borrower_id = any(a.borrower_ids)
  where l.id in ${loans} and ${recordsOf(sql`array${loans}`)}
  group by l.id, a.endpoint, a.actor_id, (a.at at time zone 'Asia/Kolkata')::date`;
