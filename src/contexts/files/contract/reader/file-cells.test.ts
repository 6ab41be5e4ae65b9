import { expect, test } from 'vitest';
import { type Note, amountOf, readCount, loanNumberOf, panOf, pincodeOf, stateNameOf } from './file-cells.ts';
import { mobilesOf, oneMobileOf } from './file-mobiles.ts';
import { nameOf } from './file-names.ts';

/** What a cell is read as, and the notices with it. */
function told(read: (note: Note) => unknown): unknown[] {
  const notes: string[] = [];
  const note: Note = (kind, value) => notes.push(value === undefined ? kind : `${kind} ${value}`);
  try {
    return [read(note), ...notes];
  } catch (error) {
    return [(error as Error).message];
  }
}

test.each([
  ['123456.789', 12345679, 'rounded 123456.79'],
  ['1.23 L', 12300000, 'lakh 123000.00'],
  ['1,500', 150000],
  ['1.234', 'amount not understood'],
])('the amount %s', (cell, ...wanted) => {
  expect(told((note) => amountOf(cell, 'indian', false, note))).toEqual(wanted);
});

test.each([
  ['45', 45],
  ['30.0', 30],
  ['30.5', 30, 'rounded 30'],
  ['90+', 90, 'at-least 90'],
  ['>90', 90, 'at-least 90'],
  ['30 days', 30],
  ['30 Days+', 30, 'at-least 30'],
  ['1,234', 1234],
  ['DPD 45', 45],
  ['४५', 45],
  ['-5', 'negative number'],
  ['NPA', 'number not understood'],
  ['31-60', 'number not understood'],
  ['1.234', 'number not understood'],
  ['3 months', 'number not understood'],
  ['999999', 'number too large'],
])('the days past due %s', (cell, ...wanted) => {
  expect(told((note) => readCount(cell, { unit: 'days', most: 10_000 }, note))).toEqual(wanted);
});

test.each([
  ['9876543210', ['9876543210', null]],
  ['+91 98765 43210', ['9876543210', null]],
  ['09876543210', ['9876543210', null]],
  ['9876543210.0', ['9876543210', null]],
  ['00919876543210', ['9876543210', null]],
  ['9876543210 9876543211', ['9876543210', '9876543211']],
  ['98765 43210 98765 43211', ['9876543210', '9876543211']],
  ['9876543210\n9876543211', ['9876543210', '9876543211']],
  ['9876543210 / 9876543210', ['9876543210', null]],
  ['9876543210, 9876543211 & 9876543212', ['9876543210', '9876543211'], 'unused-number'],
  ['9876543210;044-28123456', ['9876543210', null], 'unused-number'],
  ['044-28123456 / 9876543210', ['9876543210', null], 'unused-number'],
  ['9876543210 (wife)', ['9876543210', null]],
  ['M: 9876543210', ['9876543210', null]],
  ['98765-43210/11', ['9876543210', null], 'unused-number'],
  ['9999999999 / 9876543210', ['9876543210', null], 'unused-number'],
  ['\u202a+91 98765 43210\u202c', ['9876543210', null]],
  ['९८७६५ ४३२१०', ['9876543210', null]],
  ['1. 9876543210 2. 9876543211', ['9876543210', '9876543211'], 'unused-number'],
  ['9876543210 / +65 9123 4567', ['9876543210', null], 'unused-number'],
  ['+65 9123 4567', 'not an Indian mobile number'],
  ['+6591234567', 'not an Indian mobile number'],
  ['+1 (732) 555-0123', 'not an Indian mobile number'],
  ['+1 9876543210', 'not an Indian mobile number'],
  ['1-800-425-3800', 'mobile not ten digits'],
  ['001 732 555 0123', 'not an Indian mobile number'],
  ['987654321', 'mobile not ten digits'],
  ['98765432101', 'mobile not ten digits'],
  ['9.19E+9', 'mobile in scientific notation'],
  ['9E9', 'mobile in scientific notation'],
  ['9.876543210E9', 'mobile in scientific notation'],
  ['0000000000', 'a placeholder, not a number'],
  ['9999999999', 'a placeholder, not a number'],
  ['1234567890', 'not an Indian mobile number'],
  ['022 1234 5678', 'not an Indian mobile number'],
])('the mobiles of %s', (cell, ...wanted) => {
  expect(told((note) => mobilesOf(cell, note))).toEqual(wanted);
});

