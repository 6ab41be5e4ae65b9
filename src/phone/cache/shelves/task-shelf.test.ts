import { expect, test } from 'vitest';
import { type KeptTask, loansOfTask, taskPage, tasksToday } from './task-shelf.ts';

const now = new Date('2026-11-20T06:00:00Z');
const loan = { id: 1, loanId: 1, name: 'Asha Rao', loanNumber: 'LN-1', isAttended: false, isDNC: false };
const said = { dispositionId: null, disposition: null, subDispositionId: null, subDisposition: null };
const task = (id: number, createdAt: string): KeptTask =>
  ({ id, taskUId: `u${id}`, name: `Task ${id}`, createdAt, loans: [{ ...loan, ...said }] }) as KeptTask;
// The second is of yesterday in India.
const kept = [task(1, '2026-11-20T02:00:00Z'), task(2, '2026-11-19T18:00:00Z')];

test('the tasks of today are those of this day in India, without their loans', () => {
  expect(tasksToday(kept, now)).toEqual([
    { id: 1, taskUId: 'u1', name: 'Task 1', createdAt: '2026-11-20T02:00:00Z' },
  ]);
});

test('the list is answered for today only', () => {
  expect(taskPage(kept, {}, now)?.count).toBe(1);
  expect(taskPage(kept, { startDate: '2026-11-20', endDate: '2026-11-20' }, now)?.count).toBe(1);
  expect(taskPage(kept, { startDate: '2026-11-01', endDate: '2026-11-19' }, now)).toBeUndefined();
  expect(taskPage(kept, { userIds: [3] }, now)).toBeUndefined();
});

test('a task opens by either id; an uncached one is not invented', () => {
  expect(loansOfTask(kept, { id: '1' })?.[0]).toMatchObject({ name: 'Asha Rao', comments: null });
  expect(loansOfTask(kept, { id: 'u2' })?.length).toBe(1);
  expect(loansOfTask(kept, { id: '9' })).toBeUndefined();
});
