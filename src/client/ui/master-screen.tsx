/** A master's whole screen from its description: list, add, edit. */
import { Suspense, lazy } from 'react';
import { may } from '#contract/kernel/access.ts';
import type { Endpoint, WireRow } from '#contract/kernel/endpoint.ts';
import type { Master } from '#contract/kernel/master.ts';
import { useActor } from '#client/kernel/session.tsx';
import { useUrlState } from '#client/kernel/url.ts';
import { kitText } from '#text/en/kit.ts';
import type { Column } from './columns.tsx';
import type { Field } from './fields.ts';
import type { Filter } from './filters.ts';
import css from './list.module.css';
import { listScreen } from './list-screen.tsx';

/** The words a master says: its title, one of it, and the toasts the specification fixes. */
export interface MasterWords {
  title: string;
  one: string;
  empty: string;
  created: string;
  updated: string;
  failed: string;
}
export interface MasterSpec<M extends Pick<Master, 'list' | 'one' | 'create' | 'edit'>> {
  source: M;
  columns: readonly Column<WireRow<M['list']>>[];
  fields: readonly Field[];
  filters?: readonly Filter[];
  says: MasterWords;
}

const loadForm = () => import('./master-form.tsx');
const MasterForm = lazy(async () => ({ default: (await loadForm()).MasterForm }));

export function masterScreen<M extends Pick<Master, 'list' | 'one' | 'create' | 'edit'>>(
  spec: MasterSpec<M>,
) {
  const { source, says, columns, filters } = spec;
  const edit = (source.edit as Endpoint).can;
  // The open form is in the address: back closes it, a link opens it.
  const Tools = () => {
    const actor = useActor();
    const { get, set } = useUrlState();
    const open = get('edit');
    const close = (): void => set({ edit: undefined });
    const isAllowed = may(actor, open === 'new' ? source.create.can : edit);
    return (
      <>
        {may(actor, source.create.can) && (
          <button
            type="button"
            className={css.main}
            onPointerEnter={() => void loadForm()}
            onClick={() => set({ edit: 'new' }, 'push')}
          >
            {kitText.add(says.one)}
          </button>
        )}
        {open && isAllowed && (
          <Suspense>
            <MasterForm
              key={open}
              spec={spec as never}
              id={open === 'new' ? undefined : open}
              onClose={close}
            />
          </Suspense>
        )}
      </>
    );
  };
  const Edit = ({ id }: { id: string }) => {
    const actor = useActor();
    const { set } = useUrlState();
    return may(actor, edit) ? (
      <button
        type="button"
        className={css.icon}
        aria-label={kitText.edit(says.one)}
        onPointerEnter={() => void loadForm()}
        onClick={() => set({ edit: id }, 'push')}
      >
        ✎
      </button>
    ) : null;
  };
  const editColumn: Column<WireRow<M['list']>> = {
    key: 'edit',
    label: kitText.editShort,
    text: () => '',
    width: 64,
    pin: 'end',
    cell: (row) => <Edit id={String((row as { id: number }).id)} />,
  };
  return listScreen({
    source: source.list as M['list'],
    title: says.title,
    empty: says.empty,
    columns: [...columns, editColumn],
    filters,
    active: 'isActive' in (source.list.takes.shape as object),
    tools: Tools,
    card: (row) => {
      const [who, much, next] = columns;
      return {
        who: who?.text(row) ?? '',
        much: much?.text(row),
        next: next?.text(row),
        more: <Edit id={String((row as { id: number }).id)} />,
      };
    },
  });
}
