import { expect, test } from 'vitest';
import { customerColumns } from './customer-file.ts';
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
