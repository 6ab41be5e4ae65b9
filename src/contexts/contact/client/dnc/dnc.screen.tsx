import { Suspense } from 'react';
import { dnc } from '#contexts/contact/contract/dnc.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { dncText as say } from '#contexts/contact/text/en/dnc.ts';
import { exportOf } from '#kernel/client/calls/files/export.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

type DncNumber = WireRow<typeof dnc.list>;
const col = columnsOf(dnc.list);
const filter = filtersOf(dnc.list);

const loadParts = () => import('./parts.tsx');
const AddNumber = lazy(async () => ({ default: (await loadParts()).AddNumber }));
const History = lazy(async () => ({ default: (await loadParts()).NumberHistory }));
const fresh = 'new';

function Tools() {
  const { get, set } = useUrlState();
  const history = get('history');
  return (
    <>
      <button
        type="button"
        className={look.main}
        onPointerEnter={() => void loadParts()}
        onClick={() => set({ edit: fresh }, 'push')}
      >
        {say.add}
      </button>
      <Suspense>
        {get('edit') === fresh && <AddNumber onClose={() => set({ edit: undefined })} />}
        {history && <History id={history} onClose={() => set({ history: undefined })} />}
      </Suspense>
    </>
  );
}

/** Its history is in the URL, for browser history and links. */
function HistoryButton({ row }: { row: DncNumber }) {
  const { set } = useUrlState();
  return (
    <button
      type="button"
      className={look.link}
      aria-label={say.historyOf(row.dncLoan.loanNumber)}
      onPointerEnter={() => void loadParts()}
      onClick={() => set({ history: String(row.id) }, 'push')}
    >
      {say.history}
    </button>
  );
}

const pill = ({ status }: DncNumber) => (
  <StatusPill tone={status === 'active' ? 'bad' : 'plain'}>{say.statuses[status]}</StatusPill>
);
const isBlocked = ({ status }: DncNumber): boolean => status === 'active';

/** DNC numbers, with their source. */
export const DncScreen = listScreen({
  source: dnc.list,
  title: say.title,
  empty: say.empty,
  tools: Tools,
  export: exportOf('dnc'),
  filters: [
    filter('status', say.status, {
      choices: (['active', 'inactive'] as const).map((value) => ({ value, label: say.statuses[value] })),
    }),
  ],
  columns: [
    col.of('loanNumber', say.loanNumber, ({ dncLoan }) => dncLoan.loanNumber, { pin: 'start' }),
    col.of('client', say.client, ({ dncLoan }) => dncLoan.client.name, { width: 220 }),
    col.text('mobile', say.mobile),
    col.custom('status', say.status, pill, { text: ({ status }) => say.statuses[status], width: 120 }),
    col.moment('updatedAt', say.since),
    col.custom('history', say.history, (row) => <HistoryButton row={row} />, { text: () => '', width: 110 }),
  ],
  actions: [
    {
      label: say.block,
      run: dnc.edit,
      when: (row) => !isBlocked(row),
      input: ({ id }) => ({ id: String(id), status: 'active' }),
      asks: ({ dncLoan }) => say.blockAsk(dncLoan.loanNumber),
      says: { done: say.added, failed: say.failed },
    },
    {
      label: say.free,
      run: dnc.edit,
      when: isBlocked,
      input: ({ id }) => ({ id: String(id), status: 'inactive' }),
      asks: ({ dncLoan }) => say.freeAsk(dncLoan.loanNumber),
      says: { done: say.added, failed: say.failed },
    },
  ],
  card: (row) => ({
    who: row.dncLoan.loanNumber,
    much: row.mobile,
    next: (
      <>
        {pill(row)} {row.dncLoan.client.name}
      </>
    ),
    more: <HistoryButton row={row} />,
  }),
});
