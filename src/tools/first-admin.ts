/** The first person of an installation or an agency, and a new link for a person who never chose a password. */
import { z } from 'zod/mini';
import { linkSeconds } from '#contexts/agency/server/session/rules.ts';
import { mintLink } from '#contexts/agency/server/session/store.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { eventLog } from '#kernel/server/live/event.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { toolsText } from '#text/en/program/tools.ts';
import { Refused } from './refused.ts';

interface FirstAdmin {
  email: string;
  firstName: string;
  lastName: string;
}

/** Undefined where the e-mail is not complete. */
export function emailFrom(written: string | undefined): string | undefined {
  const email = z.email().safeParse(written?.trim().toLowerCase());
  return email.success ? email.data : undefined;
}

/** Undefined where e-mail or name are not complete. */
export function firstAdminFrom(args: { email?: string; name?: string }): FirstAdmin | undefined {
  const email = emailFrom(args.email);
  const [firstName, ...rest] = (args.name ?? '').trim().split(/\s+/);
  if (!email || !firstName || rest.length === 0) return undefined;
  return { email, firstName, lastName: rest.join(' ') };
}

/** The role every installation has (G003); its number is fixed, so the counter must pass it. */
async function systemAdminRole(tx: Tx): Promise<number> {
  const known = await tx.one<{ id: number }>(sql`select id from roles where slug = 'system_admin'`);
  if (known) return known.id;
  await tx.run(sql`insert into roles (id, slug, name, role_type)
    values (1, 'system_admin', 'System Admin', 'system_admin')`);
  await tx.run(sql`select setval(pg_get_serial_sequence('roles', 'id'), (select max(id) from roles))`);
  return 1;
}

interface Known {
  id: number;
  roleName: string;
  isActive: boolean;
  hasPassword: boolean;
}
const knownAs = (tx: Tx, email: string): Promise<Known | undefined> =>
  tx.one<Known>(sql`
    select u.id, r.name as "roleName", u.is_active as "isActive", u.password_hash is not null as "hasPassword"
    from users u join roles r on r.id = u.role_id where lower(u.email) = ${email} for no key update of u`);

/** A new one-time link; earlier unused ones of the person stop working. Undefined where there is no such person. */
function linkAgain(database: Database, email: string): Promise<(Known & { token: string }) | undefined> {
  return database.transaction(async (tx) => {
    const known = await knownAs(tx, email);
    if (!known) return undefined;
    if (!known.isActive) throw new Refused(toolsText.adminInactive(email));
    if (known.hasPassword) throw new Refused(toolsText.adminHasPassword(email));
    const events = eventLog(null, null);
    events.emit('users.invited', { id: known.id, facts: {} });
    await events.flush(tx, []);
    return { ...known, token: await mintLink(tx, known.id, 'invitation') };
  });
}

/** Creates the user and the one-time link for setting their password; returns its token. */
function createAdmin(database: Database, { email, firstName, lastName }: FirstAdmin): Promise<string> {
  return database.transaction(async (tx) => {
    const roleId = await systemAdminRole(tx);
    const user = await tx.one<{ id: number }>(sql`
      insert into users (first_name, last_name, email, role_id)
      values (${firstName}, ${lastName}, ${email}, ${roleId}) returning id`);
    if (!user) throw new Error('no user was made');
    const events = eventLog(null, null);
    events.emit('users.created', { id: user.id, facts: { roleId } });
    await events.flush(tx, []);
    return mintLink(tx, user.id, 'invitation');
  });
}

/** The sentence with the link by which the person chooses a password. */
export async function firstAdmin(
  database: Database,
  { email, person, publicUrl }: { email: string; person: FirstAdmin | undefined; publicUrl: string },
): Promise<string> {
  const hours = Math.floor(linkSeconds.invitation / 3600);
  const urlOf = (token: string): string => `${publicUrl}/set-password?token=${encodeURIComponent(token)}`;
  const known = await linkAgain(database, email);
  if (known) return toolsText.adminLinkAgain(email, known.roleName, urlOf(known.token), hours);
  if (!person) throw new Refused(toolsText.adminUsage);
  return toolsText.adminMade(email, urlOf(await createAdmin(database, person)), hours);
}
