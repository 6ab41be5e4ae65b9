/** What is left behind where a loan rests. */
export interface HoldEvents {
  /** It rests, for which reason, up to and with which day. */
  'loans.held': { name: string; untilDay: string };
  'loans.released': { name: string };
  /** An outcome said that the borrower has died, which holds every loan of theirs. */
  'loan-holds.death': { loanId: number };
}
