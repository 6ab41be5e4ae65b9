/** Demo at night: the floor of the last working day, in real time. */
import { clockInIndia } from '#kernel/contract/india.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

const hour = 3600;
/** The hours of a demo's day; its night shows them again, and the beginning once more. */
const opens = 9 * hour;
const closes = 18 * hour;

/** Which second of the working day is shown at a clock's time. */
export function secondShown(clock: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = clock.slice(11).split(':').map(Number);
  const second = hours * hour + minutes * 60 + seconds;
  if (second >= opens && second < closes) return second;
  return opens + (((second + 24 * hour - closes) % (24 * hour)) % (closes - opens));
}

/** Undefined while an agent is at work, or without a day to show. `at` joins as `s` each agent's state of that `moment`. */
export async function replayOf(
  tx: Tx,
  now: Date,
): Promise<{ day: string; moment: Fragment; at: Fragment } | undefined> {
  const last = await tx.one<{ day: string | null; isOpen: boolean }>(sql`
    select to_char((select started_at from agent_intervals
        where started_at < date_trunc('day', ${now}::timestamptz at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata'
        order by started_at desc limit 1) at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day,
      exists (select from agent_sessions where ended_at is null) as "isOpen"`);
  if (!last?.day || last.isOpen) return undefined;
  const moment = sql`(${last.day}::date::timestamp at time zone 'Asia/Kolkata'
    + make_interval(secs => ${secondShown(clockInIndia(now))}))`;
  return {
    day: last.day,
    moment,
    at: sql`lateral (
      select i.id, i.word, i.campaign_id, ${now}::timestamptz - (${moment} - i.started_at) as since from agent_intervals i
      where i.user_id = u.id and i.started_at <= ${moment} and i.started_at > ${moment} - interval '12 hours'
        and coalesce(i.ended_at, ${moment}) >= ${moment}
      order by i.started_at desc limit 1) s on true`,
  };
}
