import { type Flag, flags } from '#kernel/contract/flags.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { modules } from '#contexts/agency/contract/modules.ts';
import { flagOf, moduleId, moduleOf, permissionId } from '#contexts/agency/contract/permission-ids.ts';
import { permissions } from '#contexts/agency/contract/roles.ts';
import { signal } from '#kernel/server/live/event.ts';
import { type Context, implement } from '#kernel/server/http/implement.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { viewsOf } from './flag-views.ts';
import { checkHeld, checkRank } from './rules.ts';
import { type RoleWithFlags, roleOf, storeFlags } from './store.ts';

const permissionRow = (flag: Flag) => {
  const module = moduleOf(flag);
  if (!module) throw new Error(`${flag} stands in no module`);
  return { id: permissionId(flag), name: flag, moduleId: moduleId(module) };
};
const moduleRow = (module: (typeof modules)[number]) => ({
  id: moduleId(module),
  name: module.name,
  parentId: null,
});
const byModule = modules.map((module) => ({
  ...moduleRow(module),
  permissions: module.flags.map((flag) => ({ ...permissionRow(flag), views: viewsOf(flag) })),
}));
const known = new Set<string>(flags);

function flagsOf(ids: readonly number[]): Flag[] {
  return [...new Set(ids)].map((id) => {
    const flag = flagOf(id);
    if (!flag) throw new Failure('INVALID_INPUT', {}, [{ path: 'permissionIds', fault: 'invalid' }]);
    return flag;
  });
}

const heldBy = ({ id, flags: held }: RoleWithFlags) => ({
  roleId: id,
  permissionIds: held.filter((flag) => known.has(flag)).map(permissionId),
});

/** Stores the role's flags; sockets of its users are rechecked on commit. */
async function change(role: RoleWithFlags, next: readonly Flag[], { tx, emit }: Context) {
  const added = next.filter((flag) => !role.flags.includes(flag));
  const removed = role.flags.filter((flag) => !next.includes(flag));
  await storeFlags(tx, role.id, next);
  await signal(tx, { recheck: { roles: [role.id] } });
  emit('permissions.changed', { id: role.id, facts: { added, removed } });
  return heldBy({ ...role, flags: [...next] });
}

/** The role, locked, after a check that the actor may change its permissions. */
async function changeable({ tx, actor }: Context, roleId: number): Promise<RoleWithFlags> {
  const role = await roleOf(tx, roleId, sql`for no key update`);
  checkRank(actor, role.roleType);
  return role;
}

export const permissionRoutes = implement(permissions, {
  async ofRole({ roleId }, { tx }) {
    const role = await roleOf(tx, roleId);
    // The system admin passes every check, so all flags are shown as granted (G003).
    const held = role.slug === 'system_admin' ? flags : role.flags;
    return held.filter((flag) => known.has(flag)).map(permissionRow);
  },

  async attach({ permissionIds, roleId }, context) {
    const added = flagsOf(permissionIds);
    const role = await changeable(context, roleId);
    checkHeld(context.actor, added);
    return change(role, [...new Set([...role.flags, ...added])].toSorted(), context);
  },

  async detach({ permissionIds, roleId }, context) {
    const removed = flagsOf(permissionIds);
    const role = await changeable(context, roleId);
    return change(
      role,
      role.flags.filter((flag) => !removed.includes(flag)),
      context,
    );
  },

  modules: async () => modules.map(moduleRow),
  byModule: async () => byModule,
});
