/** Answer rates by hour: per number from its calls, per campaign from hourly sums. */
import type { BestTime } from '#contexts/loans/server/slots.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { numbersOf } from '../leads/numbers.ts';
import {
  type Hours,
  type Known,
  type Past,
  bandAt,
  bestNumber,
  bestOf,
  gainAt,
  known,
  noHours,
  sum,
} from './chance.ts';

/** Attempts included; an answer by another person is not an answer. */
const isCounted = sql`k.direction = 'outbound'
  and k.outcome in ('connected', 'abandoned', 'no_answer', 'busy', 'rejected', 'switched_off', 'machine', 'invalid')`;
const isAnswer = sql`k.outcome in ('connected', 'abandoned') and coalesce(k.spoken_to, 'borrower') = 'borrower'`;
const hour = sql`extract(hour from k.dialed_at at time zone 'Asia/Kolkata')::int`;

const nothing: Known = { counted: noHours(), weighed: noHours() };

/** Answer tallies of these numbers over half a year; numbers without calls are absent. */
async function hoursOfNumbers(
  tx: Tx,
  phones: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Known>> {
  const rows = await tx.rows<Past & { phone: string }>(sql`
    select k.phone, ${hour} as hour, (extract(epoch from ${now}::timestamptz - k.dialed_at) / 86400)::int as "daysAgo",
      count(*) as calls, count(*) filter (where ${isAnswer}) as answers
    from call_attempts k where k.phone = any(${[...phones]}) and ${isCounted}
      and k.dialed_at > ${now}::timestamptz - interval '180 days'
    group by 1, 2, 3`);
  return new Map([...Map.groupBy(rows, ({ phone }) => phone)].map(([phone, past]) => [phone, known(past)]));
}

const hoursOfCampaign = async (tx: Tx, campaignId: number | null): Promise<Hours> =>
  known(
    await tx.rows<Past>(
      sql`select hour, 0 as "daysAgo", calls, answers from answer_hours where campaign_id = ${campaignId}`,
    ),
  ).counted;

/** Recomputes campaign sums from four weeks of calls. */
export const countAnswers = (database: Database, now: Date): Promise<unknown> =>
  database.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('answer_hours', 0))`);
    await tx.run(sql`delete from answer_hours`);
    await tx.run(sql`
      insert into answer_hours (campaign_id, hour, calls, answers)
      select k.campaign_id, ${hour}, count(*), count(*) filter (where ${isAnswer})
      from call_attempts k where k.campaign_id is not null and ${isCounted}
        and k.dialed_at > ${now}::timestamptz - interval '28 days'
      group by 1, 2`);
  });

/** Orders due leads: current best hours first, upcoming best hours last. */
export async function inBestOrder<L extends { phone: string; priority: number }>(
  tx: Tx,
  due: readonly L[],
  { campaignId, now }: { campaignId: number; now: Date },
): Promise<L[]> {
  const campaign = await hoursOfCampaign(tx, campaignId);
  const own = await hoursOfNumbers(
    tx,
    due.map(({ phone }) => phone),
    now,
  );
  const band = bandAt(now);
  const gains = new Map(
    due.map((lead) => [lead, gainAt(band, (own.get(lead.phone) ?? nothing).weighed, campaign)]),
  );
  return due.toSorted((a, b) => b.priority - a.priority || (gains.get(b) ?? 0) - (gains.get(a) ?? 0));
}

/** Index of the loan's number with the best answer rate. */
export async function firstNumber(tx: Tx, phones: readonly string[], now: Date): Promise<number> {
  if (phones.length < 2) return 0;
  const own = await hoursOfNumbers(tx, phones, now);
  return bestNumber(phones.map((phone) => (own.get(phone) ?? nothing).weighed));
}

/** When the borrower of a loan is best called, and on which number. */
export async function bestTimeOf(tx: Tx, loanId: number, now: Date): Promise<BestTime> {
  const loan = await tx.one<{ phones: string[]; campaignId: number | null }>(sql`
    select ${numbersOf(sql`l`)} as phones, l.campaign_id as "campaignId" from loans l where l.id = ${loanId}`);
  if (!loan) return { best: null, number: null };
  const own = await hoursOfNumbers(tx, loan.phones, now);
  const all = loan.phones.map((phone) => own.get(phone) ?? nothing);
  const first = bestNumber(all.map(({ weighed }) => weighed));
  const chosen = all[first] ?? nothing;
  const { calls, answers } = sum(chosen.counted);
  return {
    best: bestOf(chosen, await hoursOfCampaign(tx, loan.campaignId)),
    number: first > 0 && answers > 0 ? { place: first, calls, answers } : null,
  };
}
