import { Suspense, useState } from 'react';
import { loans } from '#contexts/loans/contract/loans.ts';
import { kitText } from '#text/en/kit.ts';
import { loansText as say } from '#contexts/loans/text/en/loans.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import { useUrlState } from '#kernel/client/app/url.ts';
import type { BarProps } from '#kernel/ui/list/list-spec.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import css from '../loans.module.css';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';
import { greyed } from '#kernel/ui/parts/greyed.ts';

/** Forms are heavy, and most who read a list never open this one. */
const Ask = lazy(async () => ({ default: (await import('./hand-out-form.tsx')).HandOutForm }));

const CreateTask = lazy(async () => ({ default: (await import('../tasks/task-bar.tsx')).CreateTask }));

/** Bulk actions on selected loans. Reassigning needs the filter of one client, because a campaign belongs to a client. */
export function HandOut(chosen: BarProps) {
  const { get } = useUrlState();
  const mayAsk = useMay();
  const [open, setOpen] = useState<'assign' | 'allocate'>();
  const clientId = get('clientId');
  if (!mayAsk(loans.assign.can)) return null;
  const close = (): void => setOpen(undefined);
  return (
    <div role="group" aria-label={kitText.actions} className={css.actions}>
      {!clientId && <small>{say.clientFirst}</small>}
      <button
        type="button"
        className={look.main}
        {...greyed(!clientId && say.clientFirst)}
        onClick={() => setOpen('assign')}
      >
        {say.reassign}
      </button>
      <button type="button" className={look.plain} onClick={() => setOpen('allocate')}>
        {say.assignAllocation}
      </button>
      <Suspense>
        <CreateTask {...chosen} />
      </Suspense>
      <Suspense>{open && <Ask what={open} clientId={clientId ?? ''} {...chosen} close={close} />}</Suspense>
    </div>
  );
}
