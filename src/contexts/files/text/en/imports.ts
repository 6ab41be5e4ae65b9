/** Why a whole file could not be read, in the words of the Files screen. */
export const importText = {
  notText: 'This is not a CSV file in UTF-8. Save it as "CSV UTF-8" and upload it again.',
  notCsv: (trouble: string, line: number) =>
    `The file is not a well-formed CSV file (${trouble}, line ${line}).`,
  columnsMissing: (columns: string) => `These columns are missing: ${columns}.`,
  columnsTwice: (columns: string) => `These columns stand twice: ${columns}.`,
  tooManyColumns: 'The file has more than 200 columns.',
  tooManyRows: 'The file has more than 500,000 rows. Split it and upload the parts.',
  fieldTooLong: 'A field is longer than 64 kB.',
  empty: 'The file is empty.',
  notAllowed: 'You may not upload this kind of file any more.',
  broken: 'The file could not be processed. Upload it again; if that does not help, tell your administrator.',
  held: {
    questions:
      'Held: new loan numbers are nearly those of other loans. Say of each whether it is the same loan; nothing is applied until then.',
    list: 'Held: very many loans would become inactive. Look at them and type their number to apply the file.',
    total:
      'Held: its rows do not come to what the lender says. Look at the difference; nothing counts until then.',
  },
  missingColumns: { loanNumber: 'LOAN NUMBER', name: 'BORROWER NAME', outstanding: 'TOS' },
  errorColumns: { row: 'ROW', column: 'COLUMN', reason: 'REASON' },
};
