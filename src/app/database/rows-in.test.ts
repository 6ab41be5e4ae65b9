import { expect, test } from 'vitest';
import { rowsIn } from './rows-in.ts';

const columns = ['id', 'loan_id', 'words', 'kind'];
const line = (...cells: string[]): string => `${cells.join('\t')}\n`;
const piece = Buffer.from(
  line('1', '7', 'a\\tb\\nc', 'x') +
    line('2', '17', '7', 'x') +
    line('3', '7', '', 'y') +
    line('4', '\\N', 'é', 'x'),
);
const found = (...wanted: Parameters<typeof rowsIn>[2]): string[] =>
  rowsIn(piece, columns, wanted).kept.map((row) => row.toString('utf8').slice(0, 1));

test('rows are matched by complete values of their columns, including the last one', () => {
  expect(found({ loan_id: ['7'] })).toEqual(['1', '3']);
  expect(found({ loan_id: ['7', '17'], kind: ['x'] })).toEqual(['1', '2']);
  expect(found({ kind: ['y'] })).toEqual(['3']);
  expect(found({ loan_id: ['7'], kind: ['y'] }, { id: ['4'] })).toEqual(['3', '4']);
  expect(found({ loan_id: ['1', '77', '\\N7'] })).toEqual([]);
});

test('a row is stored unchanged, and all are tallied', () => {
  const { of, kept } = rowsIn(piece, columns, [{ id: ['1', '4'] }]);
  expect(of).toBe(4);
  expect(Buffer.concat(kept).toString('utf8')).toBe(
    line('1', '7', 'a\\tb\\nc', 'x') + line('4', '\\N', 'é', 'x'),
  );
});

test('a column that a file does not have is an error, and never no rows', () => {
  expect(() => rowsIn(piece, columns, [{ borrower_id: ['7'] }])).toThrow('no column borrower_id');
});
