/** History of the loan (`l`) of a settlement (`t`), for its approver. */
import { sql } from '#kernel/server/database/sql.ts';

export const historyColumns = sql`l.dpd as days, l.latest_realize_payment_amount as "lastPaid",
  l.latest_realize_payment_date as "lastPaidOn",
  (select count(*)::int from promises p where p.loan_id = l.id and p.state = 'kept') as kept,
  (select count(*)::int from promises p where p.loan_id = l.id and p.state = 'broken') as broken,
  (select count(*)::int from settlements o where o.loan_id = l.id and o.id < t.id) as earlier`;
