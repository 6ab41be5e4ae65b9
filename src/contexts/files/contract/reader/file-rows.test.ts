import { expect, test } from 'vitest';
import { customerColumns } from '../customer-file.ts';
import { readHeader } from './file-mapping.ts';
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
  expect(readRow(rowOf({ ...least, agentEmail: 'who@recoup.test' }))).toEqual({
    reason: 'agent unknown',
    field: 'AGENT EMAIL',
    loanNumber: 'L1',
  });
});

test.each([
  ['dpd', '12.5', 'number not understood'],
  ['loanNumber', 'x'.repeat(61), 'text too long'],
  ['address', 'x'.repeat(501), 'text too long'],
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

test('two numbers in one cell are both kept, where there is room for the second', () => {
  const mobile = '9876543210 / 9876543211';
  expect(readRow(rowOf({ ...least, mobile }))).toMatchObject({
    row: { mobile: '9876543210', alternateContact1: '9876543211' },
  });
  expect(readRow(rowOf({ ...least, mobile, alternateContact1: '9000000001' }))).toMatchObject({
    row: { mobile: '9876543210', alternateContact1: '9000000001' },
  });
  expect(readRow(rowOf({ ...least, mobile: '9876543210/12' }))).toMatchObject({
    reason: 'mobile not ten digits',
  });
});

test('figures of other scripts and spaces nobody sees are read', () => {
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

test('another contact that cannot be read is left out and told, and the loan taken', () => {
  const left: unknown[] = [];
  const read = rowReader(customerColumns, at, { known, onLeft: (cell) => left.push(cell) });
  const row = read(rowOf({ ...least, alternateContact1: '12345' }));
  expect(isBad(row)).toBe(false);
  expect(left).toEqual([
    { reason: 'mobile not ten digits (loan taken without it)', field: 'ALTERNATE CONTACT 1' },
  ]);
});

test.each([
  [{ loanNumber: 'Grand Total', name: '3 loans' }, 'a total, not a loan'],
  [{ name: 'Total', totalOutstanding: '500' }, 'a total, not a loan'],
  [{ totalOutstanding: '500' }, 'loan number missing'],
])('the sums under a list are about no loan: %o', (cells, reason) => {
  expect(readRow(rowOf(cells))).toEqual({ reason, field: 'LOAN NUMBER' });
});

test('a name that a spreadsheet garbled is not taken for one', () => {
  expect(readRow(rowOf({ loanNumber: 'L1', name: 'à¤°à¤¾à¤œà¥‡à¤¶' }))).toEqual({
    reason: 'text garbled',
    field: 'BORROWER NAME',
    loanNumber: 'L1',
  });
});
