import { expect, test } from 'vitest';
import { customerColumns } from '#contract/customer-file.ts';
import { amountOf, dayOf, mobileOf, readHeader, readRow } from './row-rules.ts';

const told = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (error) {
    return (error as Error).message;
  }
};

test.each([
  ['1234', 123400],
  ['12345.6', 1234560],
  ['1,23,456.78', 12345678],
  ['12,34,56,789', 12345678900],
  ['123,456.78', 12345678],
  ['₹ 1,266.50', 126650],
  ['Rs. 500', 50000],
  ['INR 500', 50000],
  ['0', 0],
  ['-5', 'negative amount'],
  ['₹ -5', 'negative amount'],
  ['−5', 'negative amount'],
  ['(5)', 'negative amount'],
  ['12.345,67', 'amount not understood'],
  ['1,2,3', 'amount not understood'],
  ['1.234', 'amount not understood'],
  ['1E5', 'amount not understood'],
  ['five', 'amount not understood'],
  ['999999999999', 'amount not understood'],
])('the amount %s', (cell, wanted) => {
  expect(told(() => amountOf(cell))).toBe(wanted);
});

test.each([
  ['2025-04-05', '2025-04-05'],
  ['05-04-2025', '2025-04-05'],
  ['5/4/2025', '2025-04-05'],
  ['05.04.2025', '2025-04-05'],
  ['29-02-2024', '2024-02-29'],
  ['29-02-2025', 'date does not exist'],
  ['31/04/2025', 'date does not exist'],
  ['12/25/2025', 'date does not exist'],
  ['05-04-25', 'date ambiguous'],
  ['2025/04/05', 'date not understood'],
  ['45752', 'date not understood'],
  ['0000-01-01', 'date not understood'],
  ['01-01-9999', 'date not understood'],
  ['5 April 2025', 'date not understood'],
])('the date %s', (cell, wanted) => {
  expect(told(() => dayOf(cell))).toBe(wanted);
});

test.each([
  ['9876543210', '9876543210'],
  ['+91 98765 43210', '9876543210'],
  ['91-98765-43210', '9876543210'],
  ['09876543210', '9876543210'],
  ['(98765) 43210', '9876543210'],
  ['987654321', 'mobile not ten digits'],
  ['98765432101', 'mobile not ten digits'],
  ['9876543210 / 9876543211', 'mobile not ten digits'],
  ['9.19E+9', 'mobile in scientific notation'],
  ['9E9', 'mobile in scientific notation'],
])('the mobile %s', (cell, wanted) => {
  expect(told(() => mobileOf(cell))).toBe(wanted);
});

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

test('a header without its required columns, or with one twice, is told so by name', () => {
  expect(readHeader(customerColumns, ['TOS']).missing).toEqual(['LOAN NUMBER', 'BORROWER NAME']);
  expect(readHeader(customerColumns, ['LOAN NUMBER', 'Loan No', 'BORROWER NAME']).twice).toEqual([
    'LOAN NUMBER',
  ]);
  expect(readHeader(customerColumns, ['LOAN NUMBER', 'BORROWER NAME', 'X', 'x']).twice).toEqual(['X']);
  expect(readHeader(customerColumns, ['__proto__', 'constructor', 'LОAN NUMBER']).missing).toContain(
    'LOAN NUMBER',
  ); // a Cyrillic О
});

const { at } = readHeader(
  customerColumns,
  customerColumns.map(({ header }) => header),
);
const agents = new Map([['agent@recoup.test', 7]]);
const known = { agents, allocationTypes: new Map<string, number>() };
const rowOf = (values: Readonly<Record<string, string>>): string[] =>
  customerColumns.map(({ key }) => values[key] ?? '');
const least = { loanNumber: 'L1', name: 'Asha' };

test('a row needs its number and name; everything else may stay empty', () => {
  expect(readRow(customerColumns, rowOf(least), at, known)).toMatchObject({
    row: { loanNumber: 'L1', mobile: null, dpd: null },
  });
  expect(readRow(customerColumns, rowOf({ name: 'Asha' }), at, known)).toEqual({
    reason: 'loan number missing',
    field: 'LOAN NUMBER',
  });
  expect(readRow(customerColumns, rowOf({ loanNumber: ' ', name: 'x' }), at, known)).toMatchObject({
    reason: 'loan number missing',
  });
  expect(readRow(customerColumns, rowOf({ loanNumber: 'L1' }), at, known)).toMatchObject({
    reason: 'borrower name missing',
  });
});

test('an agent is a person we know, whatever the case of the address', () => {
  expect(
    readRow(customerColumns, rowOf({ ...least, agentEmail: 'Agent@Recoup.test' }), at, known),
  ).toMatchObject({
    row: { agentEmail: 7 },
  });
  expect(readRow(customerColumns, rowOf({ ...least, agentEmail: 'who@recoup.test' }), at, known)).toEqual({
    reason: 'agent unknown',
    field: 'AGENT EMAIL',
  });
});

test.each([
  ['dpd', '12.5', 'number not understood'],
  ['loanNumber', 'x'.repeat(61), 'text too long'],
  ['address', 'x'.repeat(501), 'text too long'],
])('%s refuses %s', (key, cell, reason) => {
  expect(readRow(customerColumns, rowOf({ ...least, [key]: cell }), at, known)).toMatchObject({ reason });
});

test('every example of the published columns is understood by the parser itself', () => {
  const examples = Object.fromEntries(customerColumns.map(({ key, example }) => [key, example]));
  expect(
    readRow(customerColumns, rowOf({ ...examples, agentEmail: 'agent@recoup.test' }), at, known),
  ).toHaveProperty('row');
});
