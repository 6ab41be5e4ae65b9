import { localised } from '#text/locale.ts';

/** No-dues letters at the loan, and in the lender's portal. */
export const noDuesText = localised('no-dues', {
  title: 'No-dues letters',
  empty: 'No letter yet. Each loan that is paid in full, or whose settlement is kept, gets one by itself.',
  letter: (number: string) => `No-dues letter ${number}`,
  number: 'Letter number',
  loanNumber: 'Loan Number',
  borrower: 'Borrower',
  state: 'State',
  holds: 'Holds',
  gone: (day: string) => `No longer holds since ${day}`,
  onlyGone: 'No longer holds',
  how: 'Paid',
  full: 'In full',
  settled: 'Settled',
  paid: 'Received',
  paidOn: 'Last payment',
  issuedAt: 'Date of the letter',
  open: 'Letter',
  openLetter: 'Open the letter',
});
