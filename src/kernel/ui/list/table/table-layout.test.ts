import { expect, test } from 'vitest';
import type { Column } from '../columns/column.ts';
import { tableLayout } from './table-layout.ts';

const column = (key: string, width: number, pin?: 'start' | 'end'): Column<never> => ({
  key,
  label: key,
  width,
  pin,
  cell: () => key,
  text: () => key,
});

test('pinned columns are first and last, adjacent to each other', () => {
  const { cells, tracks } = tableLayout(
    [
      column('city', 100),
      column('edit', 60, 'end'),
      column('number', 120, 'start'),
      column('status', 90, 'end'),
      column('name', 200, 'start'),
    ],
    { before: 1, after: 1 },
  );
  expect(cells.map((cell) => [cell.column.key, cell.left, cell.right])).toEqual([
    ['number', 44, undefined],
    ['name', 164, undefined],
    ['city', undefined, undefined],
    ['edit', undefined, 134],
    ['status', undefined, 44],
  ]);
  expect(tracks).toBe('44px 120px 200px minmax(100px, 1fr) 60px 90px 44px');
});
