/** Searching recordings: those of the calls a user sees, the newest or the longest first. */
import type { z } from 'zod/mini';
import type { recordings } from '#contexts/dialer/contract/recordings.ts';
import { fewSeen, seesAll } from '#contexts/agency/server/visible.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';
import { paged } from '#kernel/server/database/table.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import {
  anyOf,
  callJoins,
  fewPeople,
  hiddenName,
  hiddenNumber,
  matches,
  noted,
  seenBy,
} from '../calls/store.ts';
import { visibleCalls } from '../calls/visible.ts';

type Query = z.output<typeof recordings.list.takes>;
type Row = z.output<typeof recordings.list.gives>;

const from = sql`from recordings r join cdr k on k.id = r.attempt_id left join loans l on l.id = k.loan_id`;
const audible = sql`r.state in ('at_provider', 'stored')`;
const seen = (actor: ServerActor): Fragment => visibleCalls(actor, sql`r.user_id`, sql`l.assignee_id`);

const columns = sql`k.id, k.reference_id as "referenceId", case when seen.it then k.loan_id end as "loanId",
  case when l.id is null then null when seen.it then l.loan_number else ${hiddenNumber} end as "loanNumber",
  case when l.id is null then null when seen.it then b.name else ${hiddenName} end as "borrowerName",
  k.user_id as "agentId", trim(u.first_name || ' ' || u.last_name) as agent, m.name as campaign, c.name as client,
  k.start_time as "startTime", coalesce(r.duration_s, 0) as seconds, k.status, n.name as disposition,
  case when a.attempt_id is null then null else jsonb_build_object('silenceSeconds', a.silence_s,
    'longestSilence', a.longest_silence_s, 'loudSeconds', a.loud_s, 'interruptions', a.interruptions, 'picked', a.picked) end as sound`;
const decorated = (actor: ServerActor): Fragment => sql`
  select ${columns} ${from} ${callJoins} left join call_audio a on a.attempt_id = k.id ${seenBy(actor)}`;

type Conditions = readonly (Fragment | false)[];
function chosenBy(actor: ServerActor, query: Query): Conditions {
  return [
    audible,
    ...narrow<typeof recordings.list>(query, {
      startDate: (day) => sql`r.started_at >= ${day}::timestamp at time zone 'Asia/Kolkata'`,
      endDate: (day) => sql`r.started_at < (${day}::date + 1)::timestamp at time zone 'Asia/Kolkata'`,
      userIds: (ids) => anyOf(sql`k.user_id`, ids),
      clientIds: (ids) => anyOf(sql`l.client_id`, ids),
      campaignIds: (ids) => anyOf(sql`k.campaign_id`, ids),
      dispositionIds: (ids) => ids.length > 0 && noted(ids),
      leastSeconds: (seconds) => sql`r.duration_s >= ${seconds}`,
      mostSeconds: (seconds) => sql`r.duration_s <= ${seconds}`,
      picked: (why) => sql`r.attempt_id = any(array(select attempt_id from call_audio
        where picked @> array[${why}::text] and picked <> '{}'))`,
      q: (q) => matches(actor, q),
    }),
  ];
}

const orders: Readonly<Record<string, Fragment>> = {
  startTime: sql`r.started_at, r.attempt_id`,
  seconds: sql`r.duration_s, r.attempt_id`,
  '-seconds': sql`r.duration_s desc, r.attempt_id desc`,
};
const newest = sql`r.started_at desc, r.attempt_id desc`;

/** As `seen`, split in two parts: no single index covers recordings of agents together with unassigned ones. */
function counting(actor: ServerActor, chosen: Conditions): Fragment {
  // Omits the calls join without call filters, so that an index-only scan is possible.
  const own = chosen.some((condition) => condition && condition !== audible) ? from : sql`from recordings r`;
  if (seesAll(actor)) return sql`${own} ${where([...chosen])}`;
  if (actor.roleType === 'client') return sql`${from} ${where([seen(actor), ...chosen])}`;
  const people = sql`array(select user_id from user_below where ancestor_id = ${actor.id})`;
  return sql`from (select 1 ${own} ${where([sql`r.user_id = any(${people})`, ...chosen])}
    union all select 1 ${from} ${where([sql`r.user_id is null and l.assignee_id = any(${people})`, ...chosen])}) r`;
}
/** First recordings per agent and of unassigned ones, merged into one page. */
function firstOf(
  people: readonly number[],
  { page = 1, size = 100 }: Query,
  chosen: Conditions,
  order: Fragment,
): Fragment {
  const part = (whose: Fragment): Fragment => sql`select r.attempt_id, r.started_at, r.duration_s ${from}
    ${where([whose, ...chosen])} order by ${order} limit ${page * size}`;
  return sql`from (select o.* from unnest(${[...people]}::bigint[]) p (id) cross join lateral (${part(sql`r.user_id = p.id`)}) o
    union all (${part(sql`r.user_id is null and l.assignee_id = any(${[...people]})`)})) r`;
}

/** Page first, then decorate, as the list of calls does. */
export function recordingPage(tx: Tx, actor: ServerActor, query: Query): Promise<Page<Row>> {
  const order = orders[query.sort ?? ''] ?? newest;
  const chosen = chosenBy(actor, query);
  return counted(tx, query, counting(actor, chosen), async () => {
    // Sorted by length, the split does not help.
    const isByDay = query.sort === undefined || query.sort.endsWith('startTime');
    const people = isByDay ? await fewSeen(tx, actor, fewPeople) : undefined;
    const narrowed = people
      ? firstOf(people, query, chosen, order)
      : sql`${from} ${where([seen(actor), ...chosen])}`;
    const found = await tx.planned<{ id: number }>(
      sql`select r.attempt_id as id ${narrowed} order by ${order} ${paged(query)}`,
    );
    if (found.length === 0) return [];
    const ids = found.map(({ id }) => id);
    return tx.rows<Row>(sql`${decorated(actor)} where r.attempt_id = any(${ids}) order by ${order}`);
  });
}

export async function oneRecording(tx: Tx, actor: ServerActor, key: string): Promise<Row> {
  const which = /^\d+$/.test(key) ? sql`k.id = ${Number(key)}` : sql`k.reference_id = ${key}::uuid`;
  const found = await tx.one<Row>(sql`${decorated(actor)} where ${which} and ${audible} and ${seen(actor)}`);
  if (!found) throw new Failure('NOT_FOUND');
  return found;
}
