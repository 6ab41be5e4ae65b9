import { localised } from '#text/locale.ts';
import { plural } from '#text/plural.ts';

/** New loan numbers of a file that are nearly those of other loans. */
export const questionsText = localised('loan-questions', {
  title: 'Same loan or a different one?',
  answersGiven: 'Answers given',
  about: (open: number) =>
    open === 0
      ? 'All are answered. The answers are remembered for this client.'
      : plural('en', open, {
          one: '# new loan number is nearly that of another loan. Nothing is applied until it is answered.',
          other:
            '# new loan numbers are nearly those of other loans. Nothing is applied until all are answered.',
        }),
  row: 'Row',
  inFile: 'In the file',
  here: 'Already here',
  otherRow: (n: string) => `Row ${n} of the file`,
  answer: 'Answer',
  answerOf: (n: string) => `Answer for row ${n}`,
  same: 'Same loan',
  different: 'Different loan',
  allSame: 'All are the same loans',
  allDifferent: 'All are different loans',
  noneOpen: 'All are answered already. Change single answers below.',
  sums: (pos: string, tos: string) => `POS ${pos} · TOS ${tos}`,
  more: (count: number) =>
    plural('en', count, {
      one: '# more is shown when these are answered.',
      other: '# more are shown when these are answered.',
    }),
  failed: 'The answer was not saved. Try again.',
  elsewhere: (count: number, portfolios: string) =>
    plural('en', count, {
      one: `# loan of this file is in another portfolio and stays there: ${portfolios}`,
      other: `# loans of this file are in other portfolios and stay there: ${portfolios}`,
    }),
});
