/** The steps of cash in the ledger: who holds the notes, from the borrower to the bank. */
import type { CashAccount, PostingReason } from '#contexts/payments/contract/ledger-words.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { post } from '../ledger/post.ts';
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
/** The way back is a posting of its own. */
const back = ([from, to]: Leg): Leg => [to, from, 'cash-cancelled'];

const partsOf = (tx: Tx, o: CashStep): Promise<Part[]> =>
  o.receiptId === undefined
    ? tx.rows<Part>(sql`
        select r.loan_id as "loanId", r.amount from cash_deposit_receipts d join cash_receipts r on r.id = d.receipt_id
        where d.deposit_id = ${o.depositId ?? 0} order by r.id`)
    : tx.rows<Part>(sql`
        select r.loan_id as "loanId", abs(${o.hand ?? 0}::bigint) as amount from cash_receipts r where r.id = ${o.receiptId}`);

export async function postStep(tx: Tx, o: CashStep & { day: string }): Promise<void> {
  const about = {
    source: o.receiptId === undefined ? 'deposit' : 'receipt',
    sourceId: o.receiptId ?? o.depositId ?? 0,
    personId: o.userId,
    byId: o.byId,
    day: o.day,
    note: o.reason || null,
  } as const;
  const postOne = ([from, to, reason]: Leg, part: { loanId: number | null; amount: number }): Promise<void> =>
    post(tx, { ...about, clientId: o.clientId, ...part, from, to, reason });
  const ofReceipts = async (leg: Leg): Promise<void> => {
    for (const part of await partsOf(tx, o)) await postOne(leg, part);
  };
  /** Below zero it goes the other way. */
  const ofDeposit = async (leg: Leg, amount: number): Promise<void> => {
    if (amount === 0) return;
    const way: Leg = amount > 0 ? leg : [leg[1], leg[0], leg[2]];
    await postOne(way, { loanId: null, amount: Math.abs(amount) });
  };
  switch (o.kind) {
    case 'taken':
      return ofReceipts(taken);
    case 'voided':
      return ofReceipts(back(taken));
    case 'deposited':
      return ofReceipts(deposited);
    case 'confirmed':
      await ofDeposit(banked, o.bank ?? 0);
      return ofDeposit(short, o.variance ?? 0);
    case 'undone':
      await ofDeposit(back(banked), -(o.bank ?? 0));
      await ofDeposit(back(short), -(o.variance ?? 0));
      return ofReceipts(back(deposited));
  }
}
