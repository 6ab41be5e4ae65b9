/**
 * Redial delays after calls: of a person across all loans and numbers, and of a number across all its users, in every
 * campaign. Read from the calls by the current borrower of each loan: merged borrowers and new loans need no update.
 */
import type { Decision, Evaluate, Refusal } from '#contexts/contact/server/policy/contact.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, empty, sql } from '#kernel/server/database/sql.ts';
import type { CallOutcome } from '../engine/attempt/attempt.ts';
import { type PastCalls, type RedialRule, longestRestMs, restEnd } from '../engine/redial.ts';

export const restRule = 'recently_called';

/** A loan that would be called at this number; `n` identifies it among the others. */
interface Dialled {
  n: number;
  loanId: number;
  phone: string | null;
}
interface Asked {
  campaignId: number | Fragment;
  now: Date;
}
interface Row {
  n: number;
  of: PastCalls['of'];
  outcome: CallOutcome;
  endedAt: string;
  timesToday: number;
}

const redialRulesOf = async (
  tx: Tx,
  campaignId: number | Fragment,
): Promise<ReadonlyMap<CallOutcome, RedialRule>> => {
  const rows = await tx.rows<RedialRule & { outcome: CallOutcome }>(sql`
    select outcome, after_minutes * 60000 as "afterMs", most_a_day as "mostADay", next_number as "nextNumber"
    from redial_rules where campaign_id = ${campaignId}`);
  return new Map(rows.map(({ outcome, ...rule }) => [outcome, rule]));
};

/** A call that is on lasts at most an hour: one that ended within a time began not much before it. */
const callMs = 2 * 3_600_000;

/** A conversation, or a call that we placed; a caller we missed is waiting for our call. A conversation with a machine is none. */
const outcomeOf = sql`case when k.outcome = 'connected' and k.spoken_to = 'machine' then 'machine' else k.outcome end`;
const reached = (since: Date): Fragment =>
  sql`k.dialed_at > ${since} and k.ended_at is not null and (k.direction = 'outbound' or k.outcome = 'connected')`;

/**
 * Calls of the rows of `asked` (n, loan_id, phone, agreed_at), summed by outcome: to the number, and on any loan to the
 * borrower and to borrowers with that mobile, such as a guarantor. After a time agreed with the borrower, only later
 * calls are included. A wrong number does not affect the person.
 */
const pastCalls = (asked: Fragment, since: Date, { now, isFew }: { now: Date; isFew: boolean }): Fragment => {
  // Few rows use a lateral join; many join entire tables.
  const each = isFew ? sql`offset 0` : empty;
  const shown = sql`k.dialed_at, k.ended_at, ${outcomeOf} as outcome`;
  return sql`
  with asked as materialized (${asked}),
  people as materialized (
    select a.n, a.agreed_at, l.borrower_id from asked a join loans l on l.id = a.loan_id
    union select a.n, a.agreed_at, o.borrower_id
    from asked a cross join lateral (select o.borrower_id from loans o where o.mobile = a.phone ${each}) o),
  theirs as materialized (
    select p.n, p.agreed_at, s.id from people p cross join lateral (
      select s.id from loans s where s.borrower_id = p.borrower_id ${each}) s),
  past as (
    select t.n, 'person' as of, t.agreed_at, k.* from theirs t cross join lateral (
      select ${shown} from call_attempts k
      where k.loan_id = t.id and ${reached(since)} and k.spoken_to is distinct from 'wrong' ${each}) k
    union all
    select a.n, 'number', a.agreed_at, k.* from asked a cross join lateral (
      select ${shown} from call_attempts k where k.phone = a.phone and ${reached(since)} ${each}) k)
  select n, of, outcome, max(ended_at) as "endedAt",
    count(*) filter (where (ended_at at time zone 'Asia/Kolkata')::date = (${now}::timestamptz at time zone 'Asia/Kolkata')::date) as "timesToday"
  from past where agreed_at is null or dialed_at >= agreed_at group by 1, 2, 3`;
};

