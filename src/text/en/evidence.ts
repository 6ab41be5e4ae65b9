import { localised } from '#text/locale.ts';

/** Button that creates an evidence pack. */
export const evidenceText = localised('evidence', {
  title: 'Evidence',
  about:
    'Everything that happened to this borrower, in order. Anyone can verify that the file was not changed.',
  forms: { csv: 'Evidence as CSV', pdf: 'Evidence as PDF' },
  made: (rows: number) => `Evidence of ${rows} rows is saved`,
  sample: 'Audit sample of a lender',
  sampleAbout:
    'The lender says a word; by it loans are drawn that nobody here can choose. Everything that happened on them becomes one file.',
  lender: 'Lender',
  count: 'Number of loans',
  word: 'Word of the lender',
  from: 'Contact from',
  to: 'Contact to',
  form: 'File',
  sampleForms: { csv: 'CSV', pdf: 'PDF' },
  draw: 'Draw and save',
  failed: 'Something went wrong!',
});
