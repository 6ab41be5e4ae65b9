import { expect, test } from 'vitest';
import { everyPage } from './every-page.ts';

test.each([0, 1, 2, 3, 4, 7])('paging %d rows by two skips and repeats none', async (count) => {
  const rows = Array.from({ length: count }, (_, at) => at);
  const asked: number[] = [];
  const read = (page: number): Promise<number[]> => {
    asked.push(page);
    return Promise.resolve(rows.slice((page - 1) * 2, page * 2));
  };
  expect(await everyPage(2, read)).toEqual(rows);
  expect(asked).toEqual(Array.from({ length: Math.floor(count / 2) + 1 }, (_, at) => at + 1));
});