test.each([
  ['9876543210 (office)', '9876543210'],
  ['9876543210 9876543211', 'several numbers in one cell'],
  ['98765-43210/11', 'several numbers in one cell'],
  ['022 1234 5678', '2212345678'],
])('the only number of %s, also of a landline', (cell, ...wanted) => {
  expect(told(() => oneMobileOf(cell, true))).toEqual(wanted);
});

test.each([
  ["'1234567890123457", '1234567890123457'],
  ['RC110000001', 'RC110000001'],
  ['12E45', '12E45'],
  ['="0012345"', '0012345'],
  ['5012.0', '5012'],
  ['1.23457E+15', 'loan number in scientific notation'],
  ['1E+15', 'loan number in scientific notation'],
  ['1.2e15', 'loan number in scientific notation'],
  ['Grand Total', 'a total, not a loan'],
])('the loan number %s', (cell, ...wanted) => {
  expect(told(() => loanNumberOf(cell))).toEqual(wanted);
});

test.each([
  ['ABCPX1234F', 'ABCPX1234F'],
  ['abcp x1234 f', 'ABCPX1234F'],
  ['ABCXXXXX4F', 'ABCXXXXX4F'],
  ['2345 6789 0123', 'an Aadhaar number, not stored'],
  ['XXXX XXXX 0123', 'an Aadhaar number, not stored'],
  ['AAAAA1111A', 'not a PAN'],
  ['PANNOTAVBL', 'not a PAN'],
  ['AAAAA1111', 'not a PAN'],
])('the PAN %s', (cell, ...wanted) => {
  expect(told(() => panOf(cell))).toEqual(wanted);
});

test.each([
  ['411001', '411001'],
  ['411 001', '411001'],
  ['411001.0', '411001', 'point-zero 411001'],
  ['41100', 'not a PIN code'],
  ['000000', 'not a PIN code'],
  ['6.82E+05', 'not a PIN code'],
])('the PIN code %s', (cell, ...wanted) => {
  expect(told((note) => pincodeOf(cell, note))).toEqual(wanted);
});

test.each([
  ['Kerala', 'Kerala'],
  ['KERALA', 'Kerala'],
  ['MH', 'Maharashtra', 'state Maharashtra'],
  ['Orissa', 'Odisha', 'state Odisha'],
  ['27-Maharashtra', 'Maharashtra', 'state Maharashtra'],
  ['महाराष्ट्र', 'Maharashtra', 'state Maharashtra'],
  ['Jammu & Kashmir', 'Jammu and Kashmir', 'state Jammu and Kashmir'],
  ['Nowhere', 'not a state of India'],
])('the state %s', (cell, ...wanted) => {
  expect(told((note) => stateNameOf(cell, note))).toEqual(wanted);
});

test.each([
  ['Asha Rao', 'Asha Rao'],
  ['राजेश', 'राजेश'],
  ['Late Ramesh Rao', 'Late Ramesh Rao', 'deceased'],
  ['Asha Rao (DECEASED)', 'Asha Rao (DECEASED)', 'deceased'],
  ['Latesh Kumar', 'Latesh Kumar'],
  ['#NAME?', null],
  ['#N/A', null],
  ['NULL', null],
  ['0', null],
  ['12345', null],
  ['-', null],
  ['???', null],
])('the name %s', (cell, ...wanted) => {
  expect(told((note) => nameOf(cell, 255, note))).toEqual(wanted);
});
