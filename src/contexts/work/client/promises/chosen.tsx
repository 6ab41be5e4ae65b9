/** Bulk actions on dispositions: a task of their loans, and an export. */
import { taskFormText } from '#contexts/loans/text/en/task-form.ts';
import { type ComponentType, Suspense, useState } from 'react';
import { borrowerDispositions } from '#contexts/work/contract/borrower-dispositions.ts';
import { usersTask } from '#contexts/work/contract/users-task.ts';
import { kitText } from '#text/en/kit.ts';
import { call } from '#kernel/client/calls/api.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { exportOf } from '#kernel/client/calls/files/export.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { ExportChosen } from '#kernel/ui/list/export-chosen.tsx';
import css from './promises.module.css';

interface Bar {
  ids: ReadonlySet<number>;
  clear: () => void;
}
/** Form for a task's name, from another feature. */
export type TaskForm = ComponentType<Bar & { close: () => void }>;

export const outcomeExport = exportOf('summary');
/** Maximum page size, and more than a day's work. */
const most = 500;

async function loansOf(ids: ReadonlySet<number>): Promise<ReadonlySet<number> | undefined> {
  try {
    const chosen = [...ids].slice(0, most);
    const { rows } = await call(borrowerDispositions.list, { ids: chosen, size: most });
    return new Set(rows.map(({ loanId }) => loanId));
  } catch (error) {
    notice.error(wordsOf(error) ?? kitText.failed);
    return undefined;
  }
}

export function chosenBar(Form: TaskForm): ComponentType<Bar> {
  return function Chosen(bar) {
    const mayAsk = useMay();
    const [isBusy, setBusy] = useState(false);
    const [loans, setLoans] = useState<ReadonlySet<number>>();
    const run = async (work: () => Promise<void>): Promise<void> => {
      setBusy(true);
      await work();
      setBusy(false);
    };
    return (
      <div className={css.acts} role="group" aria-label={kitText.actions}>
        {mayAsk(usersTask.create.can) && (
          <button
            type="button"
            className={look.main}
            disabled={isBusy}
            onClick={() => void run(async () => setLoans(await loansOf(bar.ids)))}
          >
            {taskFormText.create}
          </button>
        )}
        <ExportChosen spec={outcomeExport} {...bar} />
        <Suspense>
          {loans && <Form ids={loans} clear={bar.clear} close={() => setLoans(undefined)} />}
        </Suspense>
      </div>
    );
  };
}
