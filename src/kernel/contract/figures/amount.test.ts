import { expect, test } from 'vitest';
import { type AmountNote, readAmount, typedPaise } from './amount.ts';

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
  ['Rs. 1,500/-', 150000],
  ['₹1,500/-', 150000],
  ['1500 INR', 150000],
  ['1,500.50 Dr', 150050],
  ['1500 Cr', 'a credit, nothing is owed'],
  ['1,500.00Cr.', 'a credit, nothing is owed'],
  ['1500.50DR', 150050],
  ['Cr', 'a credit, nothing is owed'],
  ['1234.5600000001', 123456],
  ['1234.5599999999', 123456],
  ['1500.000', 150000],
  ['1234.565', 'amount not understood'],
  ['CR 1,23,456.78', 'a credit, nothing is owed'],
  ['Dr 500', 50000],
  ['`1,23,456', 12345600],
  ["'1500", 150000],
  ['="1500"', 150000],
  ['₹ 1,23,456 only', 12345600],
  ['Rs.500.00 Only', 50000],
  ['123456.78-', 'negative amount'],
  ['१,५००/-', 150000],
  ['\u202a१०००\u202c', 100000],
  ['1500.', 150000],
  ['1.23 Cr', 'amount not understood'],
  ['1.23 L', 'amount not understood'],
  ['#REF!', 'amount not understood'],
])('the amount %s', (cell, wanted) => {
  expect(readAmount(cell)).toBe(wanted);
});

test.each([
  ['1500 Cr', 150000],
  ['Rs. 1,500.50Cr.', 150050],
  ['1500 Dr', 'a debit, not a payment'],
  ['1500', 150000],
])('the amount received %s', (cell, wanted) => {
  expect(readAmount(cell, { isReceived: true })).toBe(wanted);
});

test.each([
  ['12.345,67', 1234567],
  ['1.23.456,7', 12345670],
  ['1234', 123400],
  ['1,5', 150],
  ['1.234', 123400],
  ['12,345.67', 'amount not understood'],
])('the amount %s with a comma before the paise', (cell, wanted) => {
  expect(readAmount(cell, { style: 'decimalComma' })).toBe(wanted);
});

test.each([
  ['1234.565', 123457, 'rounded'],
  ['123456.789', 12345679, 'rounded'],
  ['1,23,456.789', 12345679, 'rounded'],
  ['0.345', 35, 'rounded'],
  ['1.234', 'amount not understood', undefined],
  ['123.456', 'amount not understood', undefined],
  ['1.23 L', 12300000, 'lakh'],
  ['1.5 lakh', 15000000, 'lakh'],
  ['₹2 Lacs', 20000000, 'lakh'],
  ['2 crore', 2000000000, 'lakh'],
  ['1.23 Cr', 'amount not understood', undefined],
  ['1,23,456 L', 'amount not understood', undefined],
  ['1234.5600000001', 123456, undefined],
] as const)('the amount %s where a difference can be named', (cell, wanted, note) => {
  let noted: AmountNote | undefined;
  expect(readAmount(cell, { onNote: (kind) => (noted = kind) })).toBe(wanted);
  expect(noted).toBe(note);
});

test.each([
  ['१०००', 100000],
  ['১০০০', 100000],
  ['1000/-', 100000],
  ['Rs 500', 50000],
  ['₹1,000', 100000],
  ['1,50,000.00', 15000000],
  ['1.234', undefined],
  ['12.345', undefined],
  ['-5', undefined],
  ['', undefined],
])('the typed amount %s', (text, paise) => {
  expect(typedPaise(text)).toBe(paise);
});
