/** Missed calls visible to a user: assigned to them or their team members, and unassigned ones of their teams. */
import { paged } from '#kernel/server/database/table.ts';
import { loanHas } from '#contexts/loans/server/search.ts';
import type { z } from 'zod/mini';
import { missedCalls } from '#contexts/dialer/contract/missed-calls.ts';
import { visibleLoans, visibleUsers } from '#contexts/agency/server/visible.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { type Context, type Route, implement } from '#kernel/server/http/implement.ts';
import { hiddenName, hiddenNumber, seenBy, seesLoan } from '../calls/store.ts';
import { type RecordingDeps, sendRecording } from '../recordings/routes.ts';

type Row = z.output<typeof missedCalls.list.gives>;

const visible = (actor: ServerActor): Fragment =>
  actor.roleType === 'client'
    ? sql`false`
    : sql`(${visibleUsers(actor, sql`m.agent_id`)} or ${visibleLoans(actor, sql`l.assignee_id`)}
        or m.agent_id is null and exists (select from campaign_agents t where t.campaign_id = m.team_id
          and ${visibleUsers(actor, sql`t.user_id`)}))`;

/** Few missed calls, many loans: a lateral join per row is faster. */
const from = sql`from missed_calls m
  left join lateral (select x.* from loans x where x.id = m.loan_id offset 0) l on true`;
const decorated = (actor: ServerActor): Fragment => sql`
  select m.id, m.called_at as "calledAt", m.waited_s as "waitedSeconds", m.calls, m.why,
    case when seen.it then m.loan_id end as "loanId", case when seen.it then l.loan_number else ${hiddenNumber} end as "loanNumber",
    case when seen.it then b.name else ${hiddenName} end as "borrowerName", coalesce(l.is_dnc, false) as "isDNC",
    case when m.borrower_id is null then m.number else 'XXXXXX' || right(m.number, 4) end as number, q.name as queue,
    trim(u.first_name || ' ' || u.last_name) as agent, c.name as team,
    exists (select from recordings r where r.attempt_id = m.message_attempt_id and r.state in ('at_provider', 'stored')) as "hasMessage",
    case when seen.it then m.transcript else '' end as transcript,
    m.closed_at as "closedAt", trim(w.first_name || ' ' || w.last_name) as "closedBy"
  ${from} left join borrowers b on b.id = l.borrower_id left join inbound_queues q on q.id = m.queue_id
    left join users u on u.id = m.agent_id left join campaigns c on c.id = m.team_id left join users w on w.id = m.closed_by
    ${seenBy(actor)}`;

async function find(tx: Tx, actor: ServerActor, id: string): Promise<Row> {
  const found = await tx.one<Row>(sql`${decorated(actor)} where m.id = ${keyOf(id)} and ${visible(actor)}`);
  if (!found) throw new Failure('NOT_FOUND');
  return found;
}
/** It has no other key than its number. */
const keyOf = (id: string): number => (/^\d+$/.test(id) ? Number(id) : 0);

async function change({ tx, actor }: Context, id: string, set: Fragment): Promise<Row> {
  const before = await find(tx, actor, id);
  await tx.run(sql`update missed_calls m set ${set} where m.id = ${before.id}`);
  return find(tx, actor, id);
}

async function messageOf({ tx, actor }: Context, id: string): Promise<string> {
  const found = await tx.one<{ referenceId: string }>(sql`
    select k.reference_id as "referenceId" ${from} join call_attempts k on k.id = m.message_attempt_id
    where m.id = ${keyOf(id)} and ${visible(actor)}`);
  if (!found) throw new Failure('NOT_FOUND');
  return found.referenceId;
}

export const missedRoutes = (deps: RecordingDeps): Route[] =>
  implement(missedCalls, {
    list(query, { tx, actor }) {
      const chosen = where([
        visible(actor),
        ...narrow<typeof missedCalls.list>(query, {
          state: (state) => (state === 'open' ? sql`m.closed_at is null` : sql`m.closed_at is not null`),
          why: (why) => sql`m.why = ${why}`,
          startDate: (day) => sql`m.called_at >= ${day}::timestamp at time zone 'Asia/Kolkata'`,
          endDate: (day) => sql`m.called_at < (${day}::date + 1)::timestamp at time zone 'Asia/Kolkata'`,
          q: (q) => sql`${loanHas(q)} and ${seesLoan(actor)}`,
        }),
      ]);
      const order = query.sort === 'calledAt' ? sql`m.called_at, m.id` : sql`m.called_at desc, m.id desc`;
      return counted(tx, query, sql`${from} ${chosen}`, () =>
        tx.rows<Row>(sql`${decorated(actor)} ${chosen} order by ${order} ${paged(query)}`),
      );
    },
    message: async ({ id }, context) => sendRecording(deps, context, await messageOf(context, id)),
    async transcribe({ id, transcript }, context) {
      const after = await change(context, id, sql`transcript = ${transcript}`);
      context.emit('missed-calls.transcribed', {
        id: after.id,
        facts: { letters: transcript.length },
        to: [],
      });
      return after;
    },
    async close({ id }, context) {
      const { now, actor, emit } = context;
      const after = await change(
        context,
        id,
        sql`closed_at = coalesce(m.closed_at, ${now}), closed_by = coalesce(m.closed_by, ${actor.id})`,
      );
      emit('missed-calls.closed', { id: after.id, facts: {}, to: [] });
      return after;
    },
  });
