/** Whom an actor sees: everyone for admins, else themselves and everyone below, as SQL for lists, rows and writes. */
import type { Actor } from '#kernel/contract/access.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

export const seesAll = ({ roleType }: Actor): boolean => roleType === 'system_admin' || roleType === 'admin';

/** True for the user ids this actor may see. */
export const visibleUsers = (actor: Actor, column: Fragment): Fragment =>
  seesAll(actor)
    ? sql`true`
    : sql`${column} in (select user_id from user_below where ancestor_id = ${actor.id})`;

/** True for loans visible to the actor: those of visible users. Client users see none here. */
export const visibleLoans = (actor: Actor, assignee: Fragment): Fragment =>
  actor.roleType === 'client' ? sql`false` : visibleUsers(actor, assignee);

/**
 * Visible users if at most `most`, else undefined. Data of few users is found faster user by user than by scanning
 * everything.
 */
export async function fewSeen(tx: Tx, actor: Actor, most: number): Promise<number[] | undefined> {
  if (seesAll(actor) || actor.roleType === 'client') return undefined;
  const seen = await tx.rows<{ id: number }>(
    sql`select user_id as id from user_below where ancestor_id = ${actor.id} limit ${most + 1}`,
  );
  return seen.length > most ? undefined : seen.map(({ id }) => id);
}

/** Users with screens showing these users' data: themselves and all leaders. */
export const watchersOf = async (tx: Tx, people: readonly (number | null)[]): Promise<number[]> =>
  (
    await tx.rows<{ id: number }>(sql`
    select distinct ancestor_id as id from user_below where user_id = any(${people.filter((id) => id !== null)})`)
  ).map(({ id }) => id);
