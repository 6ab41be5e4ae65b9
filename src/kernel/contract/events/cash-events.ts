/** Events of reported payments, and of cash from the phone to the bank. */
export interface CashEvents {
  /** Reported by the borrower, not confirmed yet (G200). */
  'payments.recorded': { loanId: number; amount: number; paymentDate: string; realized: boolean };
  /** Withdrawn: reported by mistake and never confirmed. */
  'payments.withdrawn': { loanId: number; amount: number };
  /** A phone got a block of receipt numbers. */
  'cash.numbers-given': { deviceId: string; first: number; last: number };
  'cash.taken': { loanId: number; number: string; amount: number };
  'cash.voided': { loanId: number; number: string; amount: number; reason: string };
  /** An agent exceeded the lender's cash limit or its time limit; recorded once until the agent is below it. */
  'cash.limit-passed': { userId: number; clientId: number; kind: 'limit' | 'age'; held: number };
  'cash.nobody-told': { loanId: number; rule: string };
  'cash.day-closed': { day: string; carried: number };
  'cash-deposits.made': { clientId: number; amount: number; receipts: number };
  'cash-deposits.confirmed': { amount: number; received: number; reason: string };
  /** Short cash of a deposit was recovered or written off; with the remaining shortage. */
  'cash-deposits.short-cleared': { how: string; amount: number; short: number; reason: string };
  'cash-deposits.undone': { amount: number; before: string; reason: string };
}
