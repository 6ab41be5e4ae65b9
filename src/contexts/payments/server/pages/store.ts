import type { OrderState } from '#contexts/payments/contract/pay/order-states.ts';
import { languageOf } from '#contexts/contact/server/policy/wishes.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { principalOf, totalOf } from '#contexts/loans/server/loan-state.ts';
import { exactOrAll, loansNumbered } from '#contexts/loans/server/search.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import type { AccountOf } from '../gateways/port.ts';
import { maskedName } from './rules.ts';

export interface Payable extends AccountOf {
  loanId: number;
  codeId: number | null;
  path: string | null;
  most: number;
  upiId: string | null;
  loanNumber: string;
  /** Null while no file has stated it. */
  principalOutstanding: number | null;
  /** Null while no file has stated it. */
  totalOutstanding: number | null;
  supplierName: string;
  borrowerName: string;
  clientName: string;
  last4: string | null;
  /** Requested amount. */
  amount: number | null;
}

const columns = sql`
  l.id as "loanId", a.id as "accountId", a.path, a.most, a.upi_id as "upiId", l.loan_number as "loanNumber",
  ${principalOf(sql`l`)} as "principalOutstanding", ${totalOf(sql`l`)} as "totalOutstanding",
  coalesce(l.supplier_name, c.name) as "supplierName", b.name as "borrowerName", c.name as "clientName",
  right(l.mobile, 4) as last4, a.gateway as "ownGateway", a.merchant_keys ->> a.gateway as "ownKeys"`;
const joined = sql`
  join payment_accounts a on a.id = l.payment_account_id and a.is_active
  join borrowers b on b.id = l.borrower_id join clients c on c.id = l.client_id`;
/** Payment pages of an inactive lender remain open, unless the lender closes them. */
const isOpen = sql`(l.is_active and (c.is_active or c.pays_while_inactive))`;

interface Linked extends Payable {
  isOver: boolean;
}
/** Loan of a link; rejects unknown and expired codes. */
export async function payableByCode(tx: Tx, code: string, now: Date): Promise<Payable> {
  const row = await tx.one<Linked>(sql`
    select ${columns}, k.id as "codeId", k.amount,
      (k.revoked_at is not null or k.paid_at is not null or k.expires_at <= ${now} or not ${isOpen}) as "isOver"
    from payment_codes k join loans l on l.id = k.loan_id ${joined} where k.code = ${code}`);
  if (!row) throw new Failure('LOAN_UNKNOWN');
  if (row.isOver) throw new Failure('LINK_EXPIRED');
  return row;
}

/** The borrower's preferred language. */
export const languageOfLink = async (tx: Tx, code: string): Promise<string | null> =>
  (
    await tx.one<{ language: string | null }>(sql`
      select ${languageOf(sql`l.borrower_id`)} as language from payment_codes k join loans l on l.id = k.loan_id
      where k.code = ${code}`)
  )?.language ?? null;

export const noteOpened = (tx: Tx, codeId: number, now: Date): Promise<number> =>
  tx.run(sql`update payment_codes set opened_at = ${now} where id = ${codeId} and opened_at is null`);

/** The loan of a number on a lender's page; without a page a number that several lenders use is not found. */
export async function payableByNumber(
  tx: Tx,
  loanNumber: string,
  path: string | null,
): Promise<Payable | undefined> {
  const rows = await tx.rows<Payable>(sql`
    select ${columns}, null::bigint as "codeId", null::bigint as amount from loans l ${joined}
    where l.id = any(${loansNumbered(
      loanNumber,
      sql`x.payment_account_id = any(array(select id from payment_accounts
        where is_active and path is not null and (${path}::text is null or path = ${path})))`,
    )}) and ${isOpen}
    order by l.loan_number = ${loanNumber} desc limit 2`);
  const [one, other] = exactOrAll(rows, loanNumber);
  return other ? undefined : one;
}

export interface NewOrder {
  id: string;
  receiptCode: string;
  loan: Payable;
  source: string;
  gateway: string;
  amount: number;
  language: string;
  now: Date;
  nextAskAt: Date | null;
}
export const insertAttempt = (tx: Tx, o: NewOrder): Promise<number> =>
  tx.run(sql`
    insert into payment_attempts (id, receipt_code, loan_id, account_id, code_id, source, gateway, amount, language,
      created_at, changed_at, next_ask_at)
    values (${o.id}, ${o.receiptCode}, ${o.loan.loanId}, ${o.loan.accountId}, ${o.loan.codeId}, ${o.source}, ${o.gateway},
      ${o.amount}, ${o.language}, ${o.now}, ${o.now}, ${o.nextAskAt})`);

export interface AttemptRecord {
  id: string;
  status: OrderState;
  reference: string | null;
  loanNumber: string;
  supplierName: string;
  txnDate: string;
  borrowerName: string;
  clientName: string;
  amount: number;
  refunded: number;
  txnMessage: string;
  receiptCode: string;
  gateway: string;
  language: string;
  path: string | null;
  code: string | null;
  source: string;
}
const attemptWhere = (condition: Fragment): Fragment => sql`
  select t.id, t.state as status, t.reference, l.loan_number as "loanNumber",
    coalesce(l.supplier_name, c.name) as "supplierName", t.changed_at as "txnDate", b.name as "borrowerName",
    c.name as "clientName", t.amount, t.refunded, coalesce(t.message, '') as "txnMessage", t.receipt_code as "receiptCode", t.gateway,
    t.language, a.path, k.code, t.source
  from payment_attempts t join loans l on l.id = t.loan_id join borrowers b on b.id = l.borrower_id
    join clients c on c.id = l.client_id join payment_accounts a on a.id = t.account_id
    left join payment_codes k on k.id = t.code_id
  where ${condition}`;
/** A payer who only typed a loan number never sees the borrower's name. */
const asTold = (record: AttemptRecord | undefined): AttemptRecord | undefined =>
  record?.source === 'DIRECT_FROM_SITE'
    ? { ...record, borrowerName: maskedName(record.borrowerName) }
    : record;
export const orderById = async (tx: Tx, id: string): Promise<AttemptRecord | undefined> =>
  asTold(await tx.one<AttemptRecord>(attemptWhere(sql`t.id = ${id}`)));
/** The payment that used this link of a lender's page up. */
export const attemptByCode = async (tx: Tx, code: string, path: string): Promise<AttemptRecord | undefined> =>
  tx.one<AttemptRecord>(
    attemptWhere(sql`k.code = ${code} and k.paid_at is not null and a.path = ${path} and t.state = 'success'
      order by t.changed_at desc limit 1`),
  );
export const attemptByReceipt = async (tx: Tx, code: string): Promise<AttemptRecord | undefined> =>
  asTold(await tx.one<AttemptRecord>(attemptWhere(sql`t.receipt_code = ${code}`)));
