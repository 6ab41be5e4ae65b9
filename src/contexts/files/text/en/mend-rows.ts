import { localised } from '#text/locale.ts';
import { plural } from '#text/plural.ts';

/** Rejected rows of a file, corrected on screen. */
export const mendText = localised('mend-rows', {
  title: 'Rows to mend',
  about:
    'Correct what is wrong and save: the same file takes it in, nothing is uploaded again. Of a row that was taken, only the corrected cell is written.',
  row: 'Row',
  rowOf: (n: string) => `Row ${n}`,
  loan: 'Loan',
  column: 'Column',
  wrong: 'What is wrong',
  inFile: 'In the file',
  nothing: 'empty',
  value: 'Correct value',
  valueOf: (column: string, n: string) => `${column} of row ${n}`,
  save: (count: number) =>
    count === 0 ? 'Save rows' : plural('en', count, { one: 'Save # row', other: 'Save # rows' }),
  more: (count: number) =>
    plural('en', count, {
      one: '# more appears when these are done; all are in the error file.',
      other: '# more appear when these are done; all are in the error file.',
    }),
  perSave: (most: number) => `At most ${most} rows are saved at once; the others wait for the next time.`,
  changeFirst: 'Change a value first.',
  reading: 'The rows are being read.',
  saved: (ready: number) =>
    plural('en', ready, { one: '# row is being taken in.', other: '# rows are being taken in.' }),
  stillWrong: (count: number) =>
    plural('en', count, { one: '# row is still wrong.', other: '# rows are still wrong.' }),
  changed: (value: string) => `Another user wrote ${value} here. Check it and save again.`,
  gone: 'This row was taken in already.',
  wholeRow: 'Only in the error file',
  undone: 'This file was undone. Upload the corrected rows in a new file.',
  followedRow: 'A later file has brought this loan: its values count. Correct them in a new file.',
  takenWithout: 'Row taken without it',
  changedSince: 'Changed since by a person or a later file: that value counts.',
  columnTitle: 'Correct a whole column',
  columnAbout:
    'Choose how all of these cells are read. The same file takes them in: refused rows as a whole, of other rows only this value.',
  group: (column: string, reason: string, count: number) =>
    `${column}: ${reason} (${plural('en', count, { one: '# row', other: '# rows' })})`,
  groupLeft: (column: string, reason: string, count: number) =>
    `${column}: ${reason} (${plural('en', count, { one: '# cell left out', other: '# cells left out' })})`,
  unchanged: (count: number) =>
    plural('en', count, {
      one: '# loan keeps its value: a person or a later file changed it.',
      other: '# loans keep their value: a person or a later file changed it.',
    }),
  outcomes: { changed: 'changed by a person', followed: 'in a later file' },
  moreUnchanged: (count: number) => `and ${String(count)} more`,
  readAs: 'Read as',
  readings: {
    dayFirst: 'Day first: DD-MM-YY or DD-MM-YYYY',
    monthFirst: 'Month first: MM-DD-YY or MM-DD-YYYY',
    yearFirst: 'Year first: YY-MM-DD or YYYY-MM-DD',
    decimalComma: 'Comma before the paise: 1.355,90',
    decimalPoint: 'Point before the paise: 1,355.90',
    leaveOut: 'Leave this column out for these rows',
  },
  becomes: 'Read as',
  doesNotFit: 'does not fit, stays as it is',
  leftOut: 'left out',
  fits: (fits: number, left: number) =>
    left === 0
      ? plural('en', fits, { one: '# row can be read.', other: 'All # rows can be read.' })
      : `${plural('en', fits, { one: '# row can be read', other: '# rows can be read' })}, ${String(left)} stay as they are.`,
  misfit: (cell: string, reading: string) => `“${cell}” cannot be read as “${reading}”.`,
  noneFits: 'No row can be read this way. Choose another way or correct the rows one by one.',
  firstRows: 'First rows before and after',
  apply: (count: number) => plural('en', count, { one: 'Correct # row', other: 'Correct # rows' }),
  columnSaved: (count: number) =>
    plural('en', count, { one: '# row is being taken in.', other: '# rows are being taken in.' }),
  columnFixed: (column: string, reading: string, rows: number) =>
    `${column}: ${reading} (${plural('en', rows, { one: '# row', other: '# rows' })})`,
  changes: 'What was mended',
  changeOf: (column: string, was: string, value: string) => `${column}: ${was} → ${value}`,
  failed: 'The rows were not saved. Try again.',
  active: 'Active',
  inactive: 'Inactive',
  missing: 'It is empty, and needed',
  tooManyCells: (columns: string, cells: string) =>
    `${columns} columns in the header, ${cells} cells in this row: is there an amount or address without quotes?`,
  reasons: {
    'text too long': 'The text is too long',
    'amount not understood': 'Not an amount',
    'amount is nought': 'The amount is zero',
    'amount too large': 'The amount is too large',
    'amount without quotes?': 'An amount is split over two cells. Write it with quotes or without commas',
    'cells in the wrong columns: is there a name or address without quotes?':
      'Cells are in the wrong columns. Write names and addresses with commas in quotes',
    'text without a letter': 'Figures only, where a text belongs',
    'a credit, nothing is owed': 'A credit: nothing is owed',
    'a debit, not a payment': 'A debit: not a payment',
    'negative amount': 'Below zero',
    'negative number': 'Below zero',
    'number too large': 'The number is too large',
    'number not understood': 'Not a whole number',
    'date ambiguous': 'It can mean two days',
    'date does not exist': 'This day does not exist',
    'date not understood': 'Not a date',
    'mobile not ten digits': 'Not ten digits',
    'mobile in scientific notation': 'A spreadsheet cut this number short',
    'not an Indian mobile number': 'Indian mobile numbers begin with 6 to 9',
    'a placeholder, not a number': 'A placeholder, not a number',
    'several numbers in one cell': 'Several numbers in one cell',
    'loan number in scientific notation': 'A spreadsheet cut this number short',
    'reference in scientific notation': 'A spreadsheet cut this number short',
    'a remark, no reference': 'A remark that many payments share, not a transaction number',
    'not a PAN':
      'Not a PAN: five letters (the fourth names the holder, such as P for a person), four digits, one letter',
    'an Aadhaar number, not stored': 'An Aadhaar number: it is not stored',
    'not a PIN code': 'Not a PIN code of six digits',
    'not a state of India': 'Not a state of India',
    'a total, not a loan': 'A total, not a loan',
    'text garbled': 'The letters are garbled',
    'agent unknown': 'No user has this e-mail address',
    'agent without a valid certificate': 'This person has no valid certificate',
    'allocation type unknown': 'There is no such allocation type',
    'status not understood': 'Neither Active nor Inactive',
    'channel not understood': 'There is no such channel',
    'do not call': 'This person is not to be contacted',
    'date in the future': 'The day is still to come',
    'loan unknown': 'There is no such loan here',
    'loan in a later file': 'A later file has brought this loan: its values count',
    'nearly the number of another loan':
      'Nearly the number of another loan. Write that loan’s number, or upload the row in another file',
    'row cut off': 'The file ends in the middle of this row',
    'quote not closed': 'A quotation mark has no second one',
    'quote inside a field': 'A quotation mark inside a cell',
    'too many columns': 'The row has too many columns',
    'field too long': 'A cell of this row is too long',
    'duplicate loan number in file': 'Another row of the file has this loan',
    'duplicate transaction in file': 'Another row of the file has this transaction',
    'duplicate message in file': 'Another row of the file has this message',
  },
});
