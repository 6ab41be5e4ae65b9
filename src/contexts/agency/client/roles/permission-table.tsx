import { Checkbox } from '@mantine/core';
import type { Dispatch, SetStateAction } from 'react';
import { type Actor, may, outranks } from '#kernel/contract/access.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { permissions, type roles } from '#contexts/agency/contract/roles.ts';
import { kitText } from '#text/en/kit.ts';
import { permissionsText as say, roleTypeText } from '#contexts/agency/text/en/roles.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { type Held, keyOf, queryClient, useAct } from '#kernel/client/calls/queries/query.ts';
import { useActor } from '#kernel/client/session/session.tsx';
import css from './permissions.module.css';

type Role = WireRow<typeof roles.dropdown>;
type Module = WireRow<typeof permissions.byModule>;
type Permission = Module['permissions'][number];
type Pending = ReadonlyMap<number, boolean>;

interface Props {
  role: Role;
  module: Module;
  all: readonly Module[];
  isHeld: (id: number) => boolean;
  onPending: Dispatch<SetStateAction<Pending>>;
}

/** Whether the permission has an effect for the role's View. */
export const binds = ({ views }: Permission, { roleType }: Role): boolean =>
  views.some((view) => view === roleType);

/** Why this user cannot change a box; undefined when possible. A permission without effect may be removed. */
function barrier(actor: Actor, role: Role, permission: Permission, isHeld: boolean): string | undefined {
  if (!isHeld && !binds(permission, role)) return say.notOfView(roleTypeText[role.roleType]);
  if (!outranks(actor, role.roleType)) return say.aboveRank;
  if (!may(actor, (isHeld ? permissions.detach : permissions.attach).can)) return kitText.locked;
  const isOwn = actor.slug === 'system_admin' || actor.flags.has(permission.name);
  return isHeld || isOwn ? undefined : say.notHeld;
}

/** Grants or revokes optimistically; the server's response is final. */
function useChange({ role, all, onPending }: Pick<Props, 'role' | 'all' | 'onPending'>) {
  const attach = useAct(permissions.attach);
  const detach = useAct(permissions.detach);
  return async (changed: readonly Permission[], isOn: boolean): Promise<void> => {
    const permissionIds = changed.map(({ id }) => id);
    onPending((before) => new Map([...before, ...permissionIds.map((id) => [id, isOn] as const)]));
    try {
      const reply = await (isOn ? attach : detach).run({ roleId: role.id, permissionIds });
      const held = all
        .flatMap((module) => module.permissions)
        .filter(({ id }) => reply.permissionIds.includes(id));
      queryClient.setQueryData<Held<typeof permissions.ofRole>>(
        keyOf(permissions.ofRole, { roleId: String(role.id) }),
        { reply: held },
      );
      notice.success(isOn ? say.attached : say.removed);
    } catch (error) {
      notice.error(wordsOf(error) ?? kitText.failed);
    }
    onPending((before) => new Map([...before].filter(([id]) => !permissionIds.includes(id))));
  };
}

/** A module's permissions, each with its box, and one box for all that may be changed. */
export function PermissionTable({ role, module, all, isHeld, onPending }: Props) {
  const actor = useActor();
  const change = useChange({ role, all, onPending });
  const rows = module.permissions.map((permission) => ({
    permission,
    isOn: isHeld(permission.id),
    isBound: binds(permission, role),
    barred: barrier(actor, role, permission, isHeld(permission.id)),
  }));
  const bound = rows.filter(({ isBound }) => isBound);
  const on = bound.filter(({ isOn }) => isOn);
  const isFull = bound.length > 0 && on.length === bound.length;
  // Those without effect are neither counted nor changed by the box of the module.
  const free = bound.filter(({ barred }) => barred === undefined);
  // Partly set: first grants all grantable ones; when none remain, revokes all.
  const toGive = free.filter(({ isOn }) => !isOn);
  const toTake = free.filter(({ isOn }) => isOn);
  const next = toGive.length > 0 ? toGive : toTake;
  return (
    <div className={css.table} role="group" aria-label={module.name}>
      <div className={css.top}>
        <Checkbox
          id={`module-${module.id}`}
          size="md"
          aria-label={say.all(module.name)}
          checked={isFull}
          indeterminate={on.length > 0 && !isFull}
          disabled={next.length === 0}
          onChange={() =>
            void change(
              next.map(({ permission }) => permission),
              next === toGive,
            )
          }
        />
        <label htmlFor={`module-${module.id}`}>
          {module.name}
          <small>{say.held(on.length, bound.length)}</small>
        </label>
      </div>
      {rows.map(({ permission, isOn, isBound, barred }) => (
        <div key={permission.id} title={barred} data-barred={barred !== undefined || undefined}>
          <Checkbox
            id={`permission-${permission.id}`}
            size="md"
            aria-label={say.words(permission.name)}
            checked={isOn}
            disabled={barred !== undefined}
            onChange={() => void change([permission], !isOn)}
          />
          <label htmlFor={`permission-${permission.id}`}>
            {say.words(permission.name)}
            {isBound ? (
              <code>{permission.name}</code>
            ) : (
              <small>{say.notOfView(roleTypeText[role.roleType])}</small>
            )}
          </label>
        </div>
      ))}
    </div>
  );
}
