/** The port of the ledger: moves money between accounts, and says what lies in one. */
import type {
  CashAccount,
  LedgerAccount,
  MoneyAccount,
  PostingReason,
  PostingSource,
} from '#contexts/payments/contract/ledger-words.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql, where } from '#kernel/server/database/sql.ts';

interface Move<Account> {
  from: Account;
  to: Account;
}
interface About {
  /** Paise, above zero: the other way round is another posting, from `to` to `from`. */
  amount: number;
  reason: PostingReason;
  /** What it is about, such as `{ source: 'receipt', sourceId: 12 }`; its postings are found again by it. */
  source: PostingSource;
  sourceId: number;
  /** Whose money it is in the account: the agent who holds the cash. */
  personId?: number | null;
  /** Who did it; null: a gateway or a file. */
  byId?: number | null;
  /** Day in India the money moved. */
  day: string;
  note?: string | null;
}
/** Cash may be of no one loan, as what a deposit is short of; its lender is said then, if it is of one. */
type OfCash = Move<CashAccount> & About & { loanId: number | null; clientId?: number | null };
type OfLoan = Move<MoneyAccount> & About & { loanId: number };
type Posting = OfCash | OfLoan;

/**
 * Posts to the ledger, in the caller's transaction. Payments and settlements post themselves by triggers, whoever writes
 * their rows; this is for what has no row there, which is the custody of cash:
 *
 * - a receipt:           post(tx, { from: 'cash_taken', to: 'cash_with_agent', reason: 'cash-taken', personId: agent, … })
 * - a deposit slip:      from 'cash_with_agent' to 'cash_deposited', reason 'cash-deposited', for each of its receipts
 * - the bank has it:     from 'cash_deposited' to 'cash_banked', reason 'cash-banked'
 * - short:               from 'cash_deposited' to 'cash_variance', reason 'cash-variance'; over: from 'cash_variance' to 'cash_banked'
 * - a receipt cancelled: from 'cash_with_agent' back to 'cash_taken', reason 'cash-cancelled'
 *
 * `personId` stays the agent who took it through all of them, so that `balanceOf` answers what each holds. Who holds the
 * notes says nothing of whether a lender counts the payment: the claim is its own row of payments and posts itself, from
 * `borrower` to `claimed`. Nothing is changed or removed; to correct, post the way back and then anew.
 */
export async function post(tx: Tx, p: Posting): Promise<void> {
  const clientId = 'clientId' in p ? (p.clientId ?? null) : null;
  await tx.run(sql`
    insert into postings (loan_id, client_id, person_id, day, amount, from_account, to_account, reason, source, source_id, by_id, note)
    values (${p.loanId}, coalesce((select client_id from loans where id = ${p.loanId}), ${clientId}), ${p.personId ?? null}, ${p.day},
      ${p.amount}, ${p.from}, ${p.to}, ${p.reason}, ${p.source}, ${p.sourceId}, ${p.byId ?? null}, ${p.note ?? null})`);
}

interface BalanceAsked {
  account: LedgerAccount;
  loanId?: number;
  personId?: number;
  source?: PostingSource;
  sourceId?: number;
}
/** What lies in an account: all of it, or a loan's, a person's, a receipt's. Paise. */
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
