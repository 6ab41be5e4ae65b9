/** Which roles an actor may create, change and assign. Pure. */
import type { Flag } from '#kernel/contract/flags.ts';
import { type Actor, type RoleType, outranks, rankOf } from '#kernel/contract/access.ts';
import { Failure } from '#kernel/contract/failure.ts';

export interface Role {
  id: number;
  slug: string;
  roleType: RoleType;
}
type Ranked = Pick<Actor, 'roleType'>;

/** Rejects roles at or above the actor's rank. */
export function checkRank(actor: Ranked, roleType: RoleType): void {
  if (!outranks(actor, roleType)) throw new Failure('RANK_TOO_HIGH');
}

/** Parent roles must rank strictly higher (G007); `found` contains the requested roles that exist. */
export function checkParents(roleType: RoleType, asked: readonly number[], found: readonly Role[]): void {
  const isRight = (parentId: number): boolean =>
    found.some((role) => role.id === parentId && rankOf(role.roleType) < rankOf(roleType));
  if (!asked.every(isRight))
    throw new Failure('INVALID_INPUT', {}, [{ path: 'parentIds', fault: 'invalid' }]);
}

/** Internal name of a role: lower case, joined; unique. */
export function slugOf(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  const base = plain || 'role';
  // This slug passes every check (G003): it is never generated.
  const isFree = (slug: string): boolean => slug !== 'system_admin' && !taken.has(slug);
  for (let n = 1; ; n += 1) {
    const slug = n === 1 ? base : `${base}_${n}`;
    if (isFree(slug)) return slug;
  }
}

/** Rejects flags the actor does not have; the system admin has all. */
export function checkHeld(actor: Actor, flags: readonly Flag[]): void {
  const isMissing = flags.some((flag) => !actor.flags.has(flag));
  if (actor.slug !== 'system_admin' && isMissing) throw new Failure('NOT_HELD');
}
