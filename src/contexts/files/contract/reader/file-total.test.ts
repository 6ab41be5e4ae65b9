import { expect, test } from 'vitest';
import { fileColumns } from '../file-kinds.ts';
import { summing } from './file-total.ts';

const columns = fileColumns.PAYMENT_FILE;
const at = new Map(columns.map(({ key }, place) => [key, place]));
function totalOf(...rows: string[][]) {
  const sum = summing(columns, at);
  for (const cells of rows) sum?.add(cells);
  return sum?.total;
}
const one = ['L1', 'T1', '1,000.50', '05-01-2026', 'Bank'];
const two = ['L2', 'T2', '₹ 500', '05-01-2026', ''];

test('the total includes rejected rows and excludes invalid amounts', () => {
  expect(totalOf(one, two, ['', 'T3', '1', 'no day'], ['L4', 'T4', 'x'], ['L5', 'T5', '-7'], [])).toEqual({
    toldAmount: null,
    toldRows: null,
    foundAmount: 150_150,
    foundRows: 3,
  });
});

test.each([
  [['Total', '', '1500.50'], 150_050, null],
  [['', 'GRAND TOTAL', '1,500.50', ''], 150_050, null],
  [['Total (2 payments)', '', '१५००.५०'], 150_050, 2],
  [['Grand Total', '1,200 transactions', ''], null, 1200],
  [['Sub-total', '', '700'], null, null],
])(
  'a total row %j contains %s paise and %s payments, and is not a data row',
  (line, toldAmount, toldRows) => {
    expect(totalOf(one, line)).toEqual({ toldAmount, toldRows, foundAmount: 100_050, foundRows: 1 });
  },
);

test('the last of several total rows is used', () => {
  expect(totalOf(one, ['Total', '', '1000.50'], two, ['Grand total', '', '1500.50'])).toMatchObject({
    toldAmount: 150_050,
    foundAmount: 150_050,
  });
});

test('a file kind without received money has no total', () => {
  expect(summing(fileColumns.REASSIGNMENT_FILE, at)).toBeUndefined();
});
