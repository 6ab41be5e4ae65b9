/** Access control, identical on server and client. Flags are data of roles; role types and ranks are fixed. */
import type { Flag } from './flags.ts';

/** Senior to junior (G006); `client` is the lender's portal user (G102). */
export const roleTypes = [
  'system_admin',
  'admin',
  'manager',
  'supervisor',
  'authorized_officer',
  'tech_lead',
  'agent',
  'client',
] as const;
export type RoleType = (typeof roleTypes)[number];

/** 0 is the most senior. */
export const rankOf = (role: RoleType): number => roleTypes.indexOf(role);

/** True when the other role type is junior to the actor's, who may only manage junior ones. */
export const outranks = (actor: Pick<Actor, 'roleType'>, other: RoleType): boolean =>
  rankOf(other) > rankOf(actor.roleType);

/** Accepts the specification's other spellings (G005). */
export function roleTypeFrom(word: string): RoleType | undefined {
  const plain = word.trim().toLowerCase();
  return plain === 'teamlead' ? 'tech_lead' : roleTypes.find((role) => role === plain);
}

export interface Actor {
  id: number;
  roleType: RoleType;
  /** The slug `system_admin` passes every flag check (G003). */
  slug: string;
  flags: ReadonlySet<string>;
}

/**
 * `staff` is everyone signed in but the lender's portal users; a flag, or any of several; `roles` alone, or with flags;
 * `all` of several flags;
 * `admins`: every role that works loans, and admins with one of the flags (G011).
 * `schedule`: no user, but a scheduled program with the key the server was started with (G148).
 * The system_admin slug bypasses flags, never a rule about roles (G097).
 */
export type Access =
  | 'public'
  | 'signed-in'
  | 'staff'
  | 'system-admin'
  | 'schedule'
  | Flag
  | { any: readonly Flag[] }
  | { all: readonly Flag[] }
  | { admins: readonly Flag[] }
  | { roles: readonly RoleType[]; any?: readonly Flag[] };

export const adminRoles = ['system_admin', 'admin'] as const satisfies readonly RoleType[];
export const isAdmin = (actor: Actor): boolean => adminRoles.some((role) => role === actor.roleType);

const holds = (actor: Actor, flags: readonly Flag[]): boolean =>
  actor.slug === 'system_admin' || flags.some((flag) => actor.flags.has(flag));

/** True when this actor (null: not signed in) has this access. */
export function may(actor: Actor | null, access: Access): boolean {
  if (access === 'public') return true;
  if (access === 'schedule') return false;
  if (!actor) return false;
  if (access === 'signed-in') return true;
  if (access === 'staff') return actor.roleType !== 'client';
  if (access === 'system-admin') return actor.slug === 'system_admin';
  if (typeof access === 'string') return holds(actor, [access]);
  if ('admins' in access)
    return actor.roleType !== 'client' && (!isAdmin(actor) || holds(actor, access.admins));
  if ('roles' in access)
    return access.roles.includes(actor.roleType) && (!access.any || holds(actor, access.any));
  if ('all' in access) return access.all.every((flag) => holds(actor, [flag]));
  return holds(actor, access.any);
}
