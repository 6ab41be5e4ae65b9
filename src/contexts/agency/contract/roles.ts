import * as z from 'zod/mini';
import { type Actor, type RoleType, outranks, roleTypes } from '#kernel/contract/access.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, flag, id, ids, note, optional, roleType, text } from '#kernel/contract/field.ts';
import { master } from '#kernel/contract/master.ts';

/** Views for new roles: client users get theirs with their client (G102). */
export const newRoleTypes: readonly RoleType[] = roleTypes.filter((type) => type !== 'client');
/** Views the actor can create roles with: below their rank. */
export const viewsFor = (actor: Pick<Actor, 'roleType'>): RoleType[] =>
  newRoleTypes.filter((type) => outranks(actor, type));

/** What a picker of roles offers. */
const pick = z.object({ id: z.int(), name: z.string(), roleType: choice(roleTypes), isOwn: flag() });
const picked = { q: optional(text({ max: 60 })), ids: optional(ids()) };

const { list, create, edit, one } = master('/role', {
  called: ['role', 'roles'],
  draft: {
    name: text({ max: 60, unique: true }),
    /** Called View on the form; never changes once the role exists. */
    roleType: roleType(newRoleTypes),
    parentIds: optional(ids('parentRoles')),
    description: optional(note({ max: 250 })),
    /** Its users must set up two-factor first. */
    requiresSecondFactor: optional(flag()),
  },
  shows: { slug: z.string(), roleType: roleType() },
  flags: { list: 'list_role', create: 'add_role', edit: 'edit_role' },
  sorts: ['name', 'roleType'],
});
export const roles = domain('roles', {
  list,
  one,
  create,
  edit,
  remove: endpoint('DELETE /roles/:id', {
    about: 'Removes a role; refused while users have it.',
    can: 'edit_role',
    also: ['DELETE /role/:id'],
    errors: ['IN_USE', 'RANK_TOO_HIGH'],
  }),
  /** With a role type: only roles senior to it, which a role of that type may have above it (G007). */
  dropdown: endpoint('GET /role/dropdown', {
    about: 'Roles to choose from; with a role type, only those senior to it.',
    can: 'list_role_dropdown',
    takes: { ...picked, roleType: optional(roleType()) },
    gives: pick,
    answer: 'rows',
  }),
  given: endpoint('GET /user/roles', {
    about: 'Roles the caller may give to somebody: of a rank below their own.',
    can: 'list_role_dropdown',
    takes: picked,
    gives: pick,
    answer: 'rows',
  }),
});

const permission = z.object({ id: id(), name: z.string(), moduleId: id() });
/** Includes the Views with screens that check it: for others it has no visible effect. */
const boundPermission = z.extend(permission, { views: z.array(choice(roleTypes)) });
const change = { permissionIds: ids('permissions'), roleId: id('roles') };
const held = { roleId: id(), permissionIds: ids() };
const mod = z.object({ id: id(), name: z.string(), parentId: z.nullable(id()) });

/** Flags of a role; a flag's id derives from its name and never changes. */
export const permissions = domain('permissions', {
  ofRole: endpoint('GET /role/permission/:roleId', {
    about: 'Permissions of a role.',
    can: 'list_permissions',
    gives: permission,
    answer: 'rows',
  }),
  attach: endpoint('POST /role/permission/create', {
    about: 'Gives permissions to a role.',
    can: 'create_permissions',
    takes: change,
    gives: held,
    errors: ['RANK_TOO_HIGH', 'NOT_HELD', 'INVALID_INPUT'],
  }),
  detach: endpoint('POST /role/permission/delete', {
    about: 'Takes permissions from a role.',
    can: 'delete_permissions',
    takes: change,
    gives: held,
    errors: ['RANK_TOO_HIGH', 'INVALID_INPUT'],
  }),
  modules: endpoint('GET /role/permission/modules', {
    about: 'Modules that permissions are grouped by.',
    can: 'list_permissions',
    gives: mod,
    answer: 'rows',
  }),
  byModule: endpoint('GET /role/permission/modules-permission', {
    about: 'All permissions, grouped by module, each with the Views it changes something for.',
    can: 'list_permissions',
    gives: z.extend(mod, { permissions: z.array(boundPermission) }),
    answer: 'rows',
  }),
});
