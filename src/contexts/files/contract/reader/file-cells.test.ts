import { expect, test } from 'vitest';
import { amountOf, loanNumberOf, mobileOf } from './file-cells.ts';
import { dayOf } from './file-dates.ts';

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
])('the amount %s', (cell, wanted) => {
  expect(told(() => amountOf(cell))).toBe(wanted);
});

test.each([
  ['1500 Cr', 150000],
  ['Rs. 1,500.50Cr.', 150050],
  ['1500 Dr', 'a debit, not a payment'],
  ['1500', 150000],
])('the amount received %s', (cell, wanted) => {
  expect(told(() => amountOf(cell, 'indian', true))).toBe(wanted);
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
  ['45752', '2025-04-05'],
  ['45752.5', '2025-04-05'],
  ['12345', 'date not understood'],
  ['5-Apr-25', '2025-04-05'],
  ['5/Apr/2025', '2025-04-05'],
  ['5-Apr-85', 'date ambiguous'],
  ['2025-04-05 00:00:00', '2025-04-05'],
  ['2025-04-05T00:00', '2025-04-05'],
  ['05/04/2025 12:00:00 AM', '2025-04-05'],
  ['2025-04-05T18:30:00Z', 'date not understood'],
  ['0000-01-01', 'date not understood'],
  ['01-01-9999', 'date not understood'],
  ['5 April 2025', '2025-04-05'],
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
  ['9876543210.0', '9876543210'],
  ['00919876543210', '9876543210'],
  ['0000000000', 'not an Indian mobile number'],
  ['1234567890', 'not an Indian mobile number'],
])('the mobile %s', (cell, wanted) => {
  expect(told(() => mobileOf(cell))).toBe(wanted);
});

test.each([
  ['12.345,67', 1234567],
  ['1.23.456,7', 12345670],
  ['1234', 123400],
  ['1,5', 150],
  ['1.234', 123400],
  ['12,345.67', 'amount not understood'],
])('the amount %s where a comma stands before the paise', (cell, wanted) => {
  expect(told(() => amountOf(cell, 'decimalComma'))).toBe(wanted);
});

test.each([
  ['2/28/1997', 'monthFirst', '1997-02-28'],
  ['28/2/1997', 'monthFirst', 'date does not exist'],
  ['1997-02-28', 'monthFirst', '1997-02-28'],
  ['03/02/2026', 'unsaid', 'date ambiguous'],
  ['03/03/2026', 'unsaid', '2026-03-03'],
  ['2/28/1997', 'unsaid', '1997-02-28'],
  ['28/2/1997', 'unsaid', '1997-02-28'],
  ['28/2/1997', 'iso', 'date not understood'],
  ['28-Feb-1997', 'unsaid', '1997-02-28'],
  ['5 March 2026', 'iso', '2026-03-05'],
  ['5-Foo-2026', 'dayFirst', 'date not understood'],
  ['31-04-2026', 'dayFirst', 'date does not exist'],
  ['29-02-2024', 'dayFirst', '2024-02-29'],
  ['29-02-2023', 'dayFirst', 'date does not exist'],
] as const)('the date %s where the order is %s', (cell, order, wanted) => {
  expect(told(() => dayOf(cell, order))).toBe(wanted);
});

test.each([
  ['5-Apr-85', '1985-04-05'],
  ['5-Apr-05', '2005-04-05'],
  ['5-Apr-25', 'date ambiguous'],
])('the day of birth %s', (cell, wanted) => {
  expect(told(() => dayOf(cell, 'dayFirst', true))).toBe(wanted);
});

test.each([
  ["'1234567890123457", '1234567890123457'],
  ['RC110000001', 'RC110000001'],
  ['12E45', '12E45'],
  ['1.23457E+15', 'loan number in scientific notation'],
  ['1E+15', 'loan number in scientific notation'],
  ['1.2e15', 'loan number in scientific notation'],
  ['Grand Total', 'a total, not a loan'],
])('the loan number %s', (cell, wanted) => {
  expect(told(() => loanNumberOf(cell))).toBe(wanted);
});
