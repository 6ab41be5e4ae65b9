/** Why an entire file is unreadable, as texts of the Files screen. */
export const importText = {
  wrongFile: {
    xlsx: 'This is an Excel workbook (.xlsx), not a CSV file. In Excel choose Save as, "CSV UTF-8", and upload that file.',
    xls: 'This is an Excel workbook (.xls), not a CSV file. In Excel choose Save as, "CSV UTF-8", and upload that file.',
    pdf: 'This is a PDF, not a CSV file. Ask the lender for the list as CSV.',
    html: 'This is a web page, not a CSV file. Open it in Excel, choose Save as, "CSV UTF-8", and upload that file.',
    utf16:
      'This text is in UTF-16 without its mark, or no text at all. Save it as "CSV UTF-8" and upload it again.',
    mixed:
      'This text is partly in UTF-8 and partly in another encoding, or cut off. Save it as "CSV UTF-8" and upload it again.',
    binary: 'This is not a CSV file in UTF-8. Save it as "CSV UTF-8" and upload it again.',
  },
  notCsv: (trouble: string, line: number) =>
    `The file is not a well-formed CSV file (${trouble}, line ${line}).`,
  notCsvAt: (trouble: string, line: number): string =>
    trouble === 'too many columns' ? importText.tooManyColumns : importText.notCsv(trouble, line),
  columnsMissing: (columns: string) => `These columns are missing: ${columns}.`,
  columnsTwice: (columns: string) => `These columns stand twice: ${columns}.`,
  tooManyColumns: 'The file has more than 200 columns.',
  tooManyRows: 'The file has more than 500,000 rows. Split it and upload the parts.',
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
