/** The tasks of the day from what is on this device. Pure. */
import type { Input, WireRow } from '#kernel/contract/endpoint.ts';
import { dayInIndia } from '#kernel/contract/india.ts';
import type { sync } from '#contexts/sync/contract/sync.ts';
import type { usersTask } from '#contexts/work/contract/users-task.ts';

export type KeptTask = NonNullable<WireRow<typeof sync.changes>['tasks']>[number];
type Task = WireRow<typeof usersTask.today>;
type TaskLoan = WireRow<typeof usersTask.loans>;

const withoutLoans = (task: KeptTask): Task => {
  const { loans: _loans, ...rest } = task;
  return rest;
};
/** Tasks of today: a phone may have cached yesterday's. */
const ofToday = (kept: readonly KeptTask[], now: Date): KeptTask[] =>
  kept.filter(({ createdAt }) => dayInIndia(createdAt) === dayInIndia(now));

export const tasksToday = (kept: readonly KeptTask[], now: Date): Task[] =>
  ofToday(kept, now).map(withoutLoans);

/** Cached page of the user's tasks; undefined when today's are insufficient. */
export function taskPage(
  kept: readonly KeptTask[],
  { q, startDate, endDate, userIds, page = 1 }: Input<typeof usersTask.list>,
  now: Date,
): { rows: Task[]; count: number } | undefined {
  const today = dayInIndia(now);
  const isToday = (startDate ?? today) <= today && today <= (endDate ?? today);
  if (q || userIds?.length || !isToday || page > 1) return undefined;
  const rows = tasksToday(kept, now);
  return { rows, count: rows.length };
}

/** Loans of a task; undefined if uncached. */
export const loansOfTask = (
  kept: readonly KeptTask[],
  { id }: Input<typeof usersTask.loans>,
): TaskLoan[] | undefined =>
  kept
    .find((task) => String(task.id) === id || task.taskUId === id)
    ?.loans.map((loan) => ({ ...loan, comments: null }));
