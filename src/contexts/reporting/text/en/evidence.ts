import { localised } from '#text/locale.ts';

/** The button that makes an evidence pack. */
export const evidenceText = localised('evidence', {
  title: 'Evidence',
  about:
    'Everything that happened to this borrower, in order. Anyone can verify that the file was not changed.',
  forms: { csv: 'Evidence as CSV', pdf: 'Evidence as PDF' },
  made: (rows: number) => `Evidence of ${rows} rows is saved`,
  failed: 'Something went wrong!',
});
