import * as z from 'zod/mini';
import type { RouteLine } from '#kernel/contract/endpoint.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { day, ids, instant, nullable, optional } from '#kernel/contract/field.ts';
import { rupeesInAll } from '#kernel/contract/sums.ts';
import { channels } from '#kernel/contract/channels/channels.ts';
import { ageingBuckets } from './ageing.ts';
import { rolledLoans, rollsOf } from './rolls.ts';

const count = z.int();
const amount = rupeesInAll();
/** Loans of visible users, of these lenders if any are named. */
const takes = { clientIds: optional(ids('clients')) };
const of = <S extends Record<string, z.ZodMiniType>>(line: RouteLine, about: string, shape: S) =>
  endpoint(line, {
    isReport: true,
    about,
    can: 'staff',
    takes,
    gives: z.object({ asOf: instant(), ...shape }),
  });

export const funnelSteps = ['loans', 'tried', 'answered', 'rightParty', 'promised', 'kept'] as const;
export type FunnelStep = (typeof funnelSteps)[number];

/** Chart data of visible loans and users (decision 061). */
export const charts = domain('charts', {
  month: of(
    'GET /dashboard/charts/month',
    'Collected by day against target and last month, and its course.',
    {
      today: day(),
      /** Days of this month, and last month's collections up to that day. */
      length: count,
      target: nullable(amount),
      collected: amount,
      collectedBefore: amount,
      /** Forecast: remaining days repeat the last ones of last month. */
      heading: amount,
      days: z.array(
        z.object({ day: day(), collected: amount, calls: count, connected: count, promises: count }),
      ),
      before: z.array(z.object({ day: day(), collected: amount })),
    },
  ),
  funnel: of(
    'GET /dashboard/charts/funnel',
    'Loans of this month from allocation to promises kept, and what was paid.',
    {
      ...(Object.fromEntries(funnelSteps.map((step) => [step, count])) as Record<FunnelStep, typeof count>),
      /** Loans that paid this month, and what. */
      paid: count,
      collected: amount,
      /** PTPs with expired grace this month and last: total, and kept. */
      due: count,
      keptOfDue: count,
      dueBefore: count,
      keptOfDueBefore: count,
    },
  ),
  ageing: of('GET /dashboard/charts/ageing', 'Active loans by days past due.', {
    buckets: z.array(z.object({ bucket: z.enum(ageingBuckets), loans: count, amount })),
  }),
  rolls: rollsOf,
  rolled: rolledLoans,
  promises: of('GET /dashboard/charts/promises', 'Promises of this month by the day they are due.', {
    today: day(),
    days: z.array(z.object({ day: day(), count, amount, kept: count, broken: count })),
  }),
  hours: of(
    'GET /dashboard/charts/hours',
    'Calls of the last four weeks by weekday and hour, and how many connected.',
    {
      from: day(),
      /** Monday is 1. */
      cells: z.array(z.object({ weekday: count, hour: count, calls: count, connected: count })),
    },
  ),
  messages: endpoint('GET /dashboard/charts/messages', {
    isReport: true,
    about: 'Messages by channel: sent, delivered, read, answered, and loans that paid within a week.',
    can: 'staff',
    takes: { ...takes, startDate: optional(day()), endDate: optional(day()) },
    gives: z.object({
      channel: z.enum(channels),
      sent: count,
      delivered: count,
      read: count,
      answered: count,
      /** Different loans that were written to, those of them that paid from that day to a week after, and what. */
      loans: count,
      paid: count,
      collected: amount,
    }),
    answer: 'rows',
  }),
});
