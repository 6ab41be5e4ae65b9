import { Failure } from '#kernel/contract/failure.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql, where } from '#kernel/server/database/sql.ts';
import { like } from '#kernel/server/database/table.ts';
import { type Owner, type Place, namesOf } from './rules.ts';

/** What a row shows beside its own columns; `clients` is the table it is asked from. */
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

export async function placeOf(tx: Tx, stateId: unknown, cityId: unknown): Promise<Place> {
  const found = await tx.one<Place>(sql`
    select exists (select from states where id = ${stateId}::bigint) as "hasState",
      (select state_id from cities where id = ${cityId}::bigint) as "stateOfCity"`);
  return found ?? { hasState: false, stateOfCity: null };
}

/** Active lenders, or those that are chosen already, whether active or not. */
export const offered = (
  tx: Tx,
  { q, ids }: { q?: string; ids?: number[] },
): Promise<{ id: number; name: string }[]> =>
  tx.rows(sql`
    select id, name from clients
    ${where([
      ids ? sql`id = any(${ids})` : sql`is_active`,
      q !== undefined && q !== '' && sql`name ilike ${like(q)}`,
    ])} order by name, id limit 200`);

/** The role of the lenders' people; the first lender brings it along. */
export async function portalRole(tx: Tx): Promise<number> {
  await tx.run(sql`
    insert into roles (slug, name, role_type) select 'client', 'Lender', 'client'
    where not exists (select from roles where role_type = 'client') on conflict do nothing`);
  const role = await tx.one<{ id: number }>(
    sql`select id from roles where role_type = 'client' order by id limit 1`,
  );
  if (!role) throw new Error('there is no role for lenders');
  return role.id;
}

export interface Contact {
  clientId: number;
  contactPerson: string;
  email: string;
  isActive: boolean;
}

/** Somebody signs in with this address already: said at the field of the client's form. */
const taken = new Failure('TAKEN', {}, [{ path: 'contactPersonEmail', fault: 'taken' }]);

export async function addPortalUser(
  tx: Tx,
  contact: Contact & { roleId: number; passwordHash: string },
): Promise<number> {
  const { firstName, lastName } = namesOf(contact.contactPerson);
  const made = await tx.one<{ id: number }>(sql`
    insert into users (first_name, last_name, email, password_hash, role_id, client_id, user_type, is_active)
    values (${firstName}, ${lastName}, ${contact.email}, ${contact.passwordHash}, ${contact.roleId}, ${contact.clientId},
      'external', ${contact.isActive}) on conflict (lower(email)) do nothing returning id`);
  if (!made) throw taken;
  return made.id;
}

/** The portal's user of a contact, by the address they sign in with; lenders that came with a file have none. */
export const portalUserOf = (tx: Tx, clientId: number, email: string): Promise<{ id: number } | undefined> =>
  tx.one<{ id: number }>(
    sql`select id from users where client_id = ${clientId} and lower(email) = lower(${email})`,
  );

export async function changePortalUser(tx: Tx, id: number, contact: Contact): Promise<void> {
  const { firstName, lastName } = namesOf(contact.contactPerson);
  const other = await tx.one(
    sql`select 1 as ok from users where lower(email) = lower(${contact.email}) and id <> ${id}`,
  );
  if (other) throw taken;
  await tx.run(sql`
    update users set first_name = ${firstName}, last_name = ${lastName}, email = ${contact.email},
      is_active = ${contact.isActive}, updated_at = now() where id = ${id}`);
}

/** Everybody of a lender that is no longer worked with is shut out; answers who. */
export const shutOut = (tx: Tx, clientId: number): Promise<{ id: number }[]> =>
  tx.rows<{ id: number }>(sql`
    update users set is_active = false, updated_at = now() where client_id = ${clientId} and is_active returning id`);
