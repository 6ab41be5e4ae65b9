import { paged } from '#kernel/server/database/table.ts';
import { nameHas } from '#kernel/server/database/search.ts';
import * as portal from '#contexts/agency/server/users/portal-users.ts';
import { portalPeople } from '#contexts/lenders/contract/portal-people.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { join, sql } from '#kernel/server/database/sql.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';
import { signal } from '#kernel/server/live/event.ts';

interface Deps {
  invite: (tx: Tx, userId: number) => Promise<void>;
  /** Closes every session of a user. */
  endSessions: (tx: Tx, userId: number) => Promise<unknown>;
}

export const portalPeopleRoutes = ({ invite, endSessions }: Deps): Route[] =>
  implement(portalPeople, {
    list(query, { tx, actor }) {
      const chosen = narrow<typeof portalPeople.list>(query, {
        role: (role) => sql`(${portal.isApprover} = ${role === 'approver'})`,
        q: (q) => nameHas(sql`u.first_name || ' ' || u.last_name || ' ' || u.email`, q),
      });
      const from = join(
        [portal.peopleOf(actor.clientId), ...chosen.filter((one) => one !== undefined && one !== false)],
        ' and ',
      );
      return counted(tx, query, from, () =>
        tx.rows<portal.PortalPerson>(
          sql`select ${portal.personColumns} ${from} order by u.is_active desc, u.first_name, u.id ${paged(query)}`,
        ),
      );
    },

    async add({ role, ...person }, { tx, actor, emit }) {
      const clientId = actor.clientId ?? 0;
      const roleId = await portal.portalRole(tx, role);
      const id = await portal.addPortalPerson(tx, { ...person, clientId, roleId });
      await invite(tx, id);
      emit('users.created', { id, facts: { roleId } });
      return found(tx, clientId, id);
    },

    async edit({ id: key, role, isActive }, { tx, actor, emit }) {
      const id = /^\d{1,15}$/.test(key) ? Number(key) : 0;
      const before = await found(tx, actor.clientId, id);
      if (before.id === actor.id || before.isContact) throw new Failure('OWN_ACCOUNT');
      const after = { role: role ?? before.role, isActive: isActive ?? before.isActive };
      const roleId = await portal.portalRole(tx, after.role);
      await portal.changePortalPerson(tx, id, { roleId, isActive: after.isActive });
      if (!after.isActive) await endSessions(tx, id);
      emit('users.updated', {
        id,
        facts: { before: { role: before.role, isActive: before.isActive }, after },
      });
      await signal(tx, { recheck: { users: [id] } });
      return found(tx, actor.clientId, id);
    },
  });

async function found(tx: Tx, clientId: number | null, id: number): Promise<portal.PortalPerson> {
  const person = await portal.portalPerson(tx, clientId, id);
  if (!person) throw new Failure('NOT_FOUND');
  return person;
}
