/** What contexts above the payments do for them. */
import type { OpenInstalment } from '#contexts/payments/contract/autopay/autopay-rules.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { Html } from '#kernel/server/http/pages/html.ts';
import type { Emit } from '#kernel/server/live/event.ts';
import { slot } from '#kernel/server/module.ts';
import type { Notify } from './orders/orders.ts';
import type { Spoken } from './pages/views/words.ts';

/** Hears, in the same transaction, that a gateway's payment of a loan came or went back; the loan is locked. */
type HearPayment = (tx: Tx, loanId: number, now: Date) => Promise<void>;
export const paymentSlot = slot<HearPayment>('payment of a loan');

/** Notifies the borrower and higher contexts. */
export const toldAndHeard =
  (tell: Notify, hearers: () => readonly HearPayment[]): Notify =>
  async (tx, order, now) => {
    await tell(tx, order, now);
    if (order.state === 'success' || order.state === 'reversed')
      for (const hear of hearers()) await hear(tx, order.loanId, now);
  };

/** Document about a paid loan, from a higher context: verified by its code, and linked from a payment page. */
export interface PaidPaper {
  check: (tx: Tx, code: string, words: Spoken) => Promise<Html | undefined>;
  ofLink: (tx: Tx, code: string, words: Spoken) => Promise<Html | undefined>;
}
export const paidPaperSlot = slot<PaidPaper>('paper of what was paid');

/** Returns the loan of a link that a context sent to its borrower, in any state of the link. */
export type LoanOfLink = (tx: Tx, code: string) => Promise<number | undefined>;
export const borrowerLinkSlot = slot<LoanOfLink>('links of borrowers');

/** Called in the transaction in which a user withdraws a payment link. */
export type LinkWithdrawn = (
  tx: Tx,
  o: { loanId: number; by: number; now: Date; emit: Emit },
) => Promise<void>;
export const linkWithdrawnSlot = slot<LinkWithdrawn>('withdrawn links');

/** PTPs of a borrower for the portal. */
export interface Promised {
  dueOn: string;
  amount: number;
  state: 'open' | 'kept' | 'part_kept' | 'broken' | 'void_inactive';
}
export type PromisesOf = (tx: Tx, loanId: number) => Promise<Promised[]>;
export const promisedSlot = slot<PromisesOf>('promises of a loan');

/** What a borrower pays in parts on days that are agreed: charged by a mandate where there is one. */
export interface InstalmentSource {
  source: 'settlement' | 'promises';
  /** What is still to be paid of it, the first day first; nothing where no plan runs. */
  of: (tx: Tx, loanId: number) => Promise<OpenInstalment[]>;
}
export const instalmentSlot = slot<InstalmentSource>('instalments of a loan');
