/** Inbox: requests decided, or forwarded to an eligible user. */
import type { z } from 'zod/mini';
import type { authority } from '#contexts/authority/contract/authority.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { may } from '#kernel/contract/access.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import { type Fragment, join, sql } from '#kernel/server/database/sql.ts';
import { byKey, paged } from '#kernel/server/database/table.ts';
import { allDeciders } from './engine.ts';
import type { Became, Decided, KindOfRequest, Subject } from './slots.ts';

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

/** Of the kinds this person decides, what they see. */
function seenBy(actor: ServerActor, kinds: Kinds): Fragment {
  const seen = kinds
    .filter(({ flag }) => flag === null || may(actor, flag))
    .map(({ kind, isSeen }) => sql`(q.kind = ${kind} and ${isSeen(actor, sql`q.subject_id`)})`);
  return seen.length === 0 ? sql`false` : sql`(${join(seen, ' or ')})`;
}

export async function waitingPage(
  tx: Tx,
  actor: ServerActor,
  query: z.output<typeof authority.waiting.takes>,
  { kinds, now }: { kinds: Kinds; now: Date },
): Promise<Page<Row>> {
  const chosen = sql`from authority_requests q
    where q.state = 'open' and q.waits_for @> array[${actor.id}]::bigint[] and ${seenBy(actor, kinds)}`;
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
          now,
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

interface Open {
  id: number;
  kind: string;
  subjectId: number;
  /** Pending approvers. */
  people: number[];
}
const openOf = ({ tx, actor }: Context, key: string, kinds: Kinds): Promise<Open | undefined> =>
  tx.one<Open>(sql`
    select q.id, q.kind, q.subject_id as "subjectId", q.waits_for as people from authority_requests q
    where q.id = (select id from authority_requests where ${byKey(key)}) and q.state = 'open' and ${seenBy(actor, kinds)}`);

interface Asked extends Omit<Open, 'kind'> {
  kind: KindOfRequest;
  subject: Subject;
  deciders: number[];
}
/** An open, visible request, decidable by or pending with this user; its subject may be locked first. */
async function requestOf(context: Context, key: string, kinds: Kinds, isLocked = false): Promise<Asked> {
  const { tx, actor } = context;
  let found = await openOf(context, key, kinds);
  const kind = kinds.find((one) => one.kind === found?.kind);
  if (!found || !kind) throw new Failure('NOT_FOUND');
  if (isLocked) {
    await kind.lock(context, found.subjectId);
    found = await openOf(context, key, kinds);
    if (!found) throw new Failure('CHANGED_MEANWHILE');
  }
  const subject = await kind.subject(tx, found.subjectId);
  if (!subject) throw new Failure('NOT_FOUND');
  const deciders = await allDeciders(tx, { subject, flag: kind.flag });
  if (!deciders.includes(actor.id) && !found.people.includes(actor.id)) throw new Failure('NOT_FOUND');
  return { ...found, kind, subject, deciders };
}

/** `amount`: as seen by the caller; another amount is not approved. */
export async function decideRequest(
  context: Context,
  { id: key, amount, ...decided }: Decided & { id: string; amount: number },
  kinds: Kinds,
): Promise<{ id: number; became: Became }> {
  const { id, kind, subject } = await requestOf(context, key, kinds, true);
  if (subject.facts.amount !== amount) throw new Failure('CHANGED_MEANWHILE');
  const became = await kind.decide(context, subject.id, decided);
  if (became !== 'recommended')
    context.emit('authority.decided', {
      id,
      facts: { kind: kind.kind, subjectId: subject.id, decision: decided.decision },
      to: [context.actor.id],
    });
  return { id, became };
}

export async function peopleFor(
  context: Context,
  key: string,
  kinds: Kinds,
): Promise<{ id: number; name: string }[]> {
  const { deciders } = await requestOf(context, key, kinds);
  return context.tx.rows(sql`
    select id, first_name || ' ' || last_name as name from users
    where id = any(${deciders}) and id <> ${context.actor.id} order by name, id`);
}

/** Only to an eligible user: forwarding grants no additional rights. */
export async function passOn(
  context: Context,
  { id: key, userId }: { id: string; userId: number },
  kinds: Kinds,
): Promise<{ id: number }> {
  const { tx, actor, emit } = context;
  const { id, kind, subject, deciders, people } = await requestOf(context, key, kinds, true);
  if (userId === actor.id || !deciders.includes(userId))
    throw new Failure('INVALID_INPUT', {}, [{ path: 'userId', fault: 'invalid' }]);
  const passed = await tx.run(sql`
    update authority_requests set passed_to = ${userId}, waits_for = array[${userId}]::bigint[], updated_at = now()
    where id = ${id} and state = 'open'`);
  if (passed === 0) throw new Failure('CHANGED_MEANWHILE');
  emit('authority.passed-on', {
    id,
    facts: { kind: kind.kind, subjectId: subject.id, userId },
    to: [...new Set([actor.id, userId, ...people])],
  });
  return { id };
}
