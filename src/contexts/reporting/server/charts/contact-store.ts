/** Promises by day, calls by hour, messages and what they brought. */
import type { z } from 'zod/mini';
import type { charts } from '#contexts/reporting/contract/charts.ts';
import { channels } from '#kernel/contract/channels/channels.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { callHours } from './call-hours.ts';
import { isCollected } from '../figures.ts';
import { sumsOf } from '../months.ts';
import type { Drawn } from './scope.ts';

type Told<E extends { gives: z.ZodMiniType }> = z.output<E['gives']>;

type Day = Told<typeof charts.promises>['days'][number];

/** By PTP date, like the PTP list's filter: totals (decision 560). */
export const promiseDays = (tx: Tx, d: Drawn): Promise<Day[]> =>
  tx.planned(sql`
    select to_char(s.due_on, 'YYYY-MM-DD') as day, sum(s.promises)::int as count, sum(s.amount)::bigint as amount,
      sum(s.kept)::int as kept, sum(s.broken)::int as broken
    from promise_sums_now s
    where s.due_on >= ${d.month.first} and s.due_on < ${d.month.first} + interval '1 month' and ${sumsOf(d, d.clientIds)}
    group by s.due_on having sum(s.promises) > 0 order by 1`);

/** Full weeks, so that each weekday occurs equally often. */
const WEEKS = 4;
export async function hours(tx: Tx, d: Drawn): Promise<Omit<Told<typeof charts.hours>, 'asOf'>> {
  const from = sql`(${d.today} - ${WEEKS * 7 - 1}::int)`;
  const cells = await tx.planned<Told<typeof charts.hours>['cells'][number]>(sql`
    select extract(isodow from k.hour)::int as weekday, extract(hour from k.hour)::int as hour, sum(k.calls)::int as calls,
      sum(k.connected)::int as connected
    from ${callHours(d, from)} k group by 1, 2 having sum(k.calls) > 0 order by 1, 2`);
  const first = await tx.one<{ day: string }>(sql`select to_char(${from}, 'YYYY-MM-DD') as day`);
  return { from: first?.day ?? d.day, cells };
}
/** A payment within this many days after a message is attributed to it. */
const DAYS_AFTER = 7;
interface Asked {
  startDate?: string | undefined;
  endDate?: string | undefined;
}
export async function messages(tx: Tx, d: Drawn, asked: Asked): Promise<Told<typeof charts.messages>[]> {
  const from = asked.startDate ? sql`${asked.startDate}::date` : d.month.first;
  const until = asked.endDate ? sql`${asked.endDate}::date` : d.today;
  // Joins loans only with filters. Payments are read by relevant days, not per loan.
  const isOfAny = d.isAll && !d.clientIds;
  const number = (when: Fragment, as: Fragment): Fragment =>
    sql`(count(*) filter (where ${when}))::int as ${as}`;
  const left = sql`m.status in ('sent', 'delivered', 'read')`;
  // One scan of the messages, by channel and loan: their payments are computed from the same rows.
  const rows = await tx.planned<Told<typeof charts.messages>>(sql`
    with w as materialized (
      select m.channel, m.loan_id, (min(m.created_at) filter (where ${left}) at time zone 'Asia/Kolkata')::date as day,
        ${number(left, sql`sent`)}, ${number(sql`m.status in ('delivered', 'read')`, sql`delivered`)},
        ${number(sql`m.status = 'read'`, sql`read`)}, ${number(sql`m.response_type is not null`, sql`answered`)}
      from messages m ${isOfAny ? sql`` : sql`join loans l on l.id = m.loan_id`}
      where m.created_at >= ${d.dawn(from)} and m.created_at < ${d.dawn(sql`(${until} + 1)`)} and ${isOfAny ? sql`true` : d.loans}
      group by 1, 2),
    y as (
      select w.channel, w.loan_id, sum(p.amount) as amount from w join payments p on p.loan_id = w.loan_id
      where ${isCollected} and p.payment_date between w.day and w.day + ${DAYS_AFTER}::int
        and p.payment_date between ${from} and least(${d.today}, ${until} + ${DAYS_AFTER}::int)
      group by 1, 2)
    select c.*, coalesce(y.paid, 0) as paid, coalesce(y.collected, 0)::bigint as collected
    from (
      select channel, sum(sent)::int as sent, sum(delivered)::int as delivered, sum(read)::int as read,
        sum(answered)::int as answered, count(day)::int as loans from w group by channel) c
      left join (select channel, count(*)::int as paid, sum(amount) as collected from y group by channel) y using (channel)`);
  const none = { sent: 0, delivered: 0, read: 0, answered: 0, loans: 0, paid: 0, collected: 0 };
  return channels.map((channel) => rows.find((row) => row.channel === channel) ?? { channel, ...none });
}
