import { nameHas } from '#kernel/server/database/search.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';
import type { Disposition } from './rules.ts';

/** Computed fields of a list row; `dispositions` is the queried table. */
export const clientIds = sql`coalesce((select jsonb_agg(c.client_id order by c.client_id) from disposition_clients c
  where c.disposition_id = dispositions.id), '[]')`;
export const subDisposition = sql`coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'uId', s.u_id, 'name', s.name,
    'priority', s.priority, 'defaultApply', s.default_apply, 'isActive', s.is_active) order by s.priority, s.name, s.id)
  from dispositions s where s.parent_id = dispositions.id), '[]')`;
/** Names of the branches, so that a search for any finds the tree. */
export const branchNames = sql`(select string_agg(s.name, ' ') from dispositions s where s.parent_id = dispositions.id)`;

const isFor = (alias: Fragment, clientId: number | null): Fragment =>
  sql`(${alias}.default_apply or exists (select from disposition_clients x
    where x.disposition_id = ${alias}.id and x.client_id = ${clientId}::bigint))`;

/** What a client's loans are offered: a branch only where its tree is offered too. */
export const offeredDispositions = <R extends object>(tx: Tx, clientId: number | null): Promise<R[]> =>
  tx.rows<R>(sql`
    select d.id, d.u_id as "uId", d.name, d.type, d.parent_id as "parentId", d.priority, d.default_apply as "defaultApply",
      d.is_active as "isActive"
    from dispositions d left join dispositions p on p.id = d.parent_id
    where d.is_active and ${isFor(sql`d`, clientId)}
      and (p.id is null or (p.is_active and ${isFor(sql`p`, clientId)}))
    order by d.priority, d.name, d.id`);

export const parents = (
  tx: Tx,
  { q, ids }: { q?: string; ids?: number[] },
): Promise<{ id: number; name: string }[]> =>
  tx.rows(sql`
    select id, name from dispositions
    ${where([
      sql`parent_id is null and is_active`,
      q !== undefined && nameHas(sql`name`, q),
      ids && sql`id = any(${ids})`,
    ])}
    order by priority, name, id limit 200`);

export const branches = (
  tx: Tx,
  { q, ids, dispositionIds }: { q?: string; ids?: number[]; dispositionIds?: number[] },
): Promise<{ id: number; name: string }[]> =>
  tx.rows(sql`
    select s.id, s.name from dispositions s join dispositions p on p.id = s.parent_id
    ${where([
      // A selected, since retired one is still returned by id.
      ids ? sql`s.id = any(${ids})` : sql`s.is_active`,
      dispositionIds && sql`s.parent_id = any(${dispositionIds})`,
      q !== undefined && nameHas(sql`s.name`, q),
    ])}
    order by p.priority, s.priority, s.name, s.id limit 200`);

/** Locks the parent, so that it cannot become a branch meanwhile; undefined when it is none. */
export const lockParent = (tx: Tx, id: number): Promise<{ id: number } | undefined> =>
  tx.one<{ id: number }>(
    sql`select id from dispositions where id = ${id} and parent_id is null for no key update`,
  );

/** Position after all siblings. Dispositions are numbered in tens, like the initial ones. */
export async function lastPriority(tx: Tx, parentId: number | null): Promise<number> {
  const last = await tx.one<{ last: number }>(sql`
    select coalesce(max(priority), 0) as last from dispositions where parent_id is not distinct from ${parentId}::bigint`);
  return (last?.last ?? 0) + (parentId === null ? 10 : 1);
}

/** True when it has children or was recorded. */
export async function isUsed(tx: Tx, { id }: Disposition): Promise<boolean> {
  const used = await tx.one(sql`
    select 1 as ok where exists (select from dispositions where parent_id = ${id})
      or exists (select from borrower_dispositions where disposition_id = ${id})
      or exists (select from borrower_dispositions where sub_disposition_id = ${id})`);
  return used !== undefined;
}

export async function areClients(tx: Tx, ids: readonly number[]): Promise<boolean> {
  const found = await tx.one<{ count: number }>(
    sql`select count(*) as count from clients where id = any(${ids})`,
  );
  return found?.count === new Set(ids).size;
}

export async function setClients(tx: Tx, id: number, ids: readonly number[]): Promise<void> {
  await tx.run(
    sql`delete from disposition_clients where disposition_id = ${id} and not client_id = any(${ids})`,
  );
  await tx.run(sql`insert into disposition_clients (disposition_id, client_id)
    select ${id}, unnest(${ids}::bigint[]) on conflict do nothing`);
}

/** All siblings including this one, locked in display order. */
export const lockSiblings = (tx: Tx, id: number): Promise<{ id: number }[]> =>
  tx.rows<{ id: number }>(sql`
    select s.id from dispositions s where s.parent_id = (select parent_id from dispositions where id = ${id})
    order by s.priority, s.name, s.id for no key update`);

/** Numbers them in this order. */
export const setOrder = (tx: Tx, ids: readonly number[]): Promise<number> =>
  tx.run(sql`
    update dispositions d set priority = n.place, updated_at = now()
    from unnest(${ids}::bigint[]) with ordinality n (id, place) where d.id = n.id and d.priority <> n.place`);

/** Whether a disposition of this name means that the borrower died. */
export const namesDeath = async (tx: Tx, name: string): Promise<boolean> =>
  (await tx.one<{ is: boolean }>(sql`select names_death(${name}) as is`))?.is ?? false;
