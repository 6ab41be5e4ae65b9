import * as z from 'zod/mini';
import { domain, endpoint } from './kernel/endpoint.ts';
import { day, flag, id, ids, instant, nullable, optional, text } from './kernel/field.ts';
import { list } from './kernel/list.ts';

/** Everyone who works loans, and who hands them out; lenders' people do not. */
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
/** How far a task is: loans attended, those nobody may call, failed, waiting in the dialer, and still to do (G048). */
const counts = {
  total: count,
  isAttended: count,
  isDNC: count,
  isFailed: count,
  isLead: count,
  isPending: count,
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
  dispositionId: nullable(id('dispositions')),
  disposition: z.nullable(z.string()),
  subDispositionId: nullable(id('dispositions')),
  subDisposition: z.nullable(z.string()),
  comments: z.nullable(z.string()),
});
const mostLoans = 5000;

/** Daily tasks: loans to be worked today, made from a selection (G202). */
export const usersTask = domain('users-task', {
  list: list('GET /users-task', {
    can: 'staff',
    row: taskRow,
    filters: { startDate: day(), endDate: day(), userIds: ids('users') },
  }),
  /** The caller's own tasks of today, the one that runs first. */
  today: endpoint('GET /users-task/today-task', { can: 'staff', gives: taskRow, answer: 'rows' }),
  one: endpoint('GET /users-task/task/:id', { can: 'staff', gives: taskRow }),
  loans: endpoint('GET /users-task/task/detail/:id', { can: 'staff', gives: taskLoan, answer: 'rows' }),
  /** One task for each person; without a person, the loans go to whoever works them. */
  create: endpoint('POST /users-task', {
    can: 'staff',
    takes: {
      name: text({ max: 80 }),
      taskData: z
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
    },
    gives: z.object({ tasks: z.int(), loans: z.int() }),
    errors: ['NOT_FOUND', 'INVALID_INPUT'],
    maxBytes: 1024 * 1024,
  }),
  /** Starts or stops calling; starting one stops the other. */
  edit: endpoint('PUT /users-task/:id', {
    can: 'staff',
    takes: { isStart: flag() },
    gives: taskRow,
    errors: ['NOT_FOUND', 'DIALER_NOT_IDLE', 'DISPOSITIONS_PENDING', 'TASK_OVER'],
    also: ['PATCH /users-task/:id'],
  }),
  /** Calls the next loan of a started task; says when there is none left. */
  call: endpoint('GET /users-task/daily/task/manual-call/:id', {
    can: 'staff',
    writes: true,
    gives: z.object({ isCompleted: flag() }),
    errors: ['NOT_FOUND', 'DIALER_NOT_IDLE', 'TASK_OVER'],
  }),
});
