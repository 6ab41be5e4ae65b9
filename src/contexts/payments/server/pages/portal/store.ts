/** Loan of a payment link, its payments, and the code of its portal. */
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { loanOfLink } from '../../links/borrower-links.ts';
import type { CodePlace } from '../one-time-code.ts';
import type { LoanOfLink } from '../../slots.ts';

export interface Own {
  loanId: number;
  borrowerId: number;
  borrower: string;
  loanNumber: string;
  lender: string;
  mobile: string | null;
}
/** Returns the loan and borrower of any link that was sent, also a withdrawn one: it accepts no payment, but opens this page. */
export async function ownBy(tx: Tx, code: string, sources: readonly LoanOfLink[]): Promise<Own | undefined> {
  const loanId = await loanOfLink(tx, code, sources);
  if (loanId === undefined) return undefined;
  return tx.one<Own>(sql`
    select l.id as "loanId", b.id as "borrowerId", b.name as borrower, l.loan_number as "loanNumber", c.name as lender,
      case when l.mobile ~ '^\\d{10}$' then l.mobile end as mobile
    from loans l join borrowers b on b.id = l.borrower_id join clients c on c.id = l.client_id where l.id = ${loanId}`);
}

/** One for each loan, however many links it has. */
export const placeOf = ({ loanId }: Own): CodePlace => ({ purpose: 'borrower code', id: loanId, loanId });

export interface Received {
  on: string;
  amount: number;
  how: 'cash' | 'online' | 'reported';
  state: 'received' | 'cancelled' | 'reversed';
  /** Number of a receipt of cash. */
  number: string | null;
  /** Partially refunded paise; `amount` excludes them. */
  refunded: number;
  /** Of the address where it can be checked. */
  code: string | null;
}
const most = 100;
/** Payments confirmed by the lender, a gateway or a cash receipt; an agent's unconfirmed report has no receipt. */
export const receivedOn = (tx: Tx, loanId: number): Promise<Received[]> =>
  tx.rows<Received>(sql`
    select "on", amount, how, state, number, refunded, code from (
      select r.taken_at as at, r.day as "on", r.amount, 'cash' as how, case when r.state = 'void' then 'cancelled' else 'received' end as state,
        r.number, 0::bigint as refunded, r.code
      from cash_receipts r where r.loan_id = ${loanId}
      union all
      select y.created_at, y.payment_date, y.amount, case when t.id is null then 'reported' else 'online' end,
        case when y.status = 'reversed' then 'reversed' else 'received' end, null, y.refunded, t.receipt_code
      from payments y left join payment_attempts t on t.id = y.attempt_id
      where y.loan_id = ${loanId} and y.realized and y.status in ('success', 'reversed')
        and not exists (select from cash_receipts r where r.payment_id = y.id)) x
    order by "on" desc, at desc limit ${most}`);
