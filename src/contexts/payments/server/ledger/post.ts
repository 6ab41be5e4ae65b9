/** Ledger port: posts between accounts, and returns balances. */
import type {
  CashAccount,
  LedgerAccount,
  MoneyAccount,
  PostingReason,
  PostingSource,
} from '#contexts/payments/contract/ledger-words.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';

interface Move<Account> {
  from: Account;
  to: Account;
}
interface About {
  /** Paise, positive: a reversal is another posting, from `to` to `from`. */
  amount: number;
  reason: PostingReason;
  /** What it is about, such as `{ source: 'receipt', sourceId: 12 }`; its postings are found again by it. */
  source: PostingSource;
  sourceId: number;
  /** Owner of the money in the account: the agent with the cash. */
  personId?: number | null;
  /** Who did it; null: a gateway or a file. */
  byId?: number | null;
  /** Day in India the money moved. */
  day: string;
  note?: string | null;
}
/** Cash may belong to no loan, such as a deposit shortage; its lender is then set, if any. */
type OfCash = Move<CashAccount> & About & { loanId: number | null; clientId?: number | null };
type OfLoan = Move<MoneyAccount> & About & { loanId: number };
export type Posting = OfCash | OfLoan;

/**
 * Posts the rows of a query, in its order: loan, client, person, day, amount, from, to, reason, source and id of the
 * source; with `isSigned` also the user who did it, and a note.
 */
export const postRows = (tx: Tx, rows: Fragment, { isSigned = false } = {}): Promise<number> =>
  tx.run(sql`
    insert into postings (loan_id, client_id, person_id, day, amount, from_account, to_account, reason, source, source_id
      ${isSigned ? sql`, by_id, note` : sql``}) ${rows}`);

/**
 * Posts to the ledger, in order and in the caller's transaction. Changes of `payments` are posted by
 * `postPayments`, waivers by `settlements/server/waivers.ts`; this is for cash custody, which has no such row:
 *
 * - a receipt: from 'cash_taken' to 'cash_with_agent', reason 'cash-taken', personId: the agent
 * - a deposit slip: from 'cash_with_agent' to 'cash_deposited', reason 'cash-deposited', for each of its receipts
 * - bank confirmation: from 'cash_deposited' to 'cash_banked', reason 'cash-banked'
 * - short: from 'cash_deposited' to 'cash_variance', reason 'cash-variance'; excess: from 'cash_variance' to
 * 'cash_banked'
 * - a receipt cancelled: from 'cash_with_agent' to 'cash_taken', reason 'cash-cancelled'
 *
 * `personId` is the collecting agent in all of cash: `balanceOf` returns each agent's cash. Custody is
 * independent of whether a lender includes the payment: the claim is a separate row of payments and is posted from
 * `borrower` to `claimed`. Postings are immutable; to correct one, post its reversal and then the right one.
 */
export async function post(tx: Tx, rows: readonly Posting[]): Promise<void> {
  if (rows.length === 0) return;
  await postRows(
    tx,
    sql`select p."loanId", coalesce(l.client_id, p."clientId"), p."personId", p.day, p.amount, p."from", p."to", p.reason, p.source,
      p."sourceId", p."byId", p.note
    from jsonb_to_recordset(${JSON.stringify(rows.map((row, n) => ({ ...row, n })))}::jsonb) as p ("loanId" bigint, "clientId" bigint,
      "personId" bigint, day date, amount bigint, "from" text, "to" text, reason text, source text, "sourceId" bigint,
      "byId" bigint, note text, n int) left join loans l on l.id = p."loanId" order by p.n`,
    { isSigned: true },
  );
}

interface BalanceAsked {
  account: LedgerAccount;
  loanId?: number;
  personId?: number;
  source?: PostingSource;
  sourceId?: number;
}
/** Balance of an account: total, or of a loan, a user or a receipt. Paise. */
export async function balanceOf(tx: Tx, asked: BalanceAsked): Promise<number> {
  const { account, loanId, personId, source, sourceId } = asked;
  const row = await tx.one<{ balance: number }>(sql`
    select coalesce(sum(case when to_account = ${account} then amount else -amount end), 0)::bigint as balance from postings ${where(
      [
        sql`(to_account = ${account} or from_account = ${account})`,
        account.startsWith('cash_') && sql`starts_with(to_account, 'cash_')`,
        loanId !== undefined && sql`loan_id = ${loanId}`,
        personId !== undefined && sql`person_id = ${personId}`,
        source !== undefined && sql`source = ${source}`,
        sourceId !== undefined && sql`source_id = ${sourceId}`,
      ],
    )}`);
  return row?.balance ?? 0;
}