/** An active redial delay: its end, and the call that caused it. */
interface Rest {
  until: Date;
  outcome: CallOutcome;
  endedAt: Date;
}
/** The longest delay of each, by `n`. */
async function restsOf(
  tx: Tx,
  asked: Fragment,
  { campaignId, now, isFew }: Asked & { isFew: boolean },
): Promise<Map<number, Rest>> {
  const own = await redialRulesOf(tx, campaignId);
  const since = new Date(now.getTime() - longestRestMs(own) - callMs);
  const calls = pastCalls(asked, since, { now, isFew });
  const rows = await (isFew ? tx.rows<Row>(calls) : tx.planned<Row>(calls));
  const rests = new Map<number, Rest>();
  for (const { n, endedAt: ended, ...past } of rows) {
    const endedAt = new Date(ended);
    const until = restEnd({ ...past, endedAt }, own);
    const known = rests.get(n);
    if (until && until > now && (!known || until > known.until))
      rests.set(n, { until, endedAt, outcome: past.outcome });
  }
  return rests;
}

function restsOfFew(
  tx: Tx,
  wanted: readonly Dialled[],
  { campaignId, now }: Asked,
): Promise<Map<number, Rest>> {
  const asked = sql`
    select a.n, a."loanId" as loan_id, a.phone, x.callback_at as agreed_at
    from jsonb_to_recordset(${JSON.stringify(wanted.map(({ n, loanId, phone }) => ({ n, loanId, phone })))}::jsonb) a (n bigint, "loanId" bigint, phone text)
      left join leads x on x.campaign_id = ${campaignId} and x.loan_id = a."loanId" and x.callback_at <= ${now}`;
  return restsOf(tx, asked, { campaignId, now, isFew: true });
}

/** Refusals of these by a redial delay, by `n`; the caller has locked their persons and numbers. */
export async function refusalsByRest(
  tx: Tx,
  wanted: readonly Dialled[],
  o: Asked,
): Promise<ReadonlyMap<number, Refusal>> {
  if (wanted.length === 0) return new Map();
  const rests = await restsOfFew(tx, wanted, o);
  return new Map([...rests].map(([n, { until }]) => [n, { rule: restRule, until: until.toISOString() }]));
}

/** The call for which the dialer would not call this loan now: shown to agents before they call by hand. */
export async function recentCallOf(
  tx: Tx,
  of: Omit<Dialled, 'n'>,
  now: Date,
): Promise<{ at: string; isTalk: boolean; until: string } | null> {
  const campaignId = sql`(select campaign_id from loans where id = ${of.loanId})`;
  const [rest] = (await restsOfFew(tx, [{ ...of, n: 0 }], { campaignId, now })).values();
  if (!rest) return null;
  const { until, endedAt, outcome } = rest;
  return { at: endedAt.toISOString(), isTalk: outcome === 'connected', until: until.toISOString() };
}

/** Loans `l` with an active redial delay at the number `phone`. */
async function restingAmong(
  tx: Tx,
  which: Fragment,
  { phone, ...o }: Asked & { phone: Fragment; isFew: boolean },
): Promise<number[]> {
  const asked = sql`
    select l.id as n, l.id as loan_id, ${phone} as phone,
      case when x.callback_at <= ${o.now} then x.callback_at end as agreed_at
    from loans l left join leads x on x.campaign_id = ${o.campaignId} and x.loan_id = l.id where ${which}`;
  return [...(await restsOf(tx, asked, o)).keys()];
}

export const restingInCampaign = (tx: Tx, o: Asked): Promise<number[]> =>
  restingAmong(tx, sql`l.campaign_id = ${o.campaignId} and l.is_active`, {
    ...o,
    phone: sql`coalesce(x.phone, l.mobile)`,
    isFew: false,
  });

/** Of these loans, those with a redial delay if this agent's task called their mobile now. */
export async function restingOfTask(
  tx: Tx,
  { userId, loanIds, now }: { userId: number; loanIds: readonly number[]; now: Date },
): Promise<ReadonlySet<number>> {
  const session = await tx.one<{ campaignId: number }>(
    sql`select campaign_id as "campaignId" from agent_sessions where user_id = ${userId} and ended_at is null`,
  );
  if (!session) return new Set();
  const which = sql`l.id = any(${[...loanIds]}::bigint[])`;
  return new Set(await restingAmong(tx, which, { ...session, phone: sql`l.mobile`, now, isFew: true }));
}

/** The contact policy with redial delays: for calls placed automatically, without an agent's decision. */
export const withRests =
  (evaluate: Evaluate, campaignId: number): Evaluate =>
  async (tx, asks, o) => {
    const decisions = await evaluate(tx, asks, o);
    const rests = await refusalsByRest(tx, decisions, { campaignId, now: o.now });
    return decisions.map((one): Decision => ({ ...one, refusal: one.refusal ?? rests.get(one.n) ?? null }));
  };
