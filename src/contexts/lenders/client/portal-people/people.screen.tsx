/** Who of the lender signs in to its portal, and what each may do there. */
import { Suspense } from 'react';
import { portalPeople, portalRoles } from '#contexts/lenders/contract/portal-people.ts';
import { portalPeopleText as say } from '#contexts/lenders/text/en/portal-people.ts';
import type { Actor } from '#kernel/contract/access.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import type { RowAction } from '#kernel/ui/list/rows/row-action.ts';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

type Row = WireRow<typeof portalPeople.list>;
const col = columnsOf(portalPeople.list);
const PersonForm = lazy(async () => ({ default: (await import('./person-form.tsx')).PersonForm }));

const nameOf = ({ firstName, lastName }: Row): string => `${firstName} ${lastName}`.trim();
function stateOf({ isActive, isInvited, isContact }: Row): string {
  if (!isActive) return say.off;
  if (isInvited) return say.invited;
  return isContact ? say.contact : say.active;
}
const pill = (row: Row) => (
  <StatusPill tone={row.isActive ? (row.isInvited ? 'warn' : 'good') : 'bad'}>{stateOf(row)}</StatusPill>
);
/** Excludes the registered contact (managed in the client record) and the caller's access. */
const isTheirs = ({ id, isContact }: Row, actor: Actor): boolean => id !== actor.id && !isContact;
const change = (
  label: string,
  o: { asks: (name: string) => string; to: object; when: (row: Row) => boolean },
): RowAction<Row> => ({
  label,
  run: portalPeople.edit,
  input: ({ id }) => ({ id: String(id), ...o.to }),
  when: (row, actor) => isTheirs(row, actor) && o.when(row),
  asks: (row) => o.asks(nameOf(row)),
  says: { done: say.changed, failed: say.failed },
});

function Tools() {
  const { get, set } = useUrlState();
  if (!useMay()(portalPeople.add.can)) return null;
  return (
    <>
      <button type="button" className={look.main} onClick={() => set({ open: 'add' }, 'push')}>
        {say.add}
      </button>
      {get('open') === 'add' && (
        <Suspense>
          <PersonForm onClose={() => set({ open: undefined })} />
        </Suspense>
      )}
    </>
  );
}

export const PortalPeopleScreen = listScreen({
  source: portalPeople.list,
  title: say.title,
  empty: say.empty,
  above: () => <p>{say.about}</p>,
  tools: Tools,
  filters: [
    filtersOf(portalPeople.list)('role', say.role, {
      choices: portalRoles.map((value) => ({ value, label: say.roles[value] })),
    }),
  ],
  columns: [
    col.of('name', say.name, nameOf, { pin: 'start', width: 240 }),
    col.text('email', say.email, { width: 280 }),
    col.of('role', say.role, ({ role }) => say.roles[role], { width: 130 }),
    col.custom('state', say.state, pill, { text: stateOf, width: 180 }),
  ],
  actions: [
    change(say.makeViewer, {
      asks: say.askViewer,
      to: { role: 'viewer' },
      when: ({ role, isActive }) => isActive && role === 'approver',
    }),
    change(say.makeApprover, {
      asks: say.askApprover,
      to: { role: 'approver' },
      when: ({ role, isActive }) => isActive && role === 'viewer',
    }),
    change(say.shutOut, { asks: say.askShutOut, to: { isActive: false }, when: ({ isActive }) => isActive }),
    change(say.letIn, { asks: say.askLetIn, to: { isActive: true }, when: ({ isActive }) => !isActive }),
  ],
  card: (row: Row) => ({
    who: nameOf(row),
    much: say.roles[row.role],
    next: (
      <>
        {pill(row)} {row.email}
      </>
    ),
  }),
});
