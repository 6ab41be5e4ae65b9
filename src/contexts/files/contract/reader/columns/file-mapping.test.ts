import { expect, test } from 'vitest';
import { customerColumns } from '../../customer-file.ts';
import { readHeader } from './file-mapping.ts';
import { guessMapping } from './file-proposals.ts';
import { isBad, rowReader } from '../file-rows.ts';

test('a header is understood in any case and spacing, and by its other names', () => {
  const { at, missing, twice } = readHeader(customerColumns, [
    ' loan_number ',
    'Customer  Name',
    'tos',
    'Whatever',
    '',
  ]);
  expect([...at]).toEqual([
    ['loanNumber', 0],
    ['name', 1],
    ['totalOutstanding', 2],
  ]);
  expect([missing, twice]).toEqual([[], []]);
});

test('a header with missing or duplicate required columns is reported by name', () => {
  expect(readHeader(customerColumns, ['TOS']).missing).toEqual(['LOAN NUMBER', 'BORROWER NAME']);
  expect(readHeader(customerColumns, ['LOAN NUMBER', 'Loan No', 'BORROWER NAME']).twice).toEqual([
    'LOAN NUMBER',
  ]);
  expect(readHeader(customerColumns, ['LOAN NUMBER', 'BORROWER NAME', 'X', 'x']).twice).toEqual(['X']);
  expect(readHeader(customerColumns, ['__proto__', 'constructor', 'LОAN NUMBER']).missing).toContain(
    'LOAN NUMBER',
  ); // a Cyrillic О
});

const foreign = ['LoanNr_ChkDgt', 'Name', 'City', 'State', 'Zip', 'Bank', 'GrAppv', 'DisbursementDate'];
test('unknown headers are matched by name, each once, and dissimilar ones ignored', () => {
  expect(guessMapping(customerColumns, foreign).columns).toMatchObject({
    name: 'Name',
    cityName: 'City',
    stateName: 'State',
    pincode: 'Zip',
    supplierName: 'Bank',
  });
  const { columns } = guessMapping(
    customerColumns,
    customerColumns.map(({ header }) => header),
  );
  expect(Object.keys(columns)).toHaveLength(customerColumns.length);
});

test('a mapping assigns columns; fixed values replace missing ones', () => {
  const mapping = {
    columns: { loanNumber: 'loannr chkdgt', name: 'Name', emiStartDate: 'DisbursementDate' },
    fixed: { productType: 'Term loan' },
    dateOrder: 'monthFirst',
  } as const;
  const { at: places, missing, twice } = readHeader(customerColumns, [...foreign, 'Zip'], mapping);
  expect([missing, twice]).toEqual([[], []]);
  const read = rowReader(customerColumns, places, { mapping });
  const row = read(['10', 'ABC', '', '', '', '', '', '2/28/1997']);
  const valueOf = (key: string) => !isBad(row) && row[customerColumns.findIndex((one) => one.key === key)];
  expect([valueOf('loanNumber'), valueOf('productType'), valueOf('emiStartDate')]).toEqual([
    '10',
    'Term loan',
    '1997-02-28',
  ]);
  const lost = { columns: { loanNumber: 'Gone' }, fixed: {} };
  expect(readHeader(customerColumns, foreign, lost).missing).toEqual(['BORROWER NAME', 'Gone']);
  expect(
    readHeader(customerColumns, ['Name', 'name'], { columns: { name: 'Name' }, fixed: {} }).twice,
  ).toEqual(['NAME']);
});
