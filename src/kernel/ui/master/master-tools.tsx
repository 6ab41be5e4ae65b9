/** Buttons of a master and its form; the open form is in the URL, for history and links. */
import { Suspense } from 'react';
import { IconPencil } from '@tabler/icons-react';
import { may } from '#kernel/contract/access.ts';
import { useActor } from '#kernel/client/session/session.tsx';
import { useUrlState } from '#kernel/client/app/url.ts';
import { kitText } from '#text/en/kit.ts';
import look from '../parts/sheet/actions.module.css';
import css from '../list/list.module.css';
import type { AnyMaster, MasterSpec } from './master-spec.ts';
import { lazy } from '../parts/lazy-part.tsx';

type Spec = Pick<MasterSpec<AnyMaster>, 'source' | 'says' | 'mayEdit'>;
const loadForm = () => import('./master-form.tsx');
const MasterForm = lazy(async () => ({ default: (await loadForm()).MasterForm }));
const fresh = 'new';

/** Shown to those who may add. */
export function AddButton({ spec: { source, says } }: { spec: Spec }) {
  const actor = useActor();
  const { set } = useUrlState();
  if (!may(actor, source.create.can)) return null;
  return (
    <button
      type="button"
      className={look.main}
      onPointerEnter={() => void loadForm()}
      onClick={() => set({ edit: fresh }, 'push')}
    >
      {kitText.add(says.one)}
    </button>
  );
}

/** Shown to those who may edit. */
export function EditButton({ spec, row, of }: { spec: Spec; row: { id: number }; of: string }) {
  const { source, says, mayEdit } = spec;
  const actor = useActor();
  const { set } = useUrlState();
  if (!may(actor, source.edit.can)) return null;
  // Reserved space aligns the edge across rows.
  if (mayEdit?.(row as never, actor) === false) return <span className={css.edit} />;
  return (
    <button
      type="button"
      className={css.edit}
      aria-label={`${kitText.edit(says.one)} ${of}`}
      onPointerEnter={() => void loadForm()}
      onClick={() => set({ edit: String(row.id) }, 'push')}
    >
      <IconPencil size={18} stroke={1.75} aria-hidden="true" />
    </button>
  );
}

/** The form in the URL, for permitted users. */
export function OpenForm({ spec }: { spec: MasterSpec<AnyMaster> }) {
  const actor = useActor();
  const { get, set } = useUrlState();
  const open = get('edit');
  const isNew = open === fresh;
  if (!open || !may(actor, (isNew ? spec.source.create : spec.source.edit).can)) return null;
  return (
    <Suspense>
      <MasterForm
        key={open}
        spec={spec}
        id={isNew ? undefined : open}
        onClose={() => set({ edit: undefined })}
      />
    </Suspense>
  );
}
