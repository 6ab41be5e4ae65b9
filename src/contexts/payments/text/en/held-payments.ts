import type { HeldDecision, HeldReason } from '#contexts/payments/contract/held-payments.ts';
import { localised } from '#text/locale.ts';

/** Payments in suspense: the list for review. */
export const heldPaymentsText = localised('held-payments', {
  tab: 'To decide',
  title: 'Payments to decide',
  empty:
    'No payment is in doubt. One that cannot be right as it came waits here and counts nothing until you decide.',
  borrower: 'Borrower',
  client: 'Client',
  mode: 'Mode',
  reason: 'Why it waits',
  beside: 'Beside it',
  due: 'TOS',
  reasons: {
    'above-due': 'It is more than the loan owes.',
    'amount-changed': 'The same number counts with another amount already.',
    'two-loans': 'The same number is on two loans.',
    'may-be-same': 'Another payment of the same amount within seven days may be the same money.',
    reversed: 'The gateway took the payment of this number back.',
    'cash-online': 'Cash was recorded under the number of an online payment.',
    'before-loan': 'It is dated before the first instalment of the loan.',
    'long-ago': 'It is dated more than two years ago.',
  } satisfies Record<HeldReason, string>,
  /** A payment in a line. */
  record: (number: string, amount: string, day: string, mode: string) =>
    [number, amount, day, mode].filter(Boolean).join(' · '),
  otherLoan: (loanNumber: string) => `on loan ${loanNumber}`,
  numbered: (place: number, words: string) => `${place}) ${words}`,
  acts: { count: 'It counts', refuse: 'It does not count' } satisfies Partial<Record<HeldDecision, string>>,
  decisions: {
    count: 'It counts',
    same: 'It is another payment of the loan',
    refuse: 'It does not count',
  } satisfies Record<HeldDecision, string>,
  isSameAs: (place: number) => `It is payment ${place} beside it`,
  asks: {
    count: (amount: string, borrower: string) => `Count ${amount} for ${borrower}?`,
    same: (amount: string, borrower: string, other: string) =>
      `Is this ${amount} of ${borrower} the same money as ${other}? It then counts once.`,
    refuse: (amount: string, borrower: string) => `Refuse ${amount} for ${borrower}? It then never counts.`,
  },
  done: 'Decided',
});
