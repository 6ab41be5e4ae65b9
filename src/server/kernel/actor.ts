/** Who is asking: a session token becomes an actor in one statement. */
import { createHash } from 'node:crypto';
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

interface Row {
  id: number;
  sessionId: number;
  roleId: number;
  roleType: RoleType;
  slug: string;
  roleName: string;
  firstName: string;
  lastName: string;
  email: string;
  clientId: number | null;
  flags: string;
  isQuiet: boolean;
}

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

// The same few flag lists come with every request; reading one into a set is dearer than looking it up.
const sets = new Map<string, ReadonlySet<string>>();
function setOf(flags: string): ReadonlySet<string> {
  const known = sets.get(flags);
  if (known) return known;
  if (sets.size > 500) sets.clear();
  const made = new Set(flags.split(' '));
  sets.set(flags, made);
  return made;
}

/** The actor behind a live session: not expired, not idle too long, not deactivated. */
export async function actorOf(tx: Tx, token: string): Promise<ServerActor | null> {
  const row = await tx.one<Row>(sql`
    select u.id, s.id as "sessionId", r.id as "roleId", r.role_type as "roleType", r.slug, r.name as "roleName",
      u.first_name as "firstName", u.last_name as "lastName", u.email, u.client_id as "clientId",
      array_to_string(r.flags, ' ') as flags, s.seen_at < now() - interval '1 minute' as "isQuiet"
    from session s join users u on u.id = s.user_id join roles r on r.id = u.role_id
    where s.token_hash = ${hashOf(token)} and u.is_active
      and s.expires_at > now() and s.seen_at + s.idle > now()`);
  return row ? { ...row, flags: setOf(row.flags) } : null;
}

/** Keeps a session awake; at most once a minute. */
export const touch = (sessionId: number): Fragment =>
  sql`update session set seen_at = now() where id = ${sessionId} and seen_at < now() - interval '1 minute'`;

/** True for the user ids this actor may see: everyone for admins, else the actor and everyone below. */
export const visibleUsers = (actor: Actor, column: Fragment): Fragment =>
  actor.roleType === 'system_admin' || actor.roleType === 'admin'
    ? sql`true`
    : sql`${column} in (select user_id from user_below where ancestor_id = ${actor.id})`;
