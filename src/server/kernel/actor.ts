/** Who is asking: a session token becomes an actor in one statement. */
import { hash } from 'node:crypto';
import type { Actor, RoleType } from '#contract/kernel/access.ts';
import type { Tx } from './database.ts';
import { type Fragment, sql } from './sql.ts';

export interface ServerActor extends Actor {
  sessionId: number;
  roleId: number;
  roleName: string;
  firstName: string;
  lastName: string;
  email: string;
  /** The lender a portal user belongs to. */
  clientId: number | null;
  /** Last contact is older than a minute: worth a write. */
  isQuiet: boolean;
}

export const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer');

const separator = '\u001f';
type Twelve = [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];
function read(text: string): ServerActor {
  // Names come last: whatever somebody calls himself cannot move into the field of a role.
  const [
    id,
    sessionId,
    roleId,
    clientId,
    isQuiet,
    roleType,
    slug,
    flags,
    roleName,
    firstName,
    lastName,
    email,
  ] = text.split(separator) as Twelve;
  return {
    id: Number(id),
    sessionId: Number(sessionId),
    roleId: Number(roleId),
    clientId: Number(clientId) || null,
    isQuiet: isQuiet === 't',
    roleType: roleType as RoleType,
    slug,
    flags: setOf(flags),
    roleName,
    firstName,
    lastName,
    email,
  };
}

// The same few flag lists come with every request; reading one into a set is dearer than looking it up.
const sets = new Map<string, ReadonlySet<string>>();
const actors = new Map<string, ServerActor>();
const latest = new Map<string, ServerActor>();
const mostKept = 5000;
function kept<V>(cache: Map<string, V>, text: string, make: (text: string) => V): V {
  const known = cache.get(text);
  if (known) return known;
  if (cache.size >= mostKept) cache.clear();
  const made = make(text);
  cache.set(text, made);
  return made;
}
const setOf = (flags: string): ReadonlySet<string> => kept(sets, flags, () => new Set(flags.split(' ')));

/**
 * The actor behind a live session: not expired, not idle too long, not deactivated.
 * One column keeps the answer small; equal text means nothing changed, so the actor read from it is the same object.
 */
export const actorOf = (tx: Tx, token: string): Promise<ServerActor | null> => ask(tx, hashOf(token));

/** Asks who this is, and answers at once who it was last time: a guess, to be compared with what is said now. */
export function actorAndGuess(
  tx: Tx,
  token: string,
): { asked: Promise<ServerActor | null>; guess: ServerActor | undefined } {
  const hash = hashOf(token);
  return { guess: latest.get(hash.toString('latin1')), asked: ask(tx, hash) };
}

async function ask(tx: Tx, hash: Buffer): Promise<ServerActor | null> {
  const row = await tx.one<{ a: string }>(sql`
    select concat_ws(E'\\x1f', u.id, s.id, r.id, coalesce(u.client_id, 0), s.seen_at < now() - interval '1 minute',
      r.role_type, r.slug, array_to_string(r.flags, ' '), r.name, u.first_name, u.last_name, u.email) as a
    from session s join users u on u.id = s.user_id join roles r on r.id = u.role_id
    where s.token_hash = ${hash} and u.is_active
      and s.expires_at > now() and s.seen_at + s.idle > now()`);
  const actor = row ? kept(actors, row.a, read) : null;
  const key = hash.toString('latin1');
  if (actor) latest.set(key, actor);
  else latest.delete(key);
  if (latest.size > mostKept) latest.clear();
  return actor;
}

/** A person as they are now, for work that goes on without their session; null when they may not work any more. */
export async function actorById(
  tx: Tx,
  userId: number,
  o: { evenDeactivated?: boolean } = {},
): Promise<ServerActor | null> {
  const row = await tx.one<Omit<ServerActor, 'flags'> & { flags: string[] }>(sql`
    select u.id, 0 as "sessionId", r.id as "roleId", u.client_id as "clientId", false as "isQuiet",
      r.role_type as "roleType", r.slug, r.flags, r.name as "roleName", u.first_name as "firstName",
      u.last_name as "lastName", u.email
    from users u join roles r on r.id = u.role_id where u.id = ${userId} and (u.is_active or ${o.evenDeactivated ?? false})`);
  return row ? { ...row, flags: new Set(row.flags) } : null;
}

/** Keeps a session awake; at most once a minute. */
export const touch = (sessionId: number): Fragment =>
  sql`update session set seen_at = now() where id = ${sessionId} and seen_at < now() - interval '1 minute'`;

/** True for the user ids this actor may see: everyone for admins, else the actor and everyone below. */
export const visibleUsers = (actor: Actor, column: Fragment): Fragment =>
  actor.roleType === 'system_admin' || actor.roleType === 'admin'
    ? sql`true`
    : sql`${column} in (select user_id from user_below where ancestor_id = ${actor.id})`;

/** True for the loans this actor may see: those of the people they see. Lenders' own people see none here. */
export const visibleLoans = (actor: Actor, assignee: Fragment): Fragment =>
  actor.roleType === 'client' ? sql`false` : visibleUsers(actor, assignee);

/** The same for one loan, and for whoever speaks with its borrower, or has yet to write down what came of it. */
export const visibleLoan = (actor: Actor, loan: Fragment): Fragment =>
  actor.roleType === 'agent'
    ? sql`(${visibleLoans(actor, sql`${loan}.assignee_id`)} or ${loan}.id in (
        select k.loan_id from call_attempts k where k.user_id = ${actor.id} and k.state <> 'ended'
        union all select k.loan_id from call_attempts k where k.user_id = ${actor.id} and k.ended_at is not null
          and k.wrap_end_at is null and k.ended_at > now() - interval '1 day'))`
    : visibleLoans(actor, sql`${loan}.assignee_id`);

/** True for the calls this actor may see: those of the people they see, and those nobody took of the loans they see. */
export const visibleCalls = (actor: Actor, agent: Fragment, assignee: Fragment): Fragment =>
  sql`(${visibleLoans(actor, agent)} or (${agent} is null and ${visibleLoans(actor, assignee)}))`;

/** Everyone who sees what these people have: themselves and all above them. */
export const watchersOf = async (tx: Tx, people: readonly (number | null)[]): Promise<number[]> =>
  (
    await tx.rows<{ id: number }>(sql`
    select distinct ancestor_id as id from user_below where user_id = any(${people.filter((id) => id !== null)})`)
  ).map(({ id }) => id);
