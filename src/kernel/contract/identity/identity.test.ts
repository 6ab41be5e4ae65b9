import { expect, test } from 'vitest';
import type { Identity } from './identity.ts';
import { canonicalLoanNumber } from './loan-number.ts';
import { canonicalEmail, canonicalPan, canonicalPincode } from './person.ts';
import { plainText } from './plain-text.ts';
import { canonicalReference, plainReference } from './reference.ts';
import { searchName, searchWords } from './search-name.ts';
import { canonicalMobile, canonicalOfficePhone, canonicalPhone } from './telephone.ts';

const read = ({ value, fault }: Identity): string => value ?? `(${fault})`;

test.each([
  ['\u202A+91 98765\u201143210\u202C', '+91 98765-43210'],
  ['९८७६५४३२१०', '9876543210'],
  ['৯৮৭ ੯੮ ૯૮ ௯ ౯ ೯ ൯ ٩ ۹ ᱙ 𝟗', '987 98 98 9 9 9 9 9 9 9 9'],
  ['１２３ＵＴＲ', '123UTR'],
  ['a \u00a0\u3000 b', 'a b'],
  ['D’Souza “x”', 'D\'Souza "x"'],
  ['10²', '10²'],
])('%s is read as %s', (raw, wanted) => expect(plainText(raw)).toBe(wanted));

test.each([
  ['="0012345"', '0012345'],
  ['"=""0012345"""', '0012345'],
  ["'0012345", '0012345'],
  ['`0012345', '0012345'],
  ['5012.0', '5012'],
  ['5012.00', '5012'],
  ['=5012', '5012'],
  ['1,23,456', '123456'],
  ['LAN: 5012', '5012'],
  ['Loan No. 5012', '5012'],
  ['Loan A/c No: RC11', 'RC11'],
  ['LAN0005012', 'LAN0005012'],
  ['LAN-5012', 'LAN-5012'],
  ['AC 5012', 'AC 5012'],
  ['RC\u200B11‑22', 'RC11-22'],
  ['b400002', 'b400002'],
  ['12E45', '12E45'],
  ['1.23457E+15', '(scientific notation)'],
  ['1,23457E+15', '(scientific notation)'],
  ['1.23457e15', '(scientific notation)'],
  ['1E+12', '(scientific notation)'],
  ['9E9', '(scientific notation)'],
  ['1.2 × 10^15', '(scientific notation)'],
  ['NA', '(empty)'],
  ['N.A.', '(empty)'],
  ['—', '(empty)'],
  ['#N/A', '(empty)'],
  ['########', '(empty)'],
  ['#REF!', '(empty)'],
  ['#VALUE!', '(empty)'],
  ["''", '(empty)'],
])('the loan number %s is %s', (raw, wanted) => expect(read(canonicalLoanNumber(raw))).toBe(wanted));

test.each([
  '412345678901',
  "'412345678901",
  '412345678901.0',
  'UTR 412345678901',
  'UTR412345678901',
  'UTR No. 412345678901',
  'RRN:412345678901',
  'UPI Ref No - 412345678901',
  'IMPS/412345678901',
  'Txn Id: 412345678901',
  '="412345678901"',
  '4123 4567 8901',
  '४१२३४५६७८९०१',
  '\u202A412345678901\u202C',
  'utr#412345678901;',
  '412345678901 UTR',
  '412345678901 (UTR No.)',
  '412345678901-RRN',
])('%s is the reference 412345678901', (raw) => expect(read(canonicalReference(raw))).toBe('412345678901'));
test.each([
  ['sbin0r52025', 'SBIN0R52025'],
  ['UTR: SBINR52025112812345678', 'SBINR52025112812345678'],
  ['REF-JYbKx3uMYznw5wCrZ74_-w', 'REF-JYBKX3UMYZNW5WCRZ74_-W'],
  ['TXN100000001', 'TXN100000001'],
  ['pay_29QQoUBi66xm2f', 'PAY_29QQOUBI66XM2F'],
  ['AXIS/N-12', 'AXIS/N-12'],
  ['UTRW1', 'UTRW1'],
  ['BANK-6', 'BANK-6'],
  ['UPI-6', 'UPI-6'],
  ['TXN-TOLD', 'TXN-TOLD'],
  ['4.12346E+11', '(scientific notation)'],
  ['9E9', '(scientific notation)'],
  ['UTR', 'UTR'],
  ['NA', '(empty)'],
  ['UTR: NA', '(empty)'],
  ['000000', '(empty)'],
  ['#REF!', '(empty)'],
  ['N123456 REF', 'N123456'],
])('the reference %s is %s', (raw, wanted) => expect(read(canonicalReference(raw))).toBe(wanted));
test('a reference is stored in the letters of its maker', () => {
  expect(read(plainReference(' Ref: pay_29QQoUBi66xm2f'))).toBe('pay_29QQoUBi66xm2f');
});

