import { Suspense, useState } from 'react';
import { kitText } from '#text/en/kit.ts';
import { taskFormText as say } from '#contexts/loans/text/en/task-form.ts';
import { exportOf } from '#kernel/client/calls/files/export.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { ExportChosen } from '#kernel/ui/list/export-chosen.tsx';
import type { BarProps } from '#kernel/ui/list/list-spec.ts';
import css from '../loans.module.css';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

const exported = exportOf('borrowers');

const Ask = lazy(async () => ({ default: (await import('./task-form.tsx')).TaskForm }));

/** Creates a task from the selected loans. */
export function CreateTask({ isMain, ...chosen }: BarProps & { isMain?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={isMain ? look.main : look.plain} onClick={() => setOpen(true)}>
        {say.create}
      </button>
      <Suspense>{isOpen && <Ask {...chosen} close={() => setOpen(false)} />}</Suspense>
    </>
  );
}

/** Agent's actions on selected loans. */
export function TaskBar(props: BarProps) {
  return (
    <div role="group" aria-label={kitText.actions} className={css.actions}>
      <CreateTask isMain {...props} />
      <ExportChosen spec={exported} {...props} />
    </div>
  );
}
