import { tableHandlers } from '#kernel/server/database/table.ts';
import { nameHas } from '#kernel/server/database/search.ts';
import { type RoleType, rankOf, roleTypes } from '#kernel/contract/access.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { roles, viewsFor } from '#contexts/agency/contract/roles.ts';
import { endSessionsWithoutCode } from '../session/store.ts';
import { signal } from '#kernel/server/live/event.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Context, implement } from '#kernel/server/http/implement.ts';
import { sql, where } from '#kernel/server/database/sql.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { type Role, checkParents, checkRank, slugOf } from './rules.ts';
import { removeRole, roleOf, rolesOf, slugsTaken } from './store.ts';

type Stored = Pick<typeof roles, 'list' | 'one' | 'create' | 'edit'>;
const handlers = tableHandlers<Stored & Pick<typeof roles, 'dropdown'>>({
  domain: 'roles',
  table: 'roles',
  columns: {
    name: 'name',
    slug: 'slug',
    roleType: 'role_type',
    parentIds: 'parent_ids',
    description: 'description',
    requiresSecondFactor: 'requires_second_factor',
  },
  label: 'name',
});

interface Asked {
  q?: string;
  ids?: number[];
}
/** Roles to choose from, of these types. */
const pick = ({ tx, actor }: Context, { q, ids }: Asked, types: readonly RoleType[]) =>
  tx.rows<{ id: number; name: string; roleType: RoleType; isOwn: boolean }>(sql`
    select id, name, role_type as "roleType", id = ${actor.roleId} as "isOwn" from roles
    ${where([
      sql`role_type = any(${[...types]})`,
      q !== undefined && nameHas(sql`name`, q),
      ids && sql`id = any(${ids})`,
    ])} order by lower(name), id limit 200`);

async function checkAbove(tx: Tx, roleType: RoleType, parentIds: readonly number[] = []): Promise<void> {
  if (parentIds.length > 0) checkParents(roleType, parentIds, await rolesOf(tx, parentIds));
}
const lock = sql`for no key update`;

/** System admins have no superior: they may require two-factor of their role. */
const isOwnDuty = (actor: ServerActor, { id, slug }: Role, draft: object): boolean =>
  slug === 'system_admin' &&
  id === actor.roleId &&
  Object.keys(draft).every((field) => ['id', 'updatedAt', 'requiresSecondFactor'].includes(field));

/** Closes password-only sessions when their role starts to require a code. */
async function endRoleSessions({ tx, actor }: Context, roleId: number): Promise<void> {
  await endSessionsWithoutCode(tx, sql`u.role_id = ${roleId}`, actor.sessionId);
  await signal(tx, { recheck: { roles: [roleId] } });
}

export const roleRoutes = implement(roles, {
  ...handlers,

  async create(draft, context) {
    const { tx, actor } = context;
    checkRank(actor, draft.roleType);
    await checkAbove(tx, draft.roleType, draft.parentIds);
    const slug = slugOf(draft.name, await slugsTaken(tx));
    return handlers.create({ ...draft, slug } as typeof draft, context);
  },

  async edit(draft, context) {
    const { tx, actor } = context;
    const role = await roleOf(tx, draft.id, lock);
    if (!isOwnDuty(actor, role, draft)) checkRank(actor, role.roleType);
    // The view decides the screens and the rank of everybody who has the role.
    if (draft.roleType !== undefined && draft.roleType !== role.roleType)
      throw new Failure('INVALID_INPUT', {}, [{ path: 'roleType', fault: 'invalid' }]);
    await checkAbove(tx, role.roleType, draft.parentIds);
    const edited = await handlers.edit(draft, context);
    if (draft.requiresSecondFactor) await endRoleSessions(context, role.id);
    return edited;
  },

  async remove({ id }, { tx, actor, emit }) {
    const role = await roleOf(tx, id, lock);
    checkRank(actor, role.roleType);
    if (!(await removeRole(tx, role.id))) throw new Failure('IN_USE');
    emit('roles.removed', { id: role.id, facts: { slug: role.slug } });
  },

  dropdown: ({ roleType, ...asked }, context) =>
    pick(context, asked, roleType ? roleTypes.filter((type) => rankOf(type) < rankOf(roleType)) : roleTypes),

  given: (asked, context) => pick(context, asked, viewsFor(context.actor)),
});
