import * as z from 'zod/mini';
import { paidOff } from '#contexts/loans/contract/paid-off.ts';
import { closedRules, span, visitNotice } from '#kernel/contract/contact-rules.ts';
import { domain } from '#kernel/contract/endpoint.ts';
import { choice, clock, day, flag, id, instant, nullable, rupees } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';
import { rupeesInAll } from '#kernel/contract/sums.ts';

/** In the order they are worked. */
export const todaySections = ['broken', 'follow_up', 'promise', 'new', 'rest'] as const;
export type TodaySection = (typeof todaySections)[number];

const word = z.nullable(z.string());
const promised = nullable(z.object({ amount: rupees(), received: rupees(), dueOn: day(), lapsesOn: day() }));

/**
 * Facts of a loan needed to decide the next step, and nothing more: this row is cached on phones. `today-rules.ts`
 * interprets them at a moment, so that an offline phone does it too.
 */
export const todayRow = z.object({
  id: id('loans'),
  loanNumber: z.string(),
  borrowerName: z.string(),
  city: word,
  mobile: word,
  client: z.string(),
  totalOutstanding: rupees(),
  /** False: no file has stated the TOS. Else undefined. */
  isTotalKnown: z.optional(flag()),
  principalOutstanding: rupees(),
  dpd: nullable(z.int()),
  tags: z.array(z.string()),
  assignedAt: nullable(instant()),
  lastDisposition: word,
  lastDispositionAt: nullable(instant()),
  /** Requested follow-up time of the last contact. */
  followUpAt: nullable(instant()),
  /** Latest broken PTP. */
  broken: promised,
  /** Earliest open PTP. */
  promise: promised,
  /** Zero balance: planned work is cancelled; missing in facts cached before this field existed. */
  paidOff: z.optional(paidOff),
  /** Inactive: no contact about it. */
  closed: nullable(choice(closedRules)),
  isDNC: flag(),
  /** Hours of contact in India; without any, no contact is allowed. */
  hours: nullable(z.object({ from: clock(), until: clock() })),
  /** Days of this and the next week without contact. */
  closedOn: z.array(day()),
  /** Hold: its reason and last day. */
  rest: nullable(z.object({ reason: z.string(), until: day() })),
  /** Contacted as often as the rules allow; free again on this day. */
  cappedUntil: nullable(day()),
  /** No-call preference; missing in facts cached before this field existed. */
  noCalls: z.optional(flag()),
  /** Contact preferences: blocked times; missing in facts cached before this field existed. */
  avoid: z.optional(z.array(span)),
  /** As `cappedUntil`, for visits. */
  visitCappedUntil: nullable(day()),
  /** Required notice of a visit; missing in facts cached before this field existed. */
  visitNotice: z.optional(nullable(visitNotice)),
  /** Number of contacts, and the cap; missing in facts cached before this field existed. */
  contacts: z.optional(nullable(z.object({ times: z.int(), most: z.int(), everyDays: z.int() }))),
  /** Calls of the last three months: how many, how many of this month were talks, and the hour of day in India of each talk. */
  calls: z.optional(z.object({ attempts: z.int(), talks: z.int(), hours: z.array(z.int()) })),
  /** There is an account to pay into. */
  hasAccount: z.optional(flag()),
});

/** Loans per section; worked today; open PTPs of today and the remaining ones. */
const summary = z.object({
  broken: z.int(),
  follow_up: z.int(),
  promise: z.int(),
  new: z.int(),
  rest: z.int(),
  worked: z.int(),
  due: z.int(),
  dueAmount: rupeesInAll(),
});
/** Wire format. */
export type TodaySummary = z.input<typeof summary>;

/** One person's ordered work of the day. */
export const today = domain('today', {
  list: list('GET /today', {
    about: 'Loans of an agent in the order of the day, with the reasons.',
    can: 'staff',
    row: todayRow,
    /** The caller, or a user below them; the caller by default. */
    filters: { userId: id('users'), section: choice(todaySections) },
    summary,
  }),
});
