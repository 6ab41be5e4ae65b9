import { expect, test } from 'vitest';
import { customerColumns } from '../../customer-file.ts';
import { fileColumns } from '../../file-kinds.ts';
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

test('Hindi headings are matched by name, others by their values', () => {
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
])('%s is never suggested against its values or heading', (name, values) => {
  const { cityName: _city, address: _address, ...found } = proposed({ [name]: values });
  expect(found).toEqual({});
});

test('a column of last year’s days is no birth, and one column has one target', () => {
  expect(proposed({ 'Date of Birth': days })).toEqual({});
  const found = proposed({ Mobile: mobiles, 'Phone No': mobiles, 'Contact No': mobiles });
  expect(new Set(Object.values(found)).size).toBe(Object.values(found).length);
  expect(found['mobile']).toBe('Mobile');
});

const kinds = Object.entries(fileColumns);
test.each([
  'LAN',
  'LAN ID',
  'Agreement No',
  'Loan A/c No.',
  'Loan Account No',
  'Prospect No',
  'Customer Loan No',
])('%s is proposed for the loan number of every kind of file, also where loans repeat', (heading) => {
  const rows = ['LN1', 'LN1', 'LN2', 'LN1', 'LN2', 'LN1'].map((loan, n) => [loan, `987650100${n}`]);
  for (const [kind, columns] of kinds)
    expect([kind, guessMapping(columns, [heading, 'Ph. No'], rows).columns['loanNumber']]).toEqual([
      kind,
      heading,
    ]);
});

test('headings of payments, assignments, messages and allocations are proposed', () => {
  const of = (kind: keyof typeof fileColumns, header: string[], row: string[]): Record<string, string> =>
    guessMapping(fileColumns[kind], header, [row]).columns;
  expect(
    of(
      'PAYMENT_FILE',
      ['LAN', 'UTR No', 'Txn Date', 'Amt Paid'],
      ['LN1', 'SBIN12345', '05-04-2026', '1,500.00'],
    ),
  ).toEqual({ loanNumber: 'LAN', transactionId: 'UTR No', paymentDate: 'Txn Date', amount: 'Amt Paid' });
  expect(of('REASSIGNMENT_FILE', ['LAN', 'FOS Email'], ['LN1', 'a@b.in'])).toEqual({
    loanNumber: 'LAN',
    agentEmail: 'FOS Email',
  });
  expect(of('IMPORT_MESSAGE_FILE', ['LAN', 'SMS Text'], ['LN1', 'Your EMI is due'])).toEqual({
    loanNumber: 'LAN',
    message: 'SMS Text',
  });
  expect(of('ALLOCATION_TYPE_FILE', ['LAN', 'Allocation Name'], ['LN1', 'Fresh'])).toEqual({
    loanNumber: 'LAN',
    allocationType: 'Allocation Name',
  });
});
