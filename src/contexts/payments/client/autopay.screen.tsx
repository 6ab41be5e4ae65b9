/** Mandates of UPI AutoPay: terms, gateway status, debits. */
import { autopay } from '#contexts/payments/contract/autopay/autopay.ts';
import { mandateIsOver, mandateStates } from '#contexts/payments/contract/autopay/autopay-rules.ts';
import { autopayText as say } from '#contexts/payments/text/en/autopay.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import { dayWords, exactRupees } from '#kernel/ui/parts/values/format.ts';
import { StatusPill, type Tone } from '#kernel/ui/parts/values/status-pill.tsx';
import { PaymentTabs } from './tabs.tsx';

type Row = WireRow<typeof autopay.list>;
const col = columnsOf(autopay.list);
const filter = filtersOf(autopay.list);
const tones: Readonly<Record<Row['state'], Tone>> = {
  offered: 'plain',
  withdrawn: 'plain',
  registering: 'warn',
  rejected: 'bad',
  active: 'good',
  paused: 'warn',
  expired: 'plain',
  revoked: 'plain',
};
const stateOf = ({ state, isEnding, endReason }: Row): string =>
  [isEnding ? say.ending : say.states[state], endReason && say.endReasons[endReason]]
    .filter(Boolean)
    .join(' · ');
const pill = (row: Row) => <StatusPill tone={tones[row.state]}>{stateOf(row)}</StatusPill>;

const screen = (above?: () => React.ReactNode) =>
  listScreen({
    source: autopay.list,
    title: say.title,
    empty: say.empty,
    ...(above && { above }),
    filters: [
      filter('state', say.state, {
        choices: mandateStates.map((value) => ({ value, label: say.states[value] })),
      }),
      filter('clientIds', say.client),
    ],
    columns: [
      col.text('loanNumber', say.loanNumber, { pin: 'start' }),
      col.text('borrower', say.borrower, { width: 180 }),
      col.custom('state', say.state, pill, { text: stateOf, width: 220 }),
      col.of('source', say.source, ({ source }) => say.sources[source], { width: 120 }),
      col.number('instalments', say.instalments),
      col.money('charged', say.charged),
      col.money('most', say.most),
      col.day('nextOn', say.nextOn, { width: 140 }),
      col.day('gaveUpOn', say.gaveUpOn, { width: 140 }),
      col.day('until', say.until, { width: 140 }),
      col.moment('askedAt', say.askedAt, { width: 190 }),
      col.text('offeredBy', say.offeredBy),
      col.moment('offeredAt', say.offeredAt, { width: 190 }),
      col.text('client', say.client, { width: 180 }),
    ],
    actions: [
      {
        label: say.stop,
        run: autopay.end,
        input: ({ id }: Row) => ({ id }),
        when: ({ state, isEnding }: Row) => !mandateIsOver(state) && !isEnding,
        asks: ({ borrower }: Row) => say.askStop(borrower),
        says: { done: say.stopped },
      },
    ],
    href: ({ loanId }) => `/view-borrower?id=${loanId}&tab=payments`,
    card: (row) => ({
      who: row.borrower,
      much: exactRupees(row.charged),
      next: (
        <>
          {pill(row)}{' '}
          {[row.loanNumber, row.nextOn && dayWords(row.nextOn), row.gaveUpOn && say.gaveUpOn]
            .filter(Boolean)
            .join(' · ')}
        </>
      ),
    }),
  });
export const autopayScreens = { admin: screen(() => <PaymentTabs now="autopay" />), desk: screen() };
