import * as z from 'zod/mini';
import { matchingLoans } from '#contexts/loans/contract/loan-filters.ts';
import { paidOff } from '#contexts/loans/contract/paid-off.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { day, flag, id, ids, instant, nullable, optional, text } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';

/** Roles that work or assign loans; excludes client users. */
const who = z.object({ agentName: z.string() });
const count = z.int();

const head = {
  id: id(),
  taskUId: z.string(),
  name: z.string(),
  isStart: flag(),
  createdAt: instant(),
  /** Only today's task can be started. */
  isToday: flag(),
};
/** Progress of a task: loans completed, DNC, failed, queued in the dialer, and remaining (G048). */
const counts = {
  total: count,
  isAttended: count,
  isDNC: count,
  isFailed: count,
  isLead: count,
  isPending: count,
  /** Paid off before completion: no work remains. */
  isPaidOff: count,
};
export const taskRow = z.object({
  ...head,
  ...counts,
  userId: id('users'),
  taskUser: who,
  createdByUser: who,
});

export const taskLoan = z.object({
  id: id(),
  loanId: id('loans'),
  name: z.string(),
  loanNumber: z.string(),
  isAttended: flag(),
  isDNC: flag(),
  paidOff,
  /** The first promised day that is still to come. */
  promisedFor: nullable(day()),
  dispositionId: nullable(id('dispositions')),
  disposition: z.nullable(z.string()),
  subDispositionId: nullable(id('dispositions')),
  subDisposition: z.nullable(z.string()),
  comments: z.nullable(z.string()),
});
const mostLoans = 5000;

/** Daily tasks: loans to work today, from a selection (G202). */
export const usersTask = domain('users-task', {
  list: list('GET /users-task', {
    about: 'Daily tasks of the caller’s people.',
    can: 'staff',
    row: taskRow,
    filters: { startDate: day(), endDate: day(), userIds: ids('users') },
  }),
  today: endpoint('GET /users-task/today-task', {
    about: 'The caller’s tasks of today, the started one first.',
    can: 'staff',
    gives: taskRow,
    answer: 'rows',
  }),
  one: endpoint('GET /users-task/task/:id', {
    about: 'One daily task with its counts.',
    can: 'staff',
    gives: taskRow,
  }),
  loans: endpoint('GET /users-task/task/detail/:id', {
    about: 'Loans of a daily task, attended or open.',
    can: 'staff',
    gives: taskLoan,
    answer: 'rows',
  }),
  create: endpoint('POST /users-task', {
    about: 'Makes daily tasks of loans, one for each person.',
    can: 'staff',
    takes: {
      name: text({ max: 80 }),
      /** Parts for users, or all matching loans: one of the two. */
      taskData: optional(
        z
          .array(
            z.strictObject({
              userId: optional(id('users')),
              loans: z
                .array(
                  z.strictObject({
                    loanId: id('loans'),
                    loanNumber: optional(text({ max: 80 })),
                    name: optional(text({ max: 200 })),
                  }),
                )
                .check(z.minLength(1), z.maxLength(mostLoans)),
            }),
          )
          .check(z.minLength(1), z.maxLength(500)),
      ),
      matching: optional(matchingLoans()),
    },
    gives: z.object({ tasks: z.int(), loans: z.int() }),
    errors: ['NOT_FOUND', 'INVALID_INPUT', 'MORE_MATCH'],
    maxBytes: 1024 * 1024,
  }),
  edit: endpoint('PUT /users-task/:id', {
    about: 'Starts or stops calling a daily task.',
    can: 'staff',
    takes: { isStart: flag() },
    gives: taskRow,
    errors: ['NOT_FOUND', 'DIALER_NOT_IDLE', 'DISPOSITIONS_PENDING', 'TASK_OVER'],
    also: ['PATCH /users-task/:id'],
  }),
  call: endpoint('GET /users-task/daily/task/manual-call/:id', {
    about: 'Calls the next loan of a started task.',
    can: 'staff',
    writes: true,
    gives: z.object({ isCompleted: flag() }),
    errors: ['NOT_FOUND', 'DIALER_NOT_IDLE', 'TASK_OVER'],
  }),
});
