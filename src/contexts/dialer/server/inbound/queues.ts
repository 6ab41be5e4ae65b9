/** The queue of a number, and whether it is open now. */
import { subscriberNumber } from '#kernel/contract/identity/telephone.ts';
import { agencyHours } from '#contexts/contact/server/policy/hours.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { dayInIndia, timeInIndia } from '#kernel/contract/india.ts';

export interface Queue {
  id: number;
  clientId: number;
  opensAt: string | null;
  closesAt: string | null;
}

/** Of the number that was called, however the carrier writes it. */
export const queueOf = (tx: Tx, called: string): Promise<Queue | undefined> =>
  tx.one<Queue>(sql`
    select q.id, q.client_id as "clientId", q.opens_at as "opensAt", q.closes_at as "closesAt" from inbound_queues q
    where q.number = ${subscriberNumber(called)} and q.is_active`);

export async function queueById(tx: Tx, id: number): Promise<Queue> {
  const found = await tx.one<Queue>(sql`
    select q.id, q.client_id as "clientId", q.opens_at as "opensAt", q.closes_at as "closesAt" from inbound_queues q
    where q.id = ${id}`);
  if (!found) throw new Error(`no queue ${id}`);
  return found;
}

/** A caller `c` whose call `k` is in the queue. */
export const waits: Fragment = sql`c.left_at is null and c.stage = 'waiting' and k.state = 'ringing' and k.user_id is null
  and k.end_reason is null`;

/** Opening hours of a day; null when closed. */
const hoursOn = async (tx: Tx, { clientId, opensAt, closesAt }: Queue, day: string) =>
  opensAt !== null && closesAt !== null ? { from: opensAt, until: closesAt } : agencyHours(tx, clientId, day);

export async function isOpen(tx: Tx, queue: Queue, now: Date): Promise<boolean> {
  const hours = await hoursOn(tx, queue, dayInIndia(now));
  const clock = timeInIndia(now);
  return hours !== null && clock >= hours.from && clock < hours.until;
}

const daysAhead = 14;
const dayMs = 86_400_000;
/** The next opening. */
export async function opensNext(tx: Tx, queue: Queue, now: Date): Promise<Date> {
  for (let n = 0; n <= daysAhead; n += 1) {
    const day = dayInIndia(now.getTime() + n * dayMs);
    const hours = await hoursOn(tx, queue, day);
    const opens = hours && new Date(`${day}T${hours.from}:00+05:30`);
    if (opens && opens > now) return opens;
  }
  return now;
}

/** Teams eligible for a call `c` of a queue `q` now: each with a delay after the previous one. */
export const teamsOf = (now: Date): Fragment => sql`array_remove(array[q.team_id,
  case when c.entered_at + make_interval(secs => q.overflow_seconds) <= ${now} then q.second_team_id end,
  case when c.entered_at + make_interval(secs => 2 * q.overflow_seconds) <= ${now} then q.third_team_id end], null)`;
