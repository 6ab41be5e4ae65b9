/** Authority engine: whether a user may decide now, and otherwise the pending approvers. */
import {
  type AuthorityKind,
  type Conflict,
  type Decider,
  type PolicyStep,
  type Station,
  type Ruling,
  isOpenAt,
  stationKey,
  placeIn,
  routeOf,
  rulingOf,
} from '#contexts/authority/contract/rules.ts';
import { mayReject } from '#contexts/authority/contract/reject.ts';
import { may } from '#kernel/contract/access.ts';
import type { Flag } from '#kernel/contract/flags.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { eventLog } from '#kernel/server/live/event.ts';
import { policyOf } from './policy.ts';
import type { Subject } from './slots.ts';

interface Open {
  id: number;
  /** Reached stations: the last is the current one. */
  passed: string[];
  passedTo: number | null;
  people: number[];
}
const openOf = (tx: Tx, kind: AuthorityKind, id: number): Promise<Open | undefined> =>
  tx.one<Open>(sql`
    select id, passed, passed_to as "passedTo", waits_for as people from authority_requests
    where kind = ${kind} and subject_id = ${id} and state = 'open'`);

/** Everybody above or below the makers. */
async function lineOf(tx: Tx, makers: readonly number[]): Promise<number[]> {
  const found = await tx.rows<{ id: number }>(sql`
    select ancestor_id as id from user_below where user_id = any(${[...makers]})
    union select user_id from user_below where ancestor_id = any(${[...makers]})`);
  return found.map(({ id }) => id);
}

const conflictOf = async (tx: Tx, { makers }: Subject): Promise<Conflict> => ({
  makers,
  line: await lineOf(tx, makers),
});

/** Effect of this user's approval on the current subject, by the current policy. */
export async function ruleOn(tx: Tx, subject: Subject, person: ServerActor): Promise<Ruling> {
  const { facts, makers } = subject;
  const policy = await policyOf(tx, subject);
  if (!policy) return rulingOf({ steps: undefined, facts, person, conflict: { makers, line: [] } });
  if (policy.flag !== undefined && !may(person, policy.flag)) return { is: 'refused', why: 'nobody' };
  return rulingOf({ ...(await askedOf(tx, subject, policy.steps)), facts, person });
}

/** Inputs of a ruling other than facts and user. */
const askedOf = async (tx: Tx, subject: Subject, steps: readonly PolicyStep[]) => ({
  steps,
  conflict: await conflictOf(tx, subject),
  passed: (await openOf(tx, subject.kind, subject.id))?.passed ?? [],
});

/** True for an eligible approver, or a maker, who withdraws it. */
export async function mayRefuse(tx: Tx, subject: Subject, person: Decider): Promise<boolean> {
  const { facts } = subject;
  const policy = await policyOf(tx, subject);
  return !policy || mayReject({ ...(await askedOf(tx, subject, policy.steps)), facts, person });
}

const holds = (flag: Flag | null): Fragment =>
  flag === null ? sql`r.role_type <> 'client'` : sql`(r.slug = 'system_admin' or ${flag} = any(r.flags))`;
const seesLoanOf = (assigneeId: number | null | undefined): Fragment =>
  assigneeId === undefined
    ? sql`true`
    : sql`
  (r.role_type in ('system_admin', 'admin') or u.id in (select ancestor_id from user_below where user_id = ${assigneeId}))`;

/** Approvers at a station: active, with permission, seeing the loan, and not makers. */
async function peopleAt(
  tx: Tx,
  { step, isSubstitute }: Station,
  o: { subject: Subject; conflict: Conflict; flag: Flag | null },
): Promise<number[]> {
  const named = isSubstitute ? step.substituteId : step.userId;
  const barred = step.exceptLine ? [...o.conflict.makers, ...o.conflict.line] : [...o.conflict.makers];
  const found = await tx.rows<{ id: number }>(sql`
    select u.id from users u join roles r on r.id = u.role_id
    where u.is_active and ${named === null ? sql`r.role_type = ${step.roleType}` : sql`u.id = ${named}`}
      and ${holds(o.flag)} and ${seesLoanOf(o.subject.assigneeId)} and u.id <> all(${barred}::bigint[])
    order by u.id`);
  return found.map(({ id }) => id);
}

interface Place {
  /** Where it has come to, this place last. */
  passed: string[];
  people: number[];
  hours: number;
}
/** First station from the current one on with an eligible approver; undefined without one. */
export async function placeFrom(
  tx: Tx,
  o: { subject: Subject; flag: Flag | null; passed: readonly string[]; from: 'here' | 'next' },
): Promise<Place | undefined> {
  const { facts } = o.subject;
  const policy = await policyOf(tx, o.subject);
  if (!policy) return undefined;
  const conflict = await conflictOf(tx, o.subject);
  const route = routeOf(policy.steps, facts);
  const start = placeIn(route, o.passed, o.from);
  for (const [i, at] of route.entries()) {
    if (i < start) continue;
    const people = await peopleAt(tx, at, { ...o, flag: o.flag ?? policy.flag ?? null, conflict });
    if (people.length === 0) continue;
    const been = route.slice(start, i + 1).map(stationKey);
    return {
      passed: [...o.passed.filter((key) => !been.includes(key)), ...been],
      people,
      hours: at.step.hours,
    };
  }
  return undefined;
}

