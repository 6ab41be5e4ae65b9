/** The first person of an installation or an agency. */
import { z } from 'zod/mini';
import { linkSeconds } from '#contexts/agency/server/session/rules.ts';
import { mintLink } from '#contexts/agency/server/session/store.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { eventLog } from '#kernel/server/live/event.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { toolsText } from '#text/en/tools.ts';
import { Refused } from './refused.ts';

export interface FirstAdmin {
  email: string;
  firstName: string;
  lastName: string;
}

/** Undefined where e-mail or name are not whole. */
export function firstAdminFrom(args: { email?: string; name?: string }): FirstAdmin | undefined {
  const email = z.email().safeParse(args.email?.trim().toLowerCase());
  const [firstName, ...rest] = (args.name ?? '').trim().split(/\s+/);
  if (!email.success || !firstName || rest.length === 0) return undefined;
  return { email: email.data, firstName, lastName: rest.join(' ') };
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

/** Makes the person and the one-time link by which they choose their password; answers the link's token. */
function createAdmin(database: Database, { email, firstName, lastName }: FirstAdmin): Promise<string> {
  return database.transaction(async (tx) => {
    if (await tx.one(sql`select 1 as ok from users where lower(email) = ${email}`)) {
      throw new Refused(toolsText.adminExists(email));
    }
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

/** What whoever made them is told: where they choose their password. */
export async function firstAdmin(database: Database, person: FirstAdmin, publicUrl: string): Promise<string> {
  const token = await createAdmin(database, person);
  const url = `${publicUrl}/set-password?token=${encodeURIComponent(token)}`;
  return toolsText.adminMade(person.email, url, Math.floor(linkSeconds.invitation / 3600));
}
