import { nameHas } from '#kernel/server/database/search.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql, where } from '#kernel/server/database/sql.ts';
import type { Owner, StateAndCity } from './rules.ts';

/** Computed fields of a row; `clients` is the queried table. */
export const state = sql`(select jsonb_build_object('name', s.name) from states s where s.id = clients.state_id)`;
export const city = sql`(select jsonb_build_object('name', c.name) from cities c where c.id = clients.city_id)`;
export const owner = sql`(select jsonb_build_object('firstName', u.first_name, 'lastName', u.last_name, 'roleName', r.name)
  from users u join roles r on r.id = u.role_id where u.id = clients.owner_id)`;

/** What its portfolios' allocations aim at, month by month, the latest first (G160). */
export const targets = sql`(select coalesce(jsonb_agg(t order by t.year desc, t.month desc), '[]') from (
  select h.month, h.year, sum(h.target)::bigint as target from allocation_type_hierarchy h
  where h.client_id = clients.id group by h.year, h.month) t)`;

export const ownerOf = (tx: Tx, id: number): Promise<Owner | undefined> =>
  tx.one<Owner>(sql`
    select u.is_active as "isActive", r.role_type as "roleType" from users u join roles r on r.id = u.role_id
    where u.id = ${id}`);

export async function stateAndCityOf(tx: Tx, stateId: unknown, cityId: unknown): Promise<StateAndCity> {
  const found = await tx.one<StateAndCity>(sql`
    select exists (select from states where id = ${stateId}::bigint) as "hasState",
      (select state_id from cities where id = ${cityId}::bigint) as "stateOfCity"`);
  return found ?? { hasState: false, stateOfCity: null };
}

/** Active lenders, or those that are chosen already, whether active or not. */
export const offeredClients = (
  tx: Tx,
  { q, ids }: { q?: string; ids?: number[] },
): Promise<{ id: number; name: string }[]> =>
  tx.rows(sql`
    select id, name from clients
    ${where([
      ids ? sql`id = any(${ids})` : sql`is_active`,
      q !== undefined && q !== '' && nameHas(sql`name`, q),
    ])} order by name, id limit 200`);
