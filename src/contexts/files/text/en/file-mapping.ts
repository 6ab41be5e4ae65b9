import { localised } from '#text/locale.ts';

/** Reading a lender's file: which column is which, what it would change, and taking it back. */
export const mappingText = localised('file-mapping', {
  title: 'Which column is which?',
  about: 'Some columns have other names than ours. Say what each is; it is remembered for this client.',
  remembered: 'Matched as last time for this client.',
  match: 'Match columns or date order',
  ours: 'Read by our own column names',
  aside: 'Leave aside',
  needed: (header: string) => `${header} (required)`,
  noName: '(no name)',
  nothing: '(empty)',
  readAs: (header: string) => `Read ${header} as`,
  missing: (columns: string) => `Still missing: ${columns}`,
  twice: (columns: string) => `Stands twice in the file: ${columns}`,
  dates: 'Dates in this file',
  dateOrders: {
    dayFirst: 'Day first: 28/02/2026',
    monthFirst: 'Month first: 02/28/2026',
    iso: 'Year first: 2026-02-28',
  },
  unsaid: 'Not said: unclear dates are refused',
  numbers: 'Amounts in this file',
  numberStyles: { indian: '1,23,456.78 or 123456.78', decimalComma: '1.23.456,78 or 123456,78' },
  everyRow: (header: string) => `${header} of every row`,
  addFixed: 'The same in every row',
  choose: 'Choose a column',
  preview: 'The first rows as they would be read',
  row: 'Row',
  error: (n: number, field: string, reason: string) => `Row ${n}, ${field}: ${reason}`,
  whole: 'This is the whole list: loans of the portfolio that are missing become inactive',
  check: 'Check first',
  checking: 'Counting what would change',
  checked: 'Nothing has changed yet. This is what applying the file would do:',
  apply: 'Apply',
  applied: 'File added successfully',
  later: 'Later',
  errorsIn: (count: string) => `${count} rows cannot be read`,
  checkFailed: 'The file cannot be read.',
  undo: 'Undo',
  askUndo: (file: string) =>
    `Undo ${file}? Everything it made goes, and what it changed is as it was before.`,
  undoing: 'Undoing',
  goingInactive: 'Loans that would become inactive',
  wouldBeInactive: (missing: string, active: string) =>
    `${missing} of ${active} active loans of this portfolio are not in the file and would become inactive.`,
  andMore: (count: string) => `and ${count} more`,
  missingFile: 'All of them as a file',
  typeNumber: (count: number) => `Type ${count} to apply the file`,
  unclear: (count: number) =>
    count === 1
      ? 'One refused row does not say which loan it is about. Until it is mended, no loan becomes inactive.'
      : `${count} refused rows do not say which loans they are about. Until they are mended, no loan becomes inactive.`,
  isHeld: 'Held',
  isChecked: 'Checked',
  isUndone: 'Undone',
  askApply: (file: string) => `Apply ${file}?`,
});
