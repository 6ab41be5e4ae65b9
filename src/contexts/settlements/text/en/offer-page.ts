/** Increased with the terms' text: an acceptance stores the version. */
export const termsVersion = 1;

interface Terms {
  lender: string;
  loanNumber: string;
  amount: string;
  outstanding: string;
  instalments: readonly { day: string; amount: string }[];
  graceDays: number;
  /** For a new version: the amount already received, and the start day. */
  counted: { received: string; since: string } | null;
}

/** The page where a borrower reads and accepts the terms of a settlement. */
export const offerPageText = {
  title: 'Settle your loan',
  about: (lender: string): string =>
    `${lender} offers to settle your loan. Read the terms and accept them here.`,
  sendCode: 'Send me a code',
  codeGoes: 'A code is sent to the mobile number of the loan.',
  sent: 'A code was sent to the mobile number of the loan. It counts for 10 minutes.',
  code: 'Code',
  show: 'Show the terms',
  wrong: 'This code does not count. Check it, or ask for a new one.',
  tooMany: 'Too many codes were asked for. Try again tomorrow, or call your lender.',
  soon: 'A code is on its way. Wait a minute before you ask for another.',
  terms: 'Terms',
  accept: 'I accept these terms',
  accepted: 'You accepted the terms. Pay each instalment by its day; keep this page or your receipts.',
  closed: 'This link is not open. Ask your lender for a new one.',
  total: 'You pay',
  paid: 'Paid in full by these days, the loan is closed.',
  lines: (t: Terms): string[] => [
    `${t.lender} settles loan ${t.loanNumber} for ${t.amount}; ${t.outstanding} is outstanding today.`,
    ...(t.counted
      ? [
          `This replaces the settlement that you agreed to before, which stays valid until you accept. ${t.counted.received} received since ${t.counted.since} counts.`,
        ]
      : []),
    ...t.instalments.map(({ day, amount }, n) => `${n + 1}. ${amount} by ${day}.`),
    `When all of it is received in time, nothing more is due and the loan is closed as settled.`,
    `If an instalment is more than ${t.graceDays} days late, this settlement ends: what you paid is kept against the loan, and the rest stays due.`,
  ],
};
export type OfferPageWords = typeof offerPageText;
