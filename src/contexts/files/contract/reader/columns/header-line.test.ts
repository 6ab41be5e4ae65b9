import { expect, test } from 'vitest';
import { fileColumns } from '../../file-kinds.ts';
import { guessMapping } from './file-proposals.ts';
import { headerAmong } from './header-line.ts';

const columns = fileColumns.CUSTOMER_FILE;
const english = 'LAN,Cust Name,Mob No,Principal O/S,Total Due,PIN';
const hindi = 'ऋण संख्या,ग्राहक का नाम,मोबाइल नंबर,मूल बकाया,कुल बकाया,पिन कोड';
const unknown = 'Vaad Kramank,Dharak,Sampark,Mudal,Ekun,Tapal';
const titles = ['ABC Finance Ltd', 'Collection list,Mumbai West,October', 'As on,31-10-2026'];
const wide = 'MG2,Bela Shah,9876544002,1,23,456,150000,411001.0';
const wideText = 'MG2,Bela Shah,Flat 5,Ganga Nivas,Camp Road,Pune,Maharashtra,India';
const good = ['MG1,Asha Rao,9876544001,1000,1500,411001', 'MG3,Chitra Nair,9876544003,2000,2500,411002'];
const [first = '', second = ''] = good;
const orders = (row: string): string[][] => [
  [row, first, second],
  [first, row, second],
  [first, second, row],
  [row],
];
const cellsOf = (lines: readonly string[]): string[][] => lines.map((line) => line.split(','));

test.each([english, hindi, unknown])('%s is the header, whichever row is wider', (heading) => {
  for (const above of [[], titles, ['', ...titles.slice(0, 1)]])
    for (const rows of [...orders(wide), ...orders(wideText)]) {
      const lines = [...above, heading, ...rows];
      expect(headerAmong(columns, cellsOf(lines)), lines.join('\n')).toMatchObject({ place: above.length });
    }
});

test.each([
  ['a heading that is a day or a figure', 'LAN,Cust Name,Mob No,31-10-2026,1,Total Due'],
  ['headings with figures', 'LAN,Cust Name,Mobile1,EMI 2,Mobile 2'],
])('%s does not make a row the header', (_, heading) => {
  expect(headerAmong(columns, cellsOf([...titles, heading, wide, ...good]))).toMatchObject({ place: 3 });
});

test.each([
  ['PAYMENT_FILE', 'Agreement,Kimmat,Din,Sandarbh', 'MG2,1,23,456,05-11-2026,UTR77'],
  ['REASSIGNMENT_FILE', 'Agreement,Handled', 'MG2,Shah,bela@example.com'],
  ['DNC_FILE', 'Agreement,Karan', 'MG2,asked,in writing'],
] as const)('the header of a %s is found above a wider row', (type, heading, row) => {
  expect(headerAmong(fileColumns[type], cellsOf([heading, row]))).toMatchObject({ place: 0 });
});

test('rows wider than the header are excluded from suggestions', () => {
  const [header = [], ...rows] = cellsOf([english, wide, first]);
  expect(guessMapping(columns, header, rows).columns).toEqual({
    loanNumber: 'LAN',
    name: 'Cust Name',
    mobile: 'Mob No',
    principalOutstanding: 'Principal O/S',
    totalOutstanding: 'Total Due',
    pincode: 'PIN',
  });
});
