/** No-dues letters as rows; a trigger on loans issues and revokes them. */
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

interface Row {
  id: number;
  number: string;
  loanNumber: string;
  borrower: string;
  isSettled: boolean;
  paid: number;
  paidOn: string;
  issuedAt: string;
  revokedAt: string | null;
  key: string;
}
type LetterRow = Omit<Row, 'key'> & { url: string };

export const letterAt = (key: string): string => `/pay/letter/${key}`;

export const lettersFrom = sql`
  from no_dues_letters n join loans l on l.id = n.loan_id join borrowers b on b.id = l.borrower_id`;

export const lettersWhere = async (tx: Tx, chosen: Fragment, publicUrl: string): Promise<LetterRow[]> =>
  (
    await tx.planned<Row>(sql`
      select n.id, n.number, l.loan_number as "loanNumber", b.name as borrower, n.settlement_id is not null as "isSettled",
        n.paid, n.paid_on as "paidOn", n.issued_at as "issuedAt", n.revoked_at as "revokedAt", n.key
      ${lettersFrom} ${chosen}`)
  ).map(({ key, ...row }) => ({ ...row, url: `${publicUrl}${letterAt(key)}` }));

/** The complete letter, with the values of its placeholders. */
export interface WholeLetter {
  number: string;
  code: string;
  loanNumber: string;
  borrower: string;
  lender: string;
  isSettled: boolean;
  paid: number;
  paidOn: string;
  words: string;
  issuedAt: string;
  revokedAt: string | null;
}
const letterWhere = (tx: Tx, condition: Fragment): Promise<WholeLetter | undefined> =>
  tx.one<WholeLetter>(sql`
    select n.number, n.code, l.loan_number as "loanNumber", b.name as borrower, c.name as lender,
      n.settlement_id is not null as "isSettled", n.paid, n.paid_on as "paidOn", n.words, n.issued_at as "issuedAt",
      n.revoked_at as "revokedAt"
    ${lettersFrom} join clients c on c.id = n.client_id where ${condition}`);

export const letterByKey = (tx: Tx, key: string): Promise<WholeLetter | undefined> =>
  letterWhere(tx, sql`n.key = ${key}`);
export const letterByCode = (tx: Tx, code: string): Promise<WholeLetter | undefined> =>
  letterWhere(tx, sql`n.code = ${code.replace(/\s/g, '').toUpperCase()}`);

/** Letter of a payment link's loan: paid by the link, or closed by the payment; none if revoked before. */
export const letterByLink = (tx: Tx, code: string): Promise<{ number: string; key: string } | undefined> =>
  tx.one(sql`
    select n.number, n.key from payment_codes k
      join no_dues_letters n on n.loan_id = k.loan_id and n.revoked_at is null
    where k.code = ${code} and (k.paid_at is not null or k.revoked_at is null or k.is_over)`);
