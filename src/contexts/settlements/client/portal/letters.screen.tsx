/** No-dues letters of a lender's borrowers: validity, and the letter itself. */
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { dayInIndia } from '#kernel/contract/india.ts';
import { noDues } from '#contexts/settlements/contract/no-dues.ts';
import { noDuesText as say } from '#contexts/settlements/text/en/no-dues.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import { dateWords, dayWords, money, shownShort } from '#kernel/ui/parts/values/format.ts';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import css from '#kernel/ui/parts/sheet/actions.module.css';

type Row = WireRow<typeof noDues.ofLender>;
const col = columnsOf(noDues.ofLender);
const filter = filtersOf(noDues.ofLender);

const stateOf = ({ revokedAt }: Row): string =>
  revokedAt === null ? say.holds : say.gone(dateWords(dayInIndia(revokedAt)));
const pill = (row: Row) => (
  <StatusPill tone={row.revokedAt === null ? 'good' : 'bad'}>{stateOf(row)}</StatusPill>
);
const how = ({ isSettled }: Row): string => (isSettled ? say.settled : say.full);
const opens =
  (look: string | undefined) =>
  ({ url, number }: Row) => (
    <a
      className={look}
      href={new URL(url).pathname}
      target="_blank"
      rel="noreferrer"
      aria-label={`${say.openLetter}: ${number}`}
    >
      {say.open}
    </a>
  );

export const LettersScreen = listScreen({
  source: noDues.ofLender,
  title: say.title,
  empty: say.empty,
  filters: [filter('isRevoked', say.onlyGone)],
  columns: [
    col.text('number', say.number, { pin: 'start', width: 170 }),
    col.custom('state', say.state, pill, { text: stateOf, width: 210 }),
    col.custom('open', say.open, opens(css.link), { text: ({ url }) => url, width: 110 }),
    col.text('loanNumber', say.loanNumber),
    col.text('borrower', say.borrower, { width: 200 }),
    col.of('how', say.how, how, { width: 110 }),
    col.money('paid', say.paid),
    col.day('paidOn', say.paidOn),
    col.moment('issuedAt', say.issuedAt),
  ],
  card: (row: Row) => ({
    who: row.borrower,
    much: shownShort(row.paid),
    muchInFull: money(row.paid),
    next: (
      <>
        {pill(row)} {[row.number, row.loanNumber, how(row), dayWords(row.paidOn)].join(' · ')}
      </>
    ),
    more: opens(css.plain)(row),
  }),
});
