/** The users by whom a lender signs in to its portal. */
import { Failure } from '#kernel/contract/failure.ts';
import type { Flag } from '#kernel/contract/flags.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** First and last name of the portal user, from the contact's name; a single part is the first name. */
export function namesOf(contactPerson: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = contactPerson.trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}

/** An approver decides, a viewer sees. */
export type PortalRole = 'approver' | 'viewer';
const decides = 'decide_as_lender' satisfies Flag;
export const isApprover = sql`${decides} = any(r.flags)`;

/** Slug and name of a portal role created on demand; an alternative where the first is used by another role. */
const usual: Readonly<Record<PortalRole, readonly (readonly [slug: string, name: string])[]>> = {
  approver: [
    ['client', 'Lender'],
    ['client_approver', 'Lender, decides'],
  ],
  viewer: [['client_viewer', 'Lender, sees only']],
};

/** Roles of client users; created on first use. */
export async function portalRole(tx: Tx, kind: PortalRole = 'approver'): Promise<number> {
  const isFound = kind === 'approver' ? isApprover : sql`not ${isApprover}`;
  const flags = kind === 'approver' ? [decides] : [];
  for (const [slug, name] of usual[kind])
    await tx.run(sql`
      insert into roles (slug, name, role_type, flags) select ${slug}, ${name}, 'client', ${flags}
      where not exists (select from roles r where r.role_type = 'client' and ${isFound}) on conflict do nothing`);
  const role = await tx.one<{ id: number }>(
    sql`select r.id from roles r where r.role_type = 'client' and ${isFound} order by r.id limit 1`,
  );
  if (!role) throw new Error('there is no role for lenders');
  return role.id;
}

export interface PortalPerson {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  role: PortalRole;
  isActive: boolean;
  /** Was invited, and has no password yet. */
  isInvited: boolean;
  /** The lender's contact on record, whom the lender's record alone changes. */
  isContact: boolean;
}
export const peopleOf = (clientId: number | null): Fragment => sql`
  from users u join roles r on r.id = u.role_id and r.role_type = 'client' join clients c on c.id = u.client_id
  where u.client_id = ${clientId ?? 0}`;
export const personColumns = sql`u.id, u.first_name as "firstName", u.last_name as "lastName", u.email,
  case when ${isApprover} then 'approver' else 'viewer' end as role, u.is_active as "isActive", u.password_hash is null as "isInvited",
  lower(u.email) = lower(c.contact_person_email) as "isContact"`;
export const portalPerson = (
  tx: Tx,
  clientId: number | null,
  id: number,
): Promise<PortalPerson | undefined> =>
  tx.one<PortalPerson>(
    sql`select ${personColumns} ${peopleOf(clientId)} and u.id = ${id} for no key update of u`,
  );

export async function addPortalPerson(
  tx: Tx,
  o: { clientId: number; firstName: string; lastName: string; email: string; roleId: number },
): Promise<number> {
  const made = await tx.one<{ id: number }>(sql`
    insert into users (first_name, last_name, email, role_id, client_id, user_type)
    values (${o.firstName}, ${o.lastName}, ${o.email}, ${o.roleId}, ${o.clientId}, 'external')
    on conflict (lower(email)) do nothing returning id`);
  if (!made) throw new Failure('TAKEN', {}, [{ path: 'email', fault: 'taken' }]);
  return made.id;
}
export const changePortalPerson = (
  tx: Tx,
  id: number,
  o: { roleId: number; isActive: boolean },
): Promise<number> =>
  tx.run(
    sql`update users set role_id = ${o.roleId}, is_active = ${o.isActive}, updated_at = now() where id = ${id}`,
  );

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

/** Portal user of a contact, by sign-in address; lenders created by a file have none. */
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
