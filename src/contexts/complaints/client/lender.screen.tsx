/** Complaints of a lender's borrowers, and the form to forward one received by the lender. */
import { Suspense } from 'react';
import { complaintStates } from '#contexts/complaints/contract/complaint-rules.ts';
import { complaints } from '#contexts/complaints/contract/complaints.ts';
import { complaintsText as say } from '#contexts/complaints/text/en/complaints.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import { dayWords } from '#kernel/ui/parts/values/format.ts';
import { complaintPill, complaintState } from './columns.tsx';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

const col = columnsOf(complaints.ofLender);
const filter = filtersOf(complaints.ofLender);
const LenderForm = lazy(async () => ({ default: (await import('./lender-form.tsx')).LenderForm }));

/** Complaint totals; reserves its row during loading to avoid layout shift. */
function Counts() {
  const { data } = useRead(complaints.ofLender, { size: 5 });
  const { summary } = (data ?? {}) as { summary?: { waiting: number; late: number; closed: number } };
  return (
    <p role="status">{summary ? say.counts(summary.waiting, summary.late, summary.closed) : '\u00a0'}</p>
  );
}

function Tools() {
  const { get, set } = useUrlState();
  const maySend = useMay()(complaints.send.can);
  if (!maySend) return null;
  return (
    <>
      <button type="button" className={look.main} onClick={() => set({ open: 'send' }, 'push')}>
        {say.send}
      </button>
      {get('open') === 'send' && (
        <Suspense>
          <LenderForm onClose={() => set({ open: undefined })} />
        </Suspense>
      )}
    </>
  );
}

export const LenderComplaintsScreen = listScreen({
  source: complaints.ofLender,
  title: say.title,
  empty: say.empty,
  above: Counts,
  tools: Tools,
  filters: [
    filter('state', say.state, {
      choices: complaintStates.map((value) => ({ value, label: say.states[value] })),
    }),
    filter('isLate', say.onlyLate),
  ],
  columns: [
    col.text('number', say.number, { pin: 'start', width: 120 }),
    col.custom('state', say.state, complaintPill, { text: complaintState, width: 130 }),
    col.text('loanNumber', say.loanNumber),
    col.text('borrower', say.borrower, { width: 190 }),
    col.of('kind', say.kind, ({ kind }) => say.kinds[kind], { width: 160 }),
    col.text('words', say.words, { width: 320 }),
    col.of('answer', say.answer, ({ answer }) => answer ?? '', { width: 320 }),
    col.day('dueOn', say.dueOn, { width: 130 }),
    col.moment('createdAt', say.takenAt),
  ],
  card: (row) => ({
    who: row.borrower,
    much: row.number,
    next: (
      <>
        {complaintPill(row)} {[say.kinds[row.kind], dayWords(row.dueOn), row.words].join(' · ')}
      </>
    ),
  }),
});
