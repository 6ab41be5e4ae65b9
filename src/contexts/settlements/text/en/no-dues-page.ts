interface LetterFacts {
  borrower: string;
  loanNumber: string;
  lender: string;
  paid: string;
  paidOn: string;
}
/** No-dues letter, and its verification page. */
export const noDuesPageText = {
  title: 'No-dues letter',
  number: 'Letter number',
  loan: 'Loan number',
  borrower: 'Borrower',
  lender: 'Lender',
  paid: 'Received',
  paidOn: 'Last payment',
  issued: 'Date of the letter',
  code: 'Check code',
  full: (f: LetterFacts): string[] => [
    `To ${f.borrower}`,
    `We confirm that loan ${f.loanNumber} was paid in full: ${f.paid} was received, the last of it on ${f.paidOn}.`,
    `Nothing more is due to ${f.lender} on this loan, and nobody contacts you about it any more.`,
  ],
  settled: (f: LetterFacts): string[] => [
    `To ${f.borrower}`,
    `We confirm that loan ${f.loanNumber} was settled: the agreed ${f.paid} was received, the last of it on ${f.paidOn}.`,
    `As agreed, nothing more is due to ${f.lender} on this loan, and nobody contacts you about it any more.`,
  ],
  check: (address: string): string =>
    `Anybody can check this letter by its code on ${address}. If a payment goes back, the page says that the letter no longer holds.`,
  print: 'Print or save',
  holds: 'This letter holds',
  gone: 'This letter no longer holds',
  goneAbout: (day: string): string => `A payment went back on ${day}. Ask your lender what is due.`,
  unknown: 'There is no such letter. Check the address, or ask your lender.',
  over: 'Nothing is due on this loan any more.',
  open: (number: string): string => `Open the no-dues letter ${number}`,
};
export type NoDuesPageWords = typeof noDuesPageText;
