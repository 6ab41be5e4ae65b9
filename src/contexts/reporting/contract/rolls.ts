/** Roll rates: loans moving between buckets from one month end to the next. */
import * as z from 'zod/mini';
import { endpoint } from '#kernel/contract/endpoint.ts';
import { choice, day, flag, id, ids, instant, nullable, optional } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';
import { rupeesInAll } from '#kernel/contract/sums.ts';
import { ageingBuckets } from './ageing.ts';

/** Bucket before; `new`: none, allocated since. */
export const rollsFrom = [...ageingBuckets, 'new'] as const;
/** Bucket after; `gone`: no longer worked. */
export const rollsTo = [...ageingBuckets, 'gone'] as const;
/** Improved, same, or worse DPD; `untold` where a file lacks the days at one end. */
export const rollMoves = ['back', 'same', 'on', 'gone', 'untold', 'new'] as const;
export type RollMove = (typeof rollMoves)[number];

const month = () => z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/));
const takes = {
  clientIds: optional(ids('clients')),
  /** `YYYY-MM`; by default the last month with both snapshots, else the current one so far. */
  month: optional(month()),
};

export const rollsOf = endpoint('GET /dashboard/charts/rolls', {
  isReport: true,
  about: 'Loans by the bucket they stood in at the end of the month before, and at the end of this one.',
  can: 'staff',
  takes,
  gives: z.object({
    asOf: instant(),
    /** Null: no snapshot yet. */
    month: nullable(month()),
    /** Available months, newest first. */
    months: z.array(month()),
    /** The month is in progress: after is now. */
    isOpen: flag(),
    /** Last day before the month, and the time of its snapshot. */
    before: nullable(z.object({ day: day(), takenAt: instant() })),
    cells: z.array(
      z.object({
        from: z.enum(rollsFrom),
        to: z.enum(rollsTo),
        move: z.enum(rollMoves),
        loans: z.int(),
        /** Outstanding before; for new loans, after. */
        amount: rupeesInAll(),
      }),
    ),
  }),
});

/** The loans of such a figure; their amounts are its sum. */
export const rolledLoans = list('GET /dashboard/charts/rolls/loans', {
  isReport: true,
  about: 'Loans that moved from one bucket to another in a month.',
  can: 'staff',
  row: z.object({
    id: id('loans'),
    loanNumber: z.string(),
    borrowerName: z.string(),
    dpdBefore: z.nullable(z.int()),
    dpdAfter: z.nullable(z.int()),
    amount: rupeesInAll(),
  }),
  summary: z.object({ amount: rupeesInAll() }),
  filters: {
    clientIds: ids('clients'),
    month: month(),
    from: choice(rollsFrom),
    to: choice(rollsTo),
    move: choice(rollMoves),
  },
});
