/**
 * The accounts of the ledger. A posting moves an amount from one to another, so all of them together are zero. Two books that
 * never mix: what is paid on a loan, of which `borrower` is the other side; and who holds the notes, of which `cash_taken` is.
 */
const moneyAccounts = ['borrower', 'claimed', 'gateway', 'credited', 'held', 'reversed', 'waived'] as const;
export const cashAccounts = [
  'cash_taken',
  'cash_with_agent',
  'cash_deposited',
  'cash_banked',
  'cash_variance',
] as const;
export const ledgerAccounts = [...moneyAccounts, ...cashAccounts] as const;
export type MoneyAccount = (typeof moneyAccounts)[number];
export type CashAccount = (typeof cashAccounts)[number];
export type LedgerAccount = (typeof ledgerAccounts)[number];

/** What lies in these is collected. */
export const collectedAccounts = ['gateway', 'credited'] as const satisfies readonly MoneyAccount[];

/** Why something was posted. */
export const postingReasons = [
  'opening',
  'claimed',
  'received',
  'credited',
  'held',
  'counted',
  'same',
  'refused',
  'reversed',
  'corrected',
  'withdrawn',
  'undone',
  'waived',
  'not-waived',
  'cash-taken',
  'cash-deposited',
  'cash-banked',
  'cash-variance',
  'cash-cancelled',
] as const;
export type PostingReason = (typeof postingReasons)[number];

/** What a posting is about; its row's id is `source_id`. */
export const postingSources = ['payment', 'settlement', 'receipt', 'deposit', 'cash-day'] as const;
export type PostingSource = (typeof postingSources)[number];
