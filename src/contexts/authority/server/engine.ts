/** The engine of authority: may this person decide this now, and whom does it wait for otherwise. */
import {
  type AuthorityKind,
  type Conflict,
  type Decider,
  type Station,
  type Verdict,
  routeOf,
  verdictOf,
} from '#contexts/authority/contract/rules.ts';
import type { Flag } from '#kernel/contract/flags.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { policyOf } from './policy.ts';
import type { Subject } from './slots.ts';

interface Open {
  id: number;
  station: number;
  passedTo: number | null;
}
const openOf = (tx: Tx, kind: AuthorityKind, id: number): Promise<Open | undefined> =>
  tx.one<Open>(sql`
    select id, station, passed_to as "passedTo" from authority_requests
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

/** What follows when this person says yes to the subject as it stands now, by the policy in force now. */
export async function judge(tx: Tx, subject: Subject, person: Decider): Promise<Verdict> {
  const { kind, id, portfolioId, facts, makers } = subject;
  const policy = await policyOf(tx, { kind, portfolioId });
  if (!policy) return verdictOf({ steps: undefined, facts, person, conflict: { makers, line: [] } });
  const open = await openOf(tx, kind, id);
  return verdictOf({
    steps: policy.steps,
    facts,
    person,
    conflict: await conflictOf(tx, subject),
    at: open?.station ?? 0,
    passedTo: open?.passedTo ?? null,
  });
}

const holds = (flag: Flag): Fragment => sql`(r.slug = 'system_admin' or ${flag} = any(r.flags))`;
const seesLoanOf = (assigneeId: number | null): Fragment => sql`
  (r.role_type in ('system_admin', 'admin') or u.id in (select ancestor_id from user_below where user_id = ${assigneeId}))`;

/** Who decides at a station: active, with the permission, seeing the loan, and no maker. */
async function peopleAt(
  tx: Tx,
  { step, isSubstitute }: Station,
  o: { subject: Subject; conflict: Conflict; flag: Flag },
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

export interface Place {
  station: number;
  people: number[];
  hours: number;
}
/** The first station from this one on where somebody can decide; nothing where nobody can. */
export async function placeFrom(
  tx: Tx,
  o: { subject: Subject; flag: Flag; from: number },
): Promise<Place | undefined> {
  const { kind, portfolioId, facts } = o.subject;
  const policy = await policyOf(tx, { kind, portfolioId });
  if (!policy) return undefined;
  const conflict = await conflictOf(tx, o.subject);
  const route = routeOf(policy.steps, facts);
  for (const [station, at] of route.entries()) {
    if (station < o.from) continue;
    const people = await peopleAt(tx, at, { ...o, conflict });
    if (people.length > 0) return { station, people, hours: at.step.hours };
  }
  return undefined;
}

/** Everybody who may decide it now or later, to be asked by name. */
export async function allDeciders(tx: Tx, o: { subject: Subject; flag: Flag }): Promise<number[]> {
  const { kind, portfolioId, facts } = o.subject;
  const policy = await policyOf(tx, { kind, portfolioId });
  const conflict = await conflictOf(tx, o.subject);
  const all: number[] = [];
  for (const at of routeOf(policy?.steps ?? [], facts))
    all.push(...(await peopleAt(tx, at, { ...o, conflict })));
  return [...new Set(all)];
}

/** It waits for others from now on; nothing where nobody may decide it. Asked again, it stays where it is. */
export async function goOn(
  tx: Tx,
  o: { subject: Subject; flag: Flag; by: number; now: Date; comment: string },
): Promise<{ id: number; people: number[] } | undefined> {
  const { kind, id } = o.subject;
  const open = await tx.one<{ id: number; people: number[] }>(sql`
    select id, waits_for as people from authority_requests
    where kind = ${kind} and subject_id = ${id} and state = 'open'`);
  if (open) return open;
  const place = await placeFrom(tx, { ...o, from: 0 });
  if (!place) return undefined;
  return tx.one<{ id: number; people: number[] }>(sql`
    insert into authority_requests (kind, subject_id, asked_by, comment, station, waits_for, due_at)
    values (${kind}, ${id}, ${o.by}, ${o.comment}, ${place.station}, ${place.people},
      ${o.now}::timestamptz + ${place.hours} * interval '1 hour')
    returning id, waits_for as people`);
}

/** What was open of these is decided, or not to be decided any more. */
export const closeRequests = (
  tx: Tx,
  kind: AuthorityKind,
  ids: readonly number[],
  to: { state: 'approved' | 'rejected' | 'withdrawn'; by: number | null },
): Promise<number> =>
  tx.run(sql`
    update authority_requests set state = ${to.state}, decided_by = ${to.by}, closed_at = now(), updated_at = now()
    where kind = ${kind} and subject_id = any(${[...ids]}) and state = 'open'`);

/** Whom an open request of this subject waits for, by name, and until when; null where there is none. */
export const waitingFor = (kind: AuthorityKind, id: Fragment): Fragment => sql`(
  select jsonb_build_object('dueAt', q.due_at, 'people', (
    select coalesce(jsonb_agg(u.first_name || ' ' || u.last_name order by u.id), '[]') from users u
    where u.id = any(q.waits_for)))
  from authority_requests q where q.kind = ${kind} and q.subject_id = ${id} and q.state = 'open')`;
