import { localised } from '#text/locale.ts';
import { plural } from '#text/plural.ts';

/** Loans and payments of earlier files that are here twice under one number. */
export const twinsText = localised('loan-twins', {
  title: 'Possible Duplicates',
  empty: 'No possible duplicates. Loans and payments of earlier files with the same number appear here.',
  about:
    'Each row is two loans or payments whose numbers a spreadsheet makes of each other. Compare them. Deactivate the loan that should not be here, or mark the row as checked.',
  kind: 'Why listed',
  kinds: {
    loan: 'Same loan number, written differently',
    'near-loan': 'Nearly the same loan number',
    payment: 'Same transaction id, written differently',
  },
  one: 'First',
  other: 'Second',
  written: 'Number of the first',
  canonical: 'Number of the second',
  client: 'Client',
  foundAt: 'Found',
  closed: 'inactive',
  checked: 'Mark as checked',
  askChecked: (one: string, other: string) =>
    `Remove ${one} and ${other} from this list? Nothing else changes, and they are not listed again.`,
  done: 'Removed from possible duplicates.',
  notice: (count: string, n: number) =>
    plural('en', n, {
      one: '1 possible duplicate of a loan or payment.',
      other: `${count} possible duplicates of loans or payments.`,
    }),
  compare: 'Compare',
  tab: 'Possible duplicates',
  answers: {
    empty: 'No answers yet. Answers to “Same loan or a different one?” in a file check appear here.',
    about:
      'Each answer counts for all later files of its client. Ask again removes it: the next file with that number waits for a new answer. What was applied already stays; undo the file to take that back. Two loans that are both here become possible duplicates.',
    number: 'Number in the file',
    like: 'Number it resembles',
    answer: 'Answer',
    kinds: { same: 'Same loan', different: 'Different loans' },
    by: 'Answered by',
    at: 'Answered',
    askAgain: 'Ask again',
    confirm: (one: string, other: string) =>
      `Remove the answer about ${one} and ${other}? The next file with this number waits for a new answer. Loans and payments that were applied stay: undo their file to take them back.`,
    done: 'Answer removed. The next file asks again.',
  },
});
