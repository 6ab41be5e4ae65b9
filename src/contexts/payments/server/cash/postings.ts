/** Ledger postings of cash: custody from the borrower to the bank. */
import type { CashAccount, PostingReason } from '#contexts/payments/contract/ledger-words.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { type Posting, post } from '../ledger/post.ts';
import type { CashStep } from './step.ts';

interface Part {
  loanId: number;
  amount: number;
}
type Leg = [from: CashAccount, to: CashAccount, reason: PostingReason];
const taken: Leg = ['cash_taken', 'cash_with_agent', 'cash-taken'];
const deposited: Leg = ['cash_with_agent', 'cash_deposited', 'cash-deposited'];
const banked: Leg = ['cash_deposited', 'cash_banked', 'cash-banked'];
const short: Leg = ['cash_deposited', 'cash_variance', 'cash-variance'];
/** Short cash recovered at the bank. */
const recoveredLeg: Leg = ['cash_variance', 'cash_banked', 'cash-banked'];
/** More than was deposited: of no loan. */
const over: Leg = ['cash_variance', 'cash_banked', 'cash-variance'];
/** A reversal is a separate posting. */
const back = ([from, to]: Leg): Leg => [to, from, 'cash-cancelled'];

const partsOf = (tx: Tx, o: CashStep): Promise<Part[]> =>
  o.receiptId === undefined
    ? tx.rows<Part>(sql`
        select r.loan_id as "loanId", r.amount from cash_deposit_receipts d join cash_receipts r on r.id = d.receipt_id
        where d.deposit_id = ${o.depositId ?? 0} order by r.id`)
    : tx.rows<Part>(sql`
        select r.loan_id as "loanId", abs(${o.hand ?? 0}::bigint) as amount from cash_receipts r where r.id = ${o.receiptId}`);

/** Received and missing amounts of a deposit, from its postings. */
const lyingOf = (
  tx: Tx,
  depositId: number,
): Promise<{ loanId: number | null; account: CashAccount; amount: number }[]> =>
  tx.rows(sql`
    select p.loan_id as "loanId", k.account, sum(k.n * p.amount)::bigint as amount
    from postings p cross join lateral (values (p.to_account, 1), (p.from_account, -1)) k (account, n)
    where p.source = 'deposit' and p.source_id = ${depositId} and k.account in ('cash_banked', 'cash_variance')
    group by 1, 2 having sum(k.n * p.amount) <> 0 order by 1, 2`);

export async function postStep(tx: Tx, o: CashStep & { day: string }): Promise<void> {
  const about = {
    source: o.receiptId === undefined ? 'deposit' : 'receipt',
    sourceId: o.receiptId ?? o.depositId ?? 0,
    personId: o.userId,
    byId: o.byId,
    day: o.day,
    note: o.reason || null,
    clientId: o.clientId,
  } as const;
  const leg = ([from, to, reason]: Leg, part: { loanId: number | null; amount: number }): Posting => ({
    ...about,
    ...part,
    from,
    to,
    reason,
  });
  const ofReceipts = async (of: Leg): Promise<Posting[]> =>
    (await partsOf(tx, o)).map((part) => leg(of, part));
  /** Receipt by receipt; what is missing is missing of the last ones. */
  const received = async (all: number): Promise<Posting[]> => {
    let left = all;
    const legs: Posting[] = [];
    for (const { loanId, amount } of await partsOf(tx, o)) {
      const here = Math.min(amount, left);
      left -= here;
      if (here > 0) legs.push(leg(banked, { loanId, amount: here }));
      if (here < amount) legs.push(leg(short, { loanId, amount: amount - here }));
    }
    return left > 0 ? [...legs, leg(over, { loanId: null, amount: left })] : legs;
  };
  const giveBack = async (): Promise<Posting[]> =>
    (await lyingOf(tx, o.depositId ?? 0)).map(({ loanId, account, amount }) =>
      leg(
        amount > 0
          ? [account, 'cash_deposited', 'cash-cancelled']
          : ['cash_deposited', account, 'cash-cancelled'],
        { loanId, amount: Math.abs(amount) },
      ),
    );
  /** Allocates recovered cash to the loans with short cash, the earliest first. */
  const recovered = async (all: number): Promise<Posting[]> => {
    let left = all;
    return (await lyingOf(tx, o.depositId ?? 0)).flatMap(({ loanId, account, amount }) => {
      const here = account === 'cash_variance' ? Math.min(amount, left) : 0;
      left -= Math.max(here, 0);
      return here > 0 ? [leg(recoveredLeg, { loanId, amount: here })] : [];
    });
  };
  switch (o.kind) {
    case 'taken':
      return post(tx, await ofReceipts(taken));
    case 'voided':
      return post(tx, await ofReceipts(back(taken)));
    case 'deposited':
      return post(tx, await ofReceipts(deposited));
    case 'confirmed':
      return post(tx, await received(o.bank ?? 0));
    case 'recovered':
      return post(tx, await recovered(o.bank ?? 0));
    // The variance remains in the ledger: only the agent's debt is cleared.
    case 'written-off':
      return;
    case 'undone':
      return post(tx, [...(await giveBack()), ...(await ofReceipts(back(deposited)))]);
  }
}
