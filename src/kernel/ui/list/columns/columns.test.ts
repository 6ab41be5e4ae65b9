import { expect, test } from 'vitest';
import { domain } from '#kernel/contract/endpoint.ts';
import { day, id, nullable, number, object, rupees, text } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';
import { columnsOf } from './columns.tsx';

const { all } = domain('things', {
  all: list('GET /things', {
    can: 'staff',
    row: object({ id: id(), name: text(), due: nullable(rupees()), dueOn: nullable(day()), calls: number() }),
    sorts: ['name', 'due'],
  }),
});
const col = columnsOf(all);
const row = { id: 1, name: 'Asha', due: 12_50_000, dueOn: '2026-11-05', calls: 3 };

test('money, days and text are written as an Indian office writes them', () => {
  const due = col.money('due', 'Due');
  expect([due.text(row), due.short?.(row), due.isNumber]).toEqual(['₹12,50,000.00', '₹12.5\u00A0L', true]);
  expect(due.short?.({ ...row, due: 8424 })).toBe('₹8,424');
  expect(col.day('dueOn', 'Due on').text(row)).toBe('05-11-2026');
  expect(due.text({ ...row, due: null })).toBe('–');
  expect(col.day('dueOn', 'Due on').text({ ...row, dueOn: null })).toBe('–');
});

test('money is only for money', () => {
  // @ts-expect-error a day does not compile
  expect(() => col.money('dueOn', 'Due on')).toThrow('things.all.dueOn is not money');
  // Totals are numbers for the compiler; the field determines the kind.
  expect(() => col.money('calls', 'Calls')).toThrow('things.all.calls is not money');
});

test('a column is sortable where the list declares it', () => {
  expect([col.text('name', 'Name').sort, col.number('calls', 'Calls').sort]).toEqual(['name', undefined]);
});