/** All eligible approvers, for requests by name. */
export async function allDeciders(tx: Tx, o: { subject: Subject; flag: Flag | null }): Promise<number[]> {
  const { kind, id, facts } = o.subject;
  const policy = await policyOf(tx, o.subject);
  const conflict = await conflictOf(tx, o.subject);
  const passed = (await openOf(tx, kind, id))?.passed ?? [];
  const all: number[] = [];
  for (const station of routeOf(policy?.steps ?? [], facts))
    if (isOpenAt(station, passed))
      all.push(...(await peopleAt(tx, station, { ...o, flag: o.flag ?? policy?.flag ?? null, conflict })));
  return [...new Set(all)];
}

interface Asking {
  subject: Subject;
  flag: Flag | null;
  by: number;
  now: Date;
  comment: string;
}
interface Gone {
  id: number;
  /** Users with changed inboxes, including previous ones. */
  people: number[];
  isNew: boolean;
}
const sameIds = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id));

/** A resubmitted request goes to the current approvers; a named approver who is still eligible keeps it. */
async function askAnew(tx: Tx, open: Open, o: Asking): Promise<Gone | undefined> {
  const { id, passed, passedTo, people: before } = open;
  if (passedTo !== null && (await allDeciders(tx, o)).includes(passedTo))
    return { id, people: before, isNew: false };
  const place =
    (await placeFrom(tx, { ...o, passed, from: 'here' })) ??
    (await placeFrom(tx, { ...o, passed: [], from: 'next' }));
  if (!place) return undefined;
  const isHere = place.passed.at(-1) === passed.at(-1);
  if (isHere && sameIds(place.people, before)) return { id, people: before, isNew: false };
  await tx.run(sql`
    update authority_requests set passed = ${place.passed}, waits_for = ${place.people}, passed_to = null, updated_at = now(),
      due_at = case when ${isHere} then due_at else ${o.now}::timestamptz + ${place.hours} * interval '1 hour' end
    where id = ${id}`);
  return { id, people: [...new Set([...before, ...place.people])], isNew: true };
}

/** Makes it pending with others; undefined without an eligible approver. */
export async function goOn(tx: Tx, o: Asking): Promise<Gone | undefined> {
  const { kind, id } = o.subject;
  const open = await openOf(tx, kind, id);
  if (open) return askAnew(tx, open, o);
  const place = await placeFrom(tx, { ...o, passed: [], from: 'next' });
  if (!place) return undefined;
  const made = await tx.one<{ id: number }>(sql`
    insert into authority_requests (kind, subject_id, asked_by, comment, passed, waits_for, due_at)
    values (${kind}, ${id}, ${o.by}, ${o.comment}, ${place.passed}, ${place.people},
      ${o.now}::timestamptz + ${place.hours} * interval '1 hour')
    returning id`);
  return made && { ...made, people: place.people, isNew: true };
}

/** What was open of these is decided, or not to be decided any more; it leaves the inboxes it was in. */
export async function closeRequests(
  tx: Tx,
  kind: AuthorityKind,
  ids: readonly number[],
  { state, by }: { state: 'approved' | 'rejected' | 'withdrawn'; by: number | null },
): Promise<void> {
  const closed = await tx.rows<{ id: number; subjectId: number; people: number[] }>(sql`
    update authority_requests set state = ${state}, decided_by = ${by}, closed_at = now(), updated_at = now()
    where kind = ${kind} and subject_id = any(${[...ids]}) and state = 'open'
    returning id, subject_id as "subjectId", waits_for as people`);
  const events = eventLog(by, null);
  for (const { id, subjectId, people } of closed)
    events.emit('authority.closed', { id, facts: { kind, subjectId, state }, to: people });
  await events.flush(tx, []);
}

/** True where an open request of this subject is pending with this user. */
export const isInInbox = (kind: AuthorityKind, id: Fragment, userId: number): Fragment => sql`exists (
  select from authority_requests q where q.kind = ${kind} and q.subject_id = ${id} and q.state = 'open'
    and q.waits_for @> array[${userId}]::bigint[])`;

/** Pending approvers of an open request of this subject by name, and the deadline; null without one. */
export const waitingFor = (kind: AuthorityKind, id: Fragment): Fragment => sql`(
  select jsonb_build_object('dueAt', q.due_at, 'people', (
    select coalesce(jsonb_agg(u.first_name || ' ' || u.last_name order by u.id), '[]') from users u
    where u.id = any(q.waits_for)))
  from authority_requests q where q.kind = ${kind} and q.subject_id = ${id} and q.state = 'open')`;
