import type { Flag } from '#kernel/contract/flags.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, empty, sql } from '#kernel/server/database/sql.ts';
import { byKey } from '#kernel/server/database/table.ts';
import type { Role } from './rules.ts';

export interface RoleWithFlags extends Role {
  flags: Flag[];
}

/** The role of a key; `lock` locks its row until commit for a change. */
export async function roleOf(tx: Tx, key: string | number, lock: Fragment = empty): Promise<RoleWithFlags> {
  const found = await tx.one<RoleWithFlags>(sql`
    select id, slug, role_type as "roleType", flags from roles where ${byKey(String(key))} ${lock}`);
  if (!found) throw new Failure('NOT_FOUND');
  return found;
}

export const rolesOf = (tx: Tx, ids: readonly number[]): Promise<Role[]> =>
  tx.rows<Role>(sql`select id, slug, role_type as "roleType" from roles where id = any(${ids})`);

/** Slugs in use, under an advisory lock, so that two roles never get the same. */
export async function slugsTaken(tx: Tx): Promise<Set<string>> {
  await tx.run(sql`select pg_advisory_xact_lock(7064)`);
  const rows = await tx.rows<{ slug: string }>(sql`select slug from roles`);
  return new Set(rows.map(({ slug }) => slug));
}

/** Removes a role; false while a user has it. */
export async function removeRole(tx: Tx, id: number): Promise<boolean> {
  const used = await tx.one(sql`select 1 as ok from users where role_id = ${id} limit 1`);
  if (used) return false;
  await tx.run(
    sql`update roles set parent_ids = array_remove(parent_ids, ${id}::bigint) where ${id} = any(parent_ids)`,
  );
  await tx.run(sql`delete from roles where id = ${id}`);
  return true;
}

export const storeFlags = (tx: Tx, id: number, flags: readonly Flag[]): Promise<number> =>
  tx.run(sql`update roles set flags = ${[...flags]}, updated_at = now() where id = ${id}`);
