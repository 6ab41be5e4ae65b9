/** Applies acts without an approver after 24 hours; and withdraws pending ones. */
import type { z } from 'zod/mini';
import type { authority } from '#contexts/authority/contract/authority.ts';
import { may } from '#kernel/contract/access.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { type Page, counted } from '#kernel/server/database/count.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { byKey, paged } from '#kernel/server/database/table.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import { eventLog } from '#kernel/server/live/event.ts';
import { closeRequests } from '../engine.ts';
import { type DoDeps, carryOut } from './requests.ts';
import { closeAct, lockAct } from './store.ts';

/** Each in a separate transaction; a now rejected one is closed. Returns how many were processed. */
export async function doDue(database: Database, deps: DoDeps, now: Date): Promise<number> {
  const due = await database.rows<{ id: number }>(sql`
    select id from authority_acts where state = 'waiting' and runs_at <= ${now} order by runs_at limit 50`);
  for (const { id } of due)
    await database
      .transaction((tx) => doOne(tx, deps, id, now))
      .catch(async (error: unknown) => {
        if (!(error instanceof Failure)) throw error;
        await database.transaction((tx) => end(tx, id));
      });
  return due.length;
}

async function doOne(tx: Tx, deps: DoDeps, id: number, now: Date): Promise<void> {
  const act = await lockAct(tx, id);
  if (!act) return;
  const events = eventLog(act.askedBy, null);
  const besides: Promise<unknown>[] = [];
  const nobody = undefined as never;
  await carryOut(deps, act, {
    tx,
    now,
    actor: nobody,
    guest: null,
    key: null,
    delivery: null,
    emit: events.emit,
    beside: (write) => void besides.push(write),
    request: { id: '', ip: '', userAgent: '' },
    session: () => undefined,
  });
  await Promise.all(besides);
  await events.flush(tx, []);
}

async function end(tx: Tx, id: number): Promise<void> {
  const act = await lockAct(tx, id);
  if (!act) return;
  await closeAct(tx, id, 'expired');
  const events = eventLog(null, null);
  events.emit('authority.expired', { id, facts: { kind: act.kind, subjectId: id }, to: [act.askedBy] });
  await events.flush(tx, []);
}

type Row = z.output<typeof authority.asked.gives>;
export function askedPage(
  tx: Tx,
  actor: ServerActor,
  query: z.output<typeof authority.asked.takes>,
): Promise<Page<Row>> {
  const chosen = sql`from authority_acts a left join authority_requests q
      on q.kind = a.kind and q.subject_id = a.id and q.state = 'open'
    where a.state = 'waiting' and (a.asked_by = ${actor.id} or ${may(actor, 'edit_authority')})`;
  return counted(tx, query, chosen, () =>
    tx.rows<Row>(sql`
      select a.id, a.kind, jsonb_build_object('name', a.name, 'lines', a.lines, 'stands', a.stands) as act,
        (select first_name || ' ' || last_name from users where id = a.asked_by) as "askedBy",
        a.asked_by = ${actor.id} as "isMine", a.created_at as "askedAt", coalesce(q.due_at, a.runs_at, a.created_at) as "dueAt",
        (select coalesce(jsonb_agg(u.first_name || ' ' || u.last_name order by u.id), '[]') from users u
          where u.id = any(q.waits_for)) as "waitsFor"
      ${chosen} order by a.id desc ${paged(query)}`),
  );
}

export async function withdraw({ tx, actor, emit }: Context, key: string): Promise<{ id: number }> {
  const found = await tx.one<{ id: number }>(sql`
    select id from authority_acts where ${byKey(key)} and (asked_by = ${actor.id} or ${may(actor, 'edit_authority')})`);
  const act = found && (await lockAct(tx, found.id));
  if (!act) throw new Failure('NOT_FOUND');
  await closeAct(tx, act.id, 'withdrawn');
  await closeRequests(tx, act.kind, [act.id], { state: 'withdrawn', by: actor.id });
  emit('authority.withdrawn', {
    id: act.id,
    facts: { kind: act.kind, subjectId: act.id },
    to: [actor.id, act.askedBy],
  });
  return { id: act.id };
}