test.each([
  ['\u2068+91 98765 43210\u2069', '9876543210'],
  ['98765–43210', '9876543210'],
  ['9876543210.0', '9876543210'],
  ['="9876543210"', '9876543210'],
  ['tel:+919876543210', '9876543210'],
  ['M: 9876543210', '9876543210'],
  ['9876543210 (wife)', '9876543210'],
  ['0091-98765-43210', '9876543210'],
  ['+91 (0)98765 43210', '9876543210'],
  ['९८७६५ ४३२१०', '9876543210'],
  ['+65 9123 4567', '(not an Indian mobile number)'],
  ['+6591234567', '(not an Indian mobile number)'],
  ['+1 (732) 555-0123', '(not an Indian mobile number)'],
  ['+0 98765 43210', '9876543210'],
  ['9.87654E+09', '(scientific notation)'],
  ['9E9', '(scientific notation)'],
  ['0000000000', '(not an Indian mobile number)'],
  ['98765', '(not ten digits)'],
  ['98765432101', '(not ten digits)'],
  ['NA', '(empty)'],
])('the mobile %s is %s', (raw, wanted) => expect(read(canonicalMobile(raw))).toBe(wanted));
test.each([
  ['044-2812 3456', '4428123456'],
  ['022 2812 3456', '2228123456'],
])('the landline %s is %s', (raw, wanted) => expect(read(canonicalPhone(raw))).toBe(wanted));
test.each([
  ['1800 425 3800', '18004253800'],
  ['(080) 4012-3456', '8040123456'],
  ['12', '(not a telephone number)'],
])('the office telephone %s is %s', (raw, wanted) => expect(read(canonicalOfficePhone(raw))).toBe(wanted));

test.each([
  ['abcp x1234 f', 'ABCPX1234F'],
  ['PAN: ABCPX1234F', 'ABCPX1234F'],
  ['AAAAA1111', '(not a PAN)'],
  ['PANNOTAVBL', '(not a PAN)'],
  ['n/a', '(empty)'],
])('the PAN %s is %s', (raw, wanted) => expect(read(canonicalPan(raw))).toBe(wanted));
test.each([
  ['\u200BAsha.Rao@Example.IN ', 'asha.rao@example.in'],
  ['mailto:a@example.in', 'a@example.in'],
  ['Asha Rao <a@example.in>', 'a@example.in'],
  ['a@example', '(not an e-mail address)'],
])('the address %s is %s', (raw, wanted) => expect(read(canonicalEmail(raw))).toBe(wanted));
test.each([
  ['682001.0', '682001'],
  ['682 001', '682001'],
  ['६८२००१', '682001'],
  ['PIN - 682001', '682001'],
  ['6.82E+05', '(scientific notation)'],
  ['68200', '(not a PIN code)'],
  ['000000', '(not a PIN code)'],
])('the PIN code %s is %s', (raw, wanted) => expect(read(canonicalPincode(raw))).toBe(wanted));

test.each([
  ['José  D’Souza', 'jose dsouza'],
  ['Jose\u0301 D\u0027Souza', 'jose dsouza'],
  ['RAVI \u00a0 Kumar', 'ravi kumar'],
  ['Kumar, Ravi (Jr.)', 'kumar ravi jr'],
  ['Łukasz Ørsted', 'lukasz orsted'],
  ['राजेश कुमार', 'राजेश कुमार'],
  ['फ़ातिमा', 'फातिमा'],
  ['क्\u200Dष', 'क्ष'],
  ['தமிழ்ச்செல்வி', 'தமிழ்ச்செல்வி'.normalize('NFKD')],
])('the name %s is searched as %s', (name, wanted) => expect(searchName(name)).toBe(wanted));
test('terms are found in any order', () => {
  expect(searchWords(' Kumar,  RAVI ')).toEqual(['kumar', 'ravi']);
});
