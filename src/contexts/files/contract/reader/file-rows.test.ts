import { expect, test } from 'vitest';
import { customerColumns } from '../customer-file.ts';
import { readHeader } from './columns/file-mapping.ts';
import { isBad, rowReader } from './file-rows.ts';

const { at } = readHeader(
  customerColumns,
  customerColumns.map(({ header }) => header),
);
const agents = new Map([['agent@recoup.test', 7]]);
const known = { agents, allocationTypes: new Map<string, number>() };
const rowOf = (values: Readonly<Record<string, string>>): string[] =>
  customerColumns.map(({ key }) => values[key] ?? '');
const readRow = (cells: readonly string[]): unknown => {
  const read = rowReader(customerColumns, at, { known })(cells);
  return isBad(read)
    ? read
    : { row: Object.fromEntries(customerColumns.map(({ key }, i) => [key, read[i]])) };
};
const least = { loanNumber: 'L1', name: 'Asha' };

test('a row needs its number and name; everything else may stay empty', () => {
  expect(readRow(rowOf(least))).toMatchObject({
    row: { loanNumber: 'L1', mobile: null, dpd: null },
  });
  expect(readRow(rowOf({ name: 'Asha' }))).toEqual({
    reason: 'loan number missing',
    field: 'LOAN NUMBER',
    isUnclear: true,
  });
  expect(readRow(rowOf({ loanNumber: ' ', name: 'x' }))).toMatchObject({
    reason: 'loan number missing',
  });
  expect(readRow(rowOf({ loanNumber: 'L1' }))).toMatchObject({
    reason: 'borrower name missing',
  });
});

test('an agent is a person we know, whatever the case of the address', () => {
  expect(readRow(rowOf({ ...least, agentEmail: 'Agent@Recoup.test' }))).toMatchObject({
    row: { agentEmail: 7 },
  });
  expect(readRow(rowOf({ ...least, agentEmail: 'who@recoup.test' }))).toMatchObject({
    row: { agentEmail: null },
  });
});

test.each([
  ['loanNumber', 'x'.repeat(61), 'text too long'],
  ['name', 'x'.repeat(256), 'text too long'],
  ['name', '#NAME?', 'borrower name missing'],
  ['loanNumber', '000', 'loan number missing'],
])('%s refuses %s', (key, cell, reason) => {
  expect(readRow(rowOf({ ...least, [key]: cell }))).toMatchObject({ reason });
});

test('every example of the published columns is understood by the parser itself', () => {
  const examples = Object.fromEntries(customerColumns.map(({ key, example }) => [key, example]));
  expect(readRow(rowOf({ ...examples, agentEmail: 'agent@recoup.test' }))).toHaveProperty('row');
});

test.each(['NA', 'N/A', 'NULL', '-', 'nil'])('%s in a cell that may be empty is nothing', (cell) => {
  const row = rowOf({ ...least, mobile: cell, dpd: cell, dob: cell, totalOutstanding: cell, cityName: cell });
  expect(readRow(row)).toMatchObject({
    row: { mobile: null, dpd: null, dob: null, totalOutstanding: null, cityName: null },
  });
});

test('two numbers in one cell are both stored where a second field exists', () => {
  const mobile = '9876543210 / 9876543211';
  expect(readRow(rowOf({ ...least, mobile }))).toMatchObject({
    row: { mobile: '9876543210', alternateContact1: '9876543211' },
  });
  expect(readRow(rowOf({ ...least, mobile, alternateContact1: '9000000001' }))).toMatchObject({
    row: { mobile: '9876543210', alternateContact1: '9000000001' },
  });
  expect(readRow(rowOf({ ...least, mobile: '9876543210/12' }))).toMatchObject({
    row: { mobile: '9876543210', alternateContact1: null },
  });
});

test('digits of other scripts and invisible spaces are read', () => {
  const row = rowOf({
    ...least,
    mobile: '\u00a0९८७६५ ४३२१०\u200b',
    principalOutstanding: '१,५००',
    dpd: '४५',
  });
  expect(readRow(row)).toMatchObject({
    row: { mobile: '9876543210', principalOutstanding: 150000, dpd: 45 },
  });
});

