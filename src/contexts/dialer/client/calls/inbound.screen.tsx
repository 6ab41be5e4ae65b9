/** Inbound calls; can create a task from their loans. */
import { taskFormText } from '#contexts/loans/text/en/task-form.ts';
import { type ComponentType, Suspense, useState } from 'react';
import { calls } from '#contexts/dialer/contract/calls.ts';
import { usersTask } from '#contexts/work/contract/users-task.ts';
import { callsText as say } from '#contexts/dialer/text/en/calls.ts';
import { kitText } from '#text/en/kit.ts';
import { call } from '#kernel/client/calls/api.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { momentWords, today } from '#kernel/ui/parts/values/format.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import { DayChips } from '#kernel/ui/list/toolbar/span-chips.tsx';
import { hrefOf } from './columns.tsx';

interface Bar {
  ids: ReadonlySet<number>;
  clear: () => void;
}
/** Form that names the new task; provided by another feature. */
type TaskForm = ComponentType<Bar & { close: () => void }>;
/** The largest page there is. */
const most = 500;

async function loansOf(ids: ReadonlySet<number>): Promise<ReadonlySet<number> | undefined> {
  try {
    const { rows } = await call(calls.inbound, { ids: [...ids].slice(0, most), size: most });
    return new Set(rows.flatMap(({ loanId }) => loanId ?? []));
  } catch (error) {
    notice.error(wordsOf(error) ?? kitText.failed);
    return undefined;
  }
}

/** Many calls of one borrower are one loan in the task. */
const barOf = (Form: TaskForm) =>
  function Chosen({ ids, clear }: Bar) {
    const mayAsk = useMay();
    const [isBusy, setBusy] = useState(false);
    const [loans, setLoans] = useState<ReadonlySet<number>>();
    if (!mayAsk(usersTask.create.can)) return null;
    const collect = async (): Promise<void> => {
      setBusy(true);
      setLoans(await loansOf(ids));
      setBusy(false);
    };
    return (
      <div role="group" aria-label={kitText.actions}>
        <button type="button" className={look.main} disabled={isBusy} onClick={() => void collect()}>
          {taskFormText.create}
        </button>
        <Suspense>{loans && <Form ids={loans} clear={clear} close={() => setLoans(undefined)} />}</Suspense>
      </div>
    );
  };

const col = columnsOf(calls.inbound);
const filter = filtersOf(calls.inbound);
const nameOf = ({ firstName, lastName }: { firstName: string | null; lastName: string | null }): string =>
  [firstName, lastName].filter(Boolean).join(' ');

export const inboundScreen = (Form: TaskForm) =>
  listScreen({
    source: calls.inbound,
    title: say.inboundTitle,
    empty: say.inboundEmpty,
    above: DayChips,
    href: hrefOf,
    // Do-not-call loans and calls without a loan cannot be selected.
    selectable: ({ isDNC, loanId }) => !isDNC && loanId !== null,
    bar: barOf(Form),
    columns: [
      col.text('loanNumber', say.loanNumber, { pin: 'start' }),
      col.text('clientBorrowerId', say.borrowerId),
      col.of('borrowerName', say.borrower, ({ borrowerName }) => borrowerName ?? say.unknown, { width: 220 }),
      col.of('user', say.user, nameOf),
      col.moment('startTime', say.callStartTime),
      col.moment('endTime', say.callEndTime),
    ],
    filters: [
      filter('startDate', say.date, { until: 'endDate', otherwise: today }),
      filter('userIds', say.users),
    ],
    card: (row) => ({
      who: row.borrowerName ?? say.unknown,
      next: [momentWords(row.startTime), row.loanNumber, nameOf(row)].filter(Boolean).join(' · '),
    }),
  });
