/** What waits for a person: decided, or passed on to somebody who may. */
import type { z } from 'zod/mini';
import type { authority } from '#contexts/authority/contract/authority.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { may } from '#kernel/contract/access.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { byKey, paged } from '#kernel/server/database/table.ts';
import { allDeciders, judge } from './engine.ts';
import type { Decided, KindOfRequest, Subject } from './slots.ts';

type Row = z.output<typeof authority.waiting.gives>;
type Kinds = readonly KindOfRequest[];
interface Found {
  id: number;
  kind: Row['kind'];
  subjectId: number;
  askedBy: string;
  askedComment: string;
  askedAt: string;
  dueAt: string;
}

export async function waitingPage(
  tx: Tx,
  actor: ServerActor,
  query: z.output<typeof authority.waiting.takes>,
  kinds: Kinds,
): Promise<Page<Row>> {
  const chosen = sql`from authority_requests q where q.state = 'open' and q.waits_for @> array[${actor.id}]::bigint[]`;
  return counted(tx, query, chosen, async () => {
    const found = await tx.rows<Found>(sql`
      select q.id, q.kind, q.subject_id as "subjectId", q.comment as "askedComment", q.created_at as "askedAt",
        q.due_at as "dueAt", (select first_name || ' ' || last_name from users where id = q.asked_by) as "askedBy"
      ${chosen} order by q.due_at, q.id ${paged(query)}`);
    const all = await Promise.all(
      kinds.map(({ kind, cards }) =>
        cards(
          tx,
          found.filter((one) => one.kind === kind).map(({ subjectId }) => subjectId),
        ),
      ),
    );
    const cardOf = new Map(all.flat().map((card) => [card.subjectId, card]));
    return found.flatMap((one) => {
      const card = cardOf.get(one.subjectId);
      return card ? [{ ...one, ...card }] : [];
    });
  });
}

interface Asked {
  id: number;
  kind: KindOfRequest;
  subject: Subject;
}
/** Still open, and this person may decide it; what it is about is locked when it is decided. */
async function requestOf({ tx, actor }: Context, key: string, kinds: Kinds): Promise<Asked> {
  const found = await tx.one<{ id: number; kind: string; subjectId: number }>(sql`
    select id, kind, subject_id as "subjectId" from authority_requests
    where ${byKey(key)} and state = 'open'`);
  const kind = kinds.find((one) => one.kind === found?.kind);
  if (!found || !kind || !may(actor, kind.flag)) throw new Failure('NOT_FOUND');
  const subject = await kind.subject(tx, found.subjectId);
  if (!subject || (await judge(tx, subject, actor)).is !== 'decides') throw new Failure('NOT_FOUND');
  return { id: found.id, kind, subject };
}

export async function decideRequest(
  context: Context,
  { id: key, ...decided }: Decided & { id: string },
  kinds: Kinds,
): Promise<{ id: number }> {
  const { id, kind, subject } = await requestOf(context, key, kinds);
  await kind.decide(context, subject.id, decided);
  context.emit('authority.decided', {
    id,
    facts: { kind: kind.kind, subjectId: subject.id, decision: decided.decision },
    to: [context.actor.id],
  });
  return { id };
}

export async function peopleFor(
  context: Context,
  key: string,
  kinds: Kinds,
): Promise<{ id: number; name: string }[]> {
  const { kind, subject } = await requestOf(context, key, kinds);
  const ids = await allDeciders(context.tx, { subject, flag: kind.flag });
  return context.tx.rows(sql`
    select id, first_name || ' ' || last_name as name from users
    where id = any(${ids}) and id <> ${context.actor.id} order by name, id`);
}

/** Only to somebody the policy lets decide it: passing on gives nobody more than they have. */
export async function passOn(
  context: Context,
  { id: key, userId }: { id: string; userId: number },
  kinds: Kinds,
): Promise<{ id: number }> {
  const { tx, actor, emit } = context;
  const { id, kind, subject } = await requestOf(context, key, kinds);
  const people = await allDeciders(tx, { subject, flag: kind.flag });
  if (userId === actor.id || !people.includes(userId))
    throw new Failure('INVALID_INPUT', {}, [{ path: 'userId', fault: 'invalid' }]);
  await tx.run(sql`
    update authority_requests set passed_to = ${userId}, waits_for = array[${userId}]::bigint[], updated_at = now()
    where id = ${id} and state = 'open'`);
  emit('authority.passed-on', {
    id,
    facts: { kind: kind.kind, subjectId: subject.id, userId },
    to: [actor.id, userId],
  });
  return { id };
}
