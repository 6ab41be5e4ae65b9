import { Suspense } from 'react';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { reviewStates, syncReviews } from '#contexts/sync/contract/sync-reviews.ts';
import { syncReviewsText as say } from '#contexts/sync/text/en/sync-reviews.ts';
import { syncText } from '#contexts/sync/text/en/sync.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import { ScreenBones } from '#kernel/ui/list/list-states.tsx';
import { StatusPill, type Tone } from '#kernel/ui/parts/values/status-pill.tsx';
import { KnownVisits, useVisitsPending } from './against-visits.tsx';
import { Losses, useLosses } from './from-phones.tsx';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

type Review = WireRow<typeof syncReviews.list>;
const col = columnsOf(syncReviews.list);
const filter = filtersOf(syncReviews.list);
const loadDecision = () => import('./decision.tsx');
const Decision = lazy(async () => ({ default: (await loadDecision()).ReviewDecision }));

/** The open item is in the URL, for history and links. */
function Opened() {
  const { get, set } = useUrlState();
  const id = get('review');
  return <Suspense>{id && <Decision id={Number(id)} onClose={() => set({ review: undefined })} />}</Suspense>;
}

const Above = () => (
  <>
    <Losses />
    <KnownVisits />
  </>
);

const tones: Readonly<Record<Review['state'], Tone>> = { open: 'warn', accepted: 'good', rejected: 'plain' };
const pill = ({ state }: Review) => <StatusPill tone={tones[state]}>{say.states[state]}</StatusPill>;
const loanOf = ({ loan }: Review): string => loan?.loanNumber ?? say.noLoan;
const entryOf = ({ cmd, disposition }: Review): string => disposition ?? say.command(cmd);
const reasonOf = ({ reasons }: Review): string =>
  reasons.map(({ code, facts }) => syncText.notices[code](facts ?? {})).join(' ');

const List = listScreen({
  source: syncReviews.list,
  title: say.title,
  empty: say.empty,
  tools: Opened,
  above: Above,
  filters: [
    filter('state', say.state, {
      choices: reviewStates.map((value) => ({ value, label: say.states[value] })),
    }),
  ],
  columns: [
    col.of('loanNumber', say.loanNumber, loanOf, { pin: 'start' }),
    col.of('borrower', say.borrower, ({ loan }) => loan?.borrowerName ?? ''),
    col.of('entry', say.entry, entryOf, { width: 150 }),
    col.of('reason', say.reason, reasonOf, { width: 420 }),
    col.text('authorName', say.author),
    col.moment('effectiveAt', say.writtenAt),
    col.moment('createdAt', say.arrivedAt),
    col.custom('state', say.state, pill, { text: ({ state }) => say.states[state], width: 120 }),
  ],
  actions: [
    {
      label: say.look,
      run: ({ id }, set) => {
        void loadDecision();
        set({ review: String(id) }, 'push');
      },
    },
  ],
  card: (row) => ({
    who: row.loan?.borrowerName ?? loanOf(row),
    much: entryOf(row),
    next: (
      <>
        {pill(row)} {row.authorName}
      </>
    ),
    more: reasonOf(row),
  }),
});

/**
 * Late entries needing a decision, of all subordinates. The list renders with the content above it, to avoid layout
 * shift.
 */
export function ReviewsScreen() {
  const [visits, losses] = [useVisitsPending(), useLosses().isPending];
  return visits || losses ? <ScreenBones columns={8} /> : <List />;
}
