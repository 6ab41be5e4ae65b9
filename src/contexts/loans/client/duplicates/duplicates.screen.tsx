/** Possible duplicate loans and payments: both next to each other, with links. */
import { Link } from 'react-router-dom';
import { loans } from '#contexts/loans/contract/loans.ts';
import { twinKinds } from '#contexts/loans/contract/loan-twins.ts';
import { twinsText as say } from '#contexts/loans/text/en/loan-twins.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { exactRupees, money } from '#kernel/ui/parts/values/format.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import css from './duplicates.module.css';
import { DuplicateTabs } from './tabs.tsx';

type Twin = WireRow<typeof loans.twins>;
type Side = Twin['row'];
const col = columnsOf(loans.twins);
const filter = filtersOf(loans.twins);

const closedOf = ({ isActive }: Side): string => (isActive ? '' : say.closed);
const textOf = (side: Side): string =>
  [side.loanNumber, side.name, money(side.totalOutstanding), closedOf(side)].filter(Boolean).join(' · ');

function SideOf({ kind, side }: { kind: Twin['kind']; side: Side }) {
  const tab = kind === 'payment' ? '&tab=payments' : '';
  return (
    <span>
      <Link className={look.link} to={`/view-borrower?id=${side.loanId}${tab}`}>
        {side.loanNumber}
      </Link>{' '}
      {[side.name, exactRupees(side.totalOutstanding), closedOf(side)].filter(Boolean).join(' · ')}
    </span>
  );
}
const Above = () => (
  <>
    <DuplicateTabs now="twins" />
    <p className={css.about}>{say.about}</p>
  </>
);

export const DuplicatesScreen = listScreen({
  source: loans.twins,
  title: say.title,
  empty: say.empty,
  above: Above,
  filters: [
    filter('kind', say.kind, { choices: twinKinds.map((value) => ({ value, label: say.kinds[value] })) }),
  ],
  columns: [
    col.custom('row', say.one, ({ kind, row }) => <SideOf kind={kind} side={row} />, {
      text: ({ row }) => textOf(row),
      width: 340,
    }),
    col.custom('other', say.other, ({ kind, other }) => <SideOf kind={kind} side={other} />, {
      text: ({ other }) => textOf(other),
      width: 340,
    }),
    col.of('kind', say.kind, ({ kind }) => say.kinds[kind], { width: 270 }),
    col.text('written', say.written, { width: 200 }),
    col.text('canonical', say.canonical, { width: 200 }),
    col.of('client', say.client, ({ client }) => client.name),
    col.moment('foundAt', say.foundAt),
  ],
  actions: [
    {
      label: say.checked,
      run: loans.twinsChecked,
      asks: ({ written, canonical }) => say.askChecked(written, canonical),
      says: { done: say.done },
    },
  ],
  card: ({ kind, row, other, written, canonical, client }) => ({
    who: `${written} · ${canonical}`,
    next: (
      <>
        {say.kinds[kind]} · {client.name}
        <br />
        <SideOf kind={kind} side={row} />
        <br />
        <SideOf kind={kind} side={other} />
      </>
    ),
  }),
});
