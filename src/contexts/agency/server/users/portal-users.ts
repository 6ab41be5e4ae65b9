/** The users by whom a lender signs in to its portal. */
import { Failure } from '#kernel/contract/failure.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

/** The contact's name as the portal's user carries it; one word is a first name. */
export function namesOf(contactPerson: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = contactPerson.trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}

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

/** Another user signs in with this address; shown at the field of the client's form. */
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
