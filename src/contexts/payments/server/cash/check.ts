/** Public check of a cash receipt by its code: no loan number, and a masked name. */
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

interface CheckedCash {
  status: 'success' | 'cancelled';
  number: string;
  borrowerName: string;
  clientName: string;
  amount: number;
  txnDate: string;
}
export const cashByCode = (tx: Tx, code: string): Promise<CheckedCash | undefined> =>
  tx.one<CheckedCash>(sql`
    select case when r.state = 'void' then 'cancelled' else 'success' end as status, r.number, b.name as "borrowerName",
      c.name as "clientName", r.amount, r.taken_at as "txnDate"
    from cash_receipts r join loans l on l.id = r.loan_id join borrowers b on b.id = l.borrower_id
      join clients c on c.id = r.client_id where r.code = ${code}`);
