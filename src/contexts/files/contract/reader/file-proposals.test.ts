import { expect, test } from 'vitest';
import { customerColumns } from '../customer-file.ts';
import { guessMapping } from './file-proposals.ts';

const proposed = (columns: Readonly<Record<string, readonly string[]>>): Record<string, string> => {
  const header = Object.keys(columns);
  const rows = [0, 1, 2, 3].map((n) => header.map((name) => columns[name]?.[n] ?? ''));
  return guessMapping(customerColumns, header, rows).columns;
};
const numbers = ['LN1001', 'LN1002', 'LN1003', 'LN1004'];
const names = ['Asha Rao', 'Bela Das', 'Chitra Nair', 'Devi Lal'];
const mobiles = ['9876501001', '98765 01002', '+91 9876501003', '9876501004'];
const sums = ['1,23,456.00', '98,000', '12500', '4500.50'];
const days = ['05-04-2026', '12-04-2026', '30-04-2026', '05-05-2026'];
const births = ['17-04-1980', '01-12-1975', '30-06-1991', '11-11-1966'];

test('ordinary headings of Indian lenders are proposed', () => {
  expect(
    proposed({
      'Loan A/c No.': numbers,
      'Name of the Borrower': names,
      'Ph. No': mobiles,
      'Principal O/S': sums,
      'Total O/S': sums,
      'Due Date': days,
      DOB: births,
    }),
  ).toEqual({
    loanNumber: 'Loan A/c No.',
    name: 'Name of the Borrower',
    mobile: 'Ph. No',
    principalOutstanding: 'Principal O/S',
    totalOutstanding: 'Total O/S',
    emiStartDate: 'Due Date',
    dob: 'DOB',
  });
  expect(proposed({ LAN: numbers })).toEqual({ loanNumber: 'LAN' });
  expect(proposed({ 'Agreement No': numbers })).toEqual({ loanNumber: 'Agreement No' });
});

test('Hindi headings are proposed by their words, others by their values', () => {
  expect(
    proposed({ 'ऋण संख्या': numbers, नाम: names, मोबाइल: mobiles, 'मूल बकाया': sums, 'कुल बकाया': sums }),
  ).toEqual({
    loanNumber: 'ऋण संख्या',
    name: 'नाम',
    mobile: 'मोबाइल',
    principalOutstanding: 'मूल बकाया',
    totalOutstanding: 'कुल बकाया',
  });
  expect(proposed({ 'கைபேசி எண்': mobiles })).toEqual({ mobile: 'கைபேசி எண்' });
});

test.each<[string, readonly string[]]>([
  ['interest_rate', ['22', '24', '22.5', '24']],
  ['Interest Rate %', sums],
  ['total_scheduled', sums],
  ['TOTAL OVERDUE', sums],
  ['Date of NPA', days],
  ['Outstanding', ['22', '24', '22', '24']],
  ['Date of Birth of Loan', days],
  ['Branch Name', names],
  ['Principal O/S', names],
  ['Mobile', sums],
  ['Account Type', names],
  ['AADHAAR NO', ['234567890123', '234567890124', '234567890125', '234567890126']],
])('%s is proposed for nothing that its values or words contradict', (name, values) => {
  const { cityName: _city, address: _address, ...found } = proposed({ [name]: values });
  expect(found).toEqual({});
});

test('a column of last year’s days is no birth, and one column has one target', () => {
  expect(proposed({ 'Date of Birth': days })).toEqual({});
  const found = proposed({ Mobile: mobiles, 'Phone No': mobiles, 'Contact No': mobiles });
  expect(new Set(Object.values(found)).size).toBe(Object.values(found).length);
  expect(found['mobile']).toBe('Mobile');
});
