import type { ComplaintKind } from '#contexts/complaints/contract/complaint-rules.ts';

/** The page where a borrower complains. */
export const complaintPageText = {
  title: 'Make a complaint',
  about: (lender: string): string =>
    `Tell us what went wrong with your ${lender} loan. Until it is answered nobody calls, writes or visits to collect.`,
  kind: 'What is it about?',
  words: 'What happened? Say when, and who if you know.',
  send: 'Send complaint',
  needWords: 'Say what happened, then send it.',
  tooMany: 'Your complaints of today are recorded. Write again tomorrow, or call your lender.',
  already: (number: string): string =>
    `You told us of this already: it is recorded under number ${number} and waits for its answer.`,
  unknown: 'This link is not known. Open the page from the payment link you were sent, or call your lender.',
  done: (number: string, day: string): string =>
    `Your complaint is recorded under number ${number}. You will get an answer by ${day}. Keep the number.`,
  kinds: {
    conduct: 'How I was treated',
    threat: 'Threats or abuse',
    privacy: 'Others were told of my loan',
    amount: 'The amount is wrong',
    paid: 'I have paid already',
    'not-theirs': 'This is not my loan',
    other: 'Something else',
  } satisfies Record<ComplaintKind, string>,
};
export type ComplaintPageWords = typeof complaintPageText;
