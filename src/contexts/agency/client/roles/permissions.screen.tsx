import { useState } from 'react';
import { may, outranks } from '#kernel/contract/access.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { permissions, roles } from '#contexts/agency/contract/roles.ts';
import { permissionsText as say } from '#contexts/agency/text/en/roles.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { useActor } from '#kernel/client/session/session.tsx';
import { useUrlState } from '#kernel/client/app/url.ts';
import { ListSkeleton, ListState, ListTrouble } from '#kernel/ui/list/list-states.tsx';
import { Picker } from '#kernel/ui/form/inputs/picker.tsx';
import { useIsPhone } from '#kernel/ui/parts/use-media.ts';
import { PermissionTable, binds } from './permission-table.tsx';
import css from './permissions.module.css';

type Role = WireRow<typeof roles.dropdown>;
type Module = WireRow<typeof permissions.byModule>;

/** The system admin's role and the user's role are not editable. */
const isOffered = ({ roleType, isOwn }: Role): boolean => roleType !== 'system_admin' && !isOwn;

/** Flags of each role; role and module are in the URL. */
export function PermissionsScreen() {
  const { get, set } = useUrlState();
  return (
    <section className={css.screen} aria-labelledby="permissions-title">
      <header className={css.head}>
        <h1 id="permissions-title">{say.title}</h1>
        <Picker
          className={css.role}
          field={{ label: say.role, meta: { kind: 'id', ref: 'roles' } }}
          aria-label={say.role}
          placeholder={say.rolePlaceholder}
          size="md"
          offers={isOffered}
          value={get('role') ?? ''}
          onChange={(role) => set({ role: role || undefined }, 'push')}
        />
      </header>
      <Chosen roleId={get('role')} />
    </section>
  );
}

/** Role in the URL, once validated. */
function Chosen({ roleId }: { roleId: string | undefined }) {
  const actor = useActor();
  const isNumber = roleId !== undefined && /^\d+$/.test(roleId);
  const mayAsk = isNumber && may(actor, roles.dropdown.can);
  const found = useRead(roles.dropdown, { ids: [Number(roleId)] }, { enabled: mayAsk });
  if (mayAsk && found.isPending) return <ListSkeleton isPhone={false} columns={2} />;
  if (mayAsk && found.error && !found.data)
    return <ListTrouble error={found.error} onRetry={found.refetch} />;
  const [role] = found.data ?? [];
  if (!role || !isOffered(role))
    return <ListState error={null} empty={say.chooseRole} onRetry={() => undefined} />;
  return <Board key={role.id} role={role} />;
}

function Board({ role }: { role: Role }) {
  const actor = useActor();
  const { get, set } = useUrlState();
  const modules = useRead(permissions.byModule, {});
  const held = useRead(permissions.ofRole, { roleId: String(role.id) });
  /** What was clicked and is not answered yet. */
  const [pending, setPending] = useState<ReadonlyMap<number, boolean>>(new Map());
  const error = modules.error ?? held.error;
  if (error && !(modules.data && held.data))
    return (
      <ListTrouble
        error={error}
        onRetry={() => {
          modules.refetch();
          held.refetch();
        }}
      />
    );
  if (!modules.data || !held.data) return <ListSkeleton isPhone={false} columns={2} />;
  const stored = new Set(held.data.map(({ id }) => id));
  const isHeld = (id: number): boolean => pending.get(id) ?? stored.has(id);
  const open = modules.data.find(({ id }) => String(id) === get('module')) ?? modules.data[0];
  return (
    <>
      {!outranks(actor, role.roleType) && <p className={css.note}>{say.aboveRank}</p>}
      <div className={css.board}>
        <Modules
          all={modules.data}
          open={open}
          role={role}
          isHeld={isHeld}
          onOpen={(id) => set({ module: String(id) })}
        />
        {open && (
          <PermissionTable
            role={role}
            module={open}
            all={modules.data}
            isHeld={isHeld}
            onPending={setPending}
          />
        )}
      </div>
    </>
  );
}

interface ModulesProps {
  all: readonly Module[];
  open: Module | undefined;
  role: Role;
  isHeld: (id: number) => boolean;
  onOpen: (id: number) => void;
}

/** Module list with granted/total numbers: side menu on desktop, select on phones. */
function Modules({ all, open, role, isHeld, onOpen }: ModulesProps) {
  const isPhone = useIsPhone();
  const heldOf = (module: Module): string => {
    const bound = module.permissions.filter((one) => binds(one, role));
    return say.held(bound.filter(({ id }) => isHeld(id)).length, bound.length);
  };
  if (isPhone)
    return (
      <select
        className={css.select}
        aria-label={say.module}
        value={open?.id}
        onChange={({ target }) => onOpen(Number(target.value))}
      >
        {all.map((module) => (
          <option key={module.id} value={module.id}>{`${module.name} (${heldOf(module)})`}</option>
        ))}
      </select>
    );
  return (
    <nav className={css.modules} aria-label={say.modules}>
      {all.map((module) => (
        <button
          key={module.id}
          type="button"
          aria-current={module === open || undefined}
          onClick={() => onOpen(module.id)}
        >
          <span>{module.name}</span>
          <small>{heldOf(module)}</small>
        </button>
      ))}
    </nav>
  );
}
