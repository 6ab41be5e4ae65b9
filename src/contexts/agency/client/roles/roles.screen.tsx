import { type Actor, type RoleType, outranks, roleTypes } from '#kernel/contract/access.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { roles, viewsFor } from '#contexts/agency/contract/roles.ts';
import { roleTypeText, rolesText as say } from '#contexts/agency/text/en/roles.ts';
import { useActor } from '#kernel/client/session/session.tsx';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { type Values, fieldsOf } from '#kernel/ui/form/fields.ts';
import { masterScreen } from '#kernel/ui/master/master-screen.tsx';

type Role = WireRow<typeof roles.list>;
const col = columnsOf(roles.list);
const field = fieldsOf(roles.create);
const typeOf = ({ roleType }: Role): RoleType => roleType as RoleType;

const isOwn = ({ slug }: Role, actor: Actor): boolean =>
  slug === 'system_admin' && actor.slug === 'system_admin';

/** The Views a new role may have, and the one that a role has. */
function useFields() {
  const offered = viewsFor(useActor());
  const choices = ({ roleType }: Values) =>
    roleTypes
      .filter((type) => offered.includes(type) || type === roleType)
      .map((type) => ({ value: type, label: roleTypeText[type] }));
  return [
    field.text('name', say.name),
    field.choice('roleType', say.roleType, { choices, fixed: true, hint: say.roleTypeHint }),
    field.pick('parentIds', say.parentIds, { within: 'roleType' }),
    field.area('description', say.description),
    field.flag('requiresSecondFactor', say.requiresSecondFactor, { hint: say.requiresSecondFactorHint }),
  ];
}

export const RolesScreen = masterScreen({
  source: roles,
  says: say,
  mayEdit: (role, actor) => outranks(actor, typeOf(role)),
  columns: [
    col.text('name', say.name, { width: 240 }),
    col.of('roleType', say.roleType, (role) => roleTypeText[typeOf(role)]),
    col.text('description', say.description, { width: 320 }),
  ],
  fields: useFields,
  actions: [
    // System admins have no superior, so they require it of themselves.
    {
      label: say.require,
      run: roles.edit,
      input: ({ id }) => ({ id: String(id), requiresSecondFactor: true }),
      when: (role, actor) => isOwn(role, actor) && !role.requiresSecondFactor,
      asks: ({ name }) => say.requireAsk(name),
      says: { done: say.updated },
    },
    {
      label: say.unrequire,
      run: roles.edit,
      input: ({ id }) => ({ id: String(id), requiresSecondFactor: false }),
      when: (role, actor) => isOwn(role, actor) && role.requiresSecondFactor === true,
      asks: ({ name }) => say.unrequireAsk(name),
      says: { done: say.updated },
    },
    {
      label: say.remove,
      run: roles.remove,
      when: (role, actor) => outranks(actor, typeOf(role)),
      asks: ({ name }) => say.removeAsk(name),
      says: { done: say.removed },
    },
  ],
});
