/** Events of loan holds. */
export interface HoldEvents {
  /** Placed, with its reason and its last day. */
  'loans.held': { name: string; untilDay: string };
  'loans.released': { name: string };
  /** A deceased disposition, which places a hold on every loan of the borrower. */
  'loan-holds.death': { loanId: number };
}
