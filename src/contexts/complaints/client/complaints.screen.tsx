/** Complaints about visible loans, unanswered ones first. */
import { Suspense } from 'react';
import { complaintKinds, complaintStates } from '#contexts/complaints/contract/complaint-rules.ts';
import { complaints } from '#contexts/complaints/contract/complaints.ts';
import { complaintsText as say } from '#contexts/complaints/text/en/complaints.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import { dayWords } from '#kernel/ui/parts/values/format.ts';
import { complaintPill, complaintState } from './columns.tsx';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

type Row = WireRow<typeof complaints.list>;
const col = columnsOf(complaints.list);
const filter = filtersOf(complaints.list);
const ComplaintSheet = lazy(async () => ({
  default: (await import('./complaint-sheet.tsx')).ComplaintSheet,
}));

function Opened() {
  const { get, set } = useUrlState();
  const id = get('complaint');
  if (!id) return null;
  return (
    <Suspense>
      <ComplaintSheet key={id} id={id} onClose={() => set({ complaint: undefined })} />
    </Suspense>
  );
}

export const ComplaintsScreen = listScreen({
  source: complaints.list,
  title: say.title,
  empty: say.empty,
  tools: Opened,
  filters: [
    filter('state', say.state, {
      choices: complaintStates.map((value) => ({ value, label: say.states[value] })),
    }),
    filter('kind', say.kind, {
      choices: complaintKinds.map((value) => ({ value, label: say.kinds[value] })),
    }),
    filter('isLate', say.onlyLate),
    filter('clientId', say.client),
  ],
  columns: [
    col.text('number', say.number, { pin: 'start', width: 120 }),
    col.custom('state', say.state, complaintPill, { text: complaintState, width: 130 }),
    col.day('dueOn', say.dueOn, { width: 130 }),
    col.text('borrower', say.borrower, { width: 190 }),
    col.of('kind', say.kind, ({ kind }) => say.kinds[kind], { width: 160 }),
    col.text('words', say.words, { width: 320 }),
    col.of('owner', say.owner, ({ owner }) => owner ?? '', { width: 170 }),
    col.of('about', say.about, ({ about }) => about ?? '', { width: 170 }),
    col.of('channel', say.channel, ({ channel }) => say.channels[channel], { width: 140 }),
    col.text('loanNumber', say.loanNumber),
    col.text('client', say.client, { width: 180 }),
    col.moment('createdAt', say.takenAt),
  ],
  actions: [{ label: say.open, run: ({ id }, set) => set({ complaint: String(id) }, 'push') }],
  card: (row: Row) => ({
    who: row.borrower,
    much: row.number,
    next: (
      <>
        {complaintPill(row)} {[say.kinds[row.kind], dayWords(row.dueOn), row.words].join(' · ')}
      </>
    ),
  }),
});
