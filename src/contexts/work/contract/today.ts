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
 * What a person needs of a loan to decide what to do next, and nothing more: this row is kept on phones.
 * It holds facts; what they mean at a moment `today-rules.ts` says, so that a phone without a network knows it too.
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
  /** When the last contact asked to be followed up. */
  followUpAt: nullable(instant()),
  /** The latest promise that was not kept. */
  broken: promised,
  /** The open promise that is due first. */
  promise: promised,
  /** Nothing is owed any more: what was planned is over; phones may have kept rows without it. */
  paidOff: z.optional(paidOff),
  /** Switched off: no contact about it. */
  closed: nullable(choice(closedRules)),
  isDNC: flag(),
  /** Hours of contact in India; without any, no contact is allowed. */
  hours: nullable(z.object({ from: clock(), until: clock() })),
  /** Days of this and the next week without contact. */
  closedOn: z.array(day()),
  /** The loan rests up to and with this day, and why. */
  rest: nullable(z.object({ reason: z.string(), until: day() })),
  /** Contacted as often as the rules allow; free again on this day. */
  cappedUntil: nullable(day()),
  /** Of a call: the borrower wants none; phones may have kept rows without it. */
  noCalls: z.optional(flag()),
  /** Times of the day in which the borrower wants no contact; phones may have kept rows without them. */
  avoid: z.optional(z.array(span)),
  /** As `cappedUntil`, for visits. */
  visitCappedUntil: nullable(day()),
  /** A visit needs notice; phones may have kept rows without it. */
  visitNotice: z.optional(nullable(visitNotice)),
  /** How often they were contacted, of how often they may be; phones may have kept rows without it. */
  contacts: z.optional(nullable(z.object({ times: z.int(), most: z.int(), everyDays: z.int() }))),
  /** Calls of the last three months: how many, how many of this month were talks, and the hour of day in India of each talk. */
  calls: z.optional(z.object({ attempts: z.int(), talks: z.int(), hours: z.array(z.int()) })),
  /** There is an account to pay into. */
  hasAccount: z.optional(flag()),
});

/** Loans of each section; how many were worked today; open promises due today and what is left of them. */
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
/** As it goes over the wire. */
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
