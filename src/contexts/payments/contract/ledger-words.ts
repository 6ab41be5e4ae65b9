/**
 * Ledger accounts. A posting transfers an amount between two of them, so their total is zero. Two separate ledgers: loan
 * payments, balanced by `borrower`; and cash custody, balanced by `cash_taken`.
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

/** Accounts of collected money. */
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