/** The notices of a row, as column and kind, with the reason or the cell. */
function notedOf(cells: readonly string[], width?: number): unknown {
  const noted: string[] = [];
  const read = rowReader(customerColumns, at, {
    known,
    ...(width !== undefined && { width }),
    onNotice: ({ column, kind, reason, cell }) =>
      noted.push([column, kind, reason, cell].filter((one) => one !== undefined).join(' | ')),
  })(cells);
  return isBad(read) ? read : noted;
}

test('an unreadable optional cell is skipped and reported, and the loan imported', () => {
  const cells = {
    mobile: '12345',
    principalOutstanding: 'abc',
    dpd: 'NPA',
    emiStartDate: '31-02-2025',
    dob: '31-02-1985',
    pan: '2345 6789 0123',
    pincode: '41100',
    stateName: 'Nowhere',
    address: 'x'.repeat(501),
    agentEmail: 'who@recoup.test',
  };
  expect(notedOf(rowOf({ ...least, ...cells }))).toEqual([
    'MOBILE | left-out | mobile not ten digits',
    'POS | left-out | amount not understood | abc',
    'EMI START DATE | left-out | date does not exist | 31-02-2025',
    'DPD | left-out | number not understood | NPA',
    'DOB | left-out | date does not exist',
    'PAN | left-out | an Aadhaar number, not stored',
    'ADDRESS | left-out | text too long',
    'STATE | left-out | not a state of India | Nowhere',
    'PINCODE | left-out | not a PIN code | 41100',
    'AGENT EMAIL | left-out | agent unknown',
  ]);
});

test('what is stored otherwise than written is named', () => {
  const row = rowOf({
    ...least,
    name: 'Late Asha Rao',
    mobile: '9876543210 9876543211 9876543212',
    principalOutstanding: '1234.567',
    totalOutstanding: '1,000',
    dpd: '90+',
    pincode: '682001.0',
    stateName: 'KL',
  });
  expect(notedOf(row)).toEqual([
    'BORROWER NAME | deceased',
    'MOBILE | unused-number',
    'POS | rounded | 1234.567',
    'DPD | at-least | 90+',
    'STATE | state | KL',
    'PINCODE | point-zero | 682001.0',
    'ALTERNATE CONTACT 1 | second-number',
    'POS | pos-above-tos | 1234.57',
  ]);
});

test('a second number in a single-number cell is reported', () => {
  expect(notedOf(rowOf({ ...least, alternateContact1: '9876543210 / 9876543211' }))).toEqual([
    'ALTERNATE CONTACT 1 | unused-number',
  ]);
});

test('an amount that no loan has is a number in the wrong column', () => {
  expect(notedOf(rowOf({ ...least, totalOutstanding: '9876543210' }))).toEqual([
    'TOS | left-out | amount too large | 9876543210',
  ]);
});

test('an amount split across cells rejects the row', () => {
  const places = customerColumns.map(({ key }) => key);
  const cells = rowOf(least);
  const pos = places.indexOf('principalOutstanding');
  [cells[pos], cells[pos + 1], cells[pos + 2]] = ['1', '00', '000'];
  expect(notedOf(cells)).toMatchObject({ reason: 'amount without quotes?', loanNumber: 'L1' });
});

test('empty trailing cells are accepted unless the others do not fit', () => {
  const width = customerColumns.length;
  expect(notedOf([...rowOf({ ...least, totalOutstanding: '5' }), '', ''], width)).toEqual([]);
  expect(notedOf([...rowOf({ ...least, mobile: 'Pune' }), '', ''], width)).toMatchObject({
    reason: `${width} columns in the header, ${width + 2} cells in this row: is there an amount or address without quotes?`,
  });
});

test.each([
  [{ loanNumber: 'Grand Total', name: '3 loans' }, 'a total, not a loan'],
  [{ name: 'Total', totalOutstanding: '500' }, 'a total, not a loan'],
  [{ totalOutstanding: '500' }, 'loan number missing'],
])('totals below a list are not a loan: %o', (cells, reason) => {
  expect(readRow(rowOf(cells))).toEqual({ reason, field: 'LOAN NUMBER' });
});

test('a name garbled by a spreadsheet is not accepted', () => {
  expect(readRow(rowOf({ loanNumber: 'L1', name: 'à¤°à¤¾à¤œà¥‡à¤¶' }))).toEqual({
    reason: 'text garbled',
    field: 'BORROWER NAME',
    loanNumber: 'L1',
  });
});
