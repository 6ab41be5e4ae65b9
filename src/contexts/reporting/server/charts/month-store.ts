/** A month by day, from stored totals (decision 560). */
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { targetIn } from '../figures.ts';
import { callHours } from './call-hours.ts';
import type { Drawn } from './scope.ts';
import { headingOf } from './heading.ts';

interface Day {
  day: string;
  isNow: boolean;
  collected: number;
  calls: number;
  connected: number;
  promises: number;
}

/** Team calls by days of its agents. Overall and by lender, unassigned calls are included: the call list has them. */
const callDays = (d: Drawn): Fragment =>
  d.isAll || d.clientIds
    ? sql`(select h.hour::date as day, h.calls, h.connected from ${callHours(d, d.month.first)} h)`
    : sql`(select a.day, a.calls, a.connected from agent_days_now a where ${d.people(sql`a.user_id`)})`;

export async function month(tx: Tx, d: Drawn) {
  const { first, until, back } = d.month;
  const rows = await tx.planned<Day>(sql`
    with days as (select generate_series(${back(1)}, ${until}, interval '1 day')::date as day),
    m as (select s.day, sum(s.collected)::bigint as collected from ${d.days} s
      where s.day between ${back(1)} and ${until} and ${d.sums} group by 1),
    w as (select a.day, sum(a.promises)::int as promises
      from agent_days_now a where a.day between ${first} and ${until} and ${d.people(sql`a.user_id`)} group by 1),
    c as (select k.day, sum(k.calls)::int as calls, sum(k.connected)::int as connected from ${callDays(d)} k
      where k.day between ${first} and ${until} group by 1)
    select to_char(days.day, 'YYYY-MM-DD') as day, days.day >= ${first} as "isNow", coalesce(m.collected, 0) as collected,
      coalesce(c.calls, 0) as calls, coalesce(c.connected, 0) as connected, coalesce(w.promises, 0) as promises
    from days left join m using (day) left join w using (day) left join c using (day) order by days.day`);
  const target = await tx.one<{ amount: number | null }>(sql`select ${targetIn(d, first)} as amount`);
  const days = rows
    .filter(({ isNow }) => isNow)
    .map(({ day, collected, calls, connected, promises }) => ({
      day,
      collected,
      calls,
      connected,
      promises,
    }));
  const before = rows.filter(({ isNow }) => !isNow).map(({ day, collected }) => ({ day, collected }));
  const length = new Date(Date.UTC(d.month.year, d.month.month, 0)).getUTCDate();
  const sum = (some: readonly { collected: number }[]): number =>
    some.reduce((all, { collected }) => all + collected, 0);
  return {
    today: d.day,
    length,
    target: target?.amount ?? null,
    collected: sum(days),
    collectedBefore: sum(before.slice(0, days.length)),
    heading: headingOf({ days: days.map(one), before: before.map(one), length }),
    days,
    before,
  };
}

const one = ({ collected }: { collected: number }): number => collected;
