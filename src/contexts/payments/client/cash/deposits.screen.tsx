/** Cash deposits: created by agents, confirmed by the desk against the bank. */
import { cashDesk } from '#contexts/payments/contract/cash/cash.ts';
import { cashDeposits } from '#contexts/payments/contract/cash/cash-deposits.ts';
import { depositStates } from '#contexts/payments/contract/cash/cash-rules.ts';
import { cashText as say } from '#contexts/payments/text/en/cash.ts';
import { may } from '#kernel/contract/access.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import { dayWords, exactRupees } from '#kernel/ui/parts/values/format.ts';
import { StatusPill, type Tone } from '#kernel/ui/parts/values/status-pill.tsx';
import { ClearShort } from './clear-short.tsx';
import { CashTabs } from './tabs.tsx';
import { DepositActs } from './words-forms.tsx';

type Row = WireRow<typeof cashDeposits.list>;
const col = columnsOf(cashDeposits.list);
const filter = filtersOf(cashDeposits.list);
const tones = { made: 'warn', confirmed: 'good', undone: 'plain' } as const satisfies Record<
  Row['state'],
  Tone
>;
const stateOf = ({ state }: Row): string => say.depositStates[state];
const pill = (row: Row) => <StatusPill tone={tones[row.state]}>{stateOf(row)}</StatusPill>;
const photo = ({ id, hasPhoto, slipNumber }: Row) =>
  hasPhoto && (
    <a
      className={look.link}
      href={`/api/cash/deposits/${id}/photo`}
      target="_blank"
      rel="noreferrer"
      aria-label={`${say.seePhoto} ${slipNumber}`}
    >
      {say.photoOf}
    </a>
  );
const reasonOf = ({ varianceReason, undoReason, varianceOwner }: Row): string =>
  [undoReason, varianceReason, varianceOwner].filter(Boolean).join(' · ');

const Tools = () => (
  <>
    <DepositActs />
    <ClearShort />
  </>
);

export const CashDepositsScreen = listScreen({
  source: cashDeposits.list,
  title: say.depositsTitle,
  empty: say.depositsEmpty,
  above: () => <CashTabs now="deposits" />,
  tools: Tools,
  filters: [
    filter('state', say.state, {
      choices: depositStates.map((value) => ({ value, label: say.depositStates[value] })),
    }),
    filter('hasVariance', say.hasVariance, {
      choices: [
        { value: 'true', label: say.yes },
        { value: 'false', label: say.no },
      ],
    }),
    filter('isShort', say.isShort, {
      choices: [
        { value: 'true', label: say.yes },
        { value: 'false', label: say.no },
      ],
    }),
    filter('userIds', say.agent),
    filter('centerIds', say.center),
    filter('clientIds', say.client),
    filter('fromDate', say.from, { until: 'toDate' }),
  ],
  columns: [
    col.text('slipNumber', say.slip, { pin: 'start', width: 140 }),
    col.money('amount', say.amount),
    col.custom('state', say.state, pill, { text: stateOf, width: 140 }),
    col.text('agent', say.agent),
    col.text('bank', say.bank),
    col.text('branch', say.branch),
    col.day('depositedOn', say.depositedOn, { width: 130 }),
    col.number('receipts', say.receipts),
    col.money('received', say.received, { width: 160 }),
    col.money('variance', say.variance, { width: 120 }),
    col.money('short', say.shortWithAgent, { width: 160 }),
    col.of('varianceReason', say.reason, reasonOf, { width: 220 }),
    col.custom('hasPhoto', say.photoOf, photo, { text: () => '', width: 100 }),
    col.text('client', say.client),
    col.text('decidedBy', say.decidedBy),
    col.text('center', say.center),
  ],
  actions: [
    {
      label: say.confirm,
      can: cashDeposits.confirm.can,
      when: ({ state, isMine }: Row) => state === 'made' && !isMine,
      run: ({ id }: Row, set) => set({ confirm: String(id) }, 'push'),
    },
    {
      label: say.clearShort,
      can: cashDeposits.clearShort.can,
      when: ({ short, isMine }: Row) => short > 0 && !isMine,
      run: ({ id }: Row, set) => set({ short: String(id) }, 'push'),
    },
    {
      label: say.undo,
      when: ({ state, isMine }: Row, actor) =>
        isMine ? state === 'made' : state !== 'undone' && may(actor, cashDesk),
      run: ({ id }: Row, set) => set({ undo: String(id) }, 'push'),
    },
  ],
  totals: (summary) => {
    const sums = summary as Record<'amount' | 'variance', number> | undefined;
    return { amount: exactRupees(sums?.amount ?? 0), variance: exactRupees(sums?.variance ?? 0) };
  },
  card: (row) => ({
    who: row.agent,
    much: exactRupees(row.amount),
    next: (
      <>
        {pill(row)} {[row.bank, row.slipNumber, dayWords(row.depositedOn), row.client].join(' · ')}
        {row.variance ? ` · ${say.variance} ${exactRupees(row.variance)}` : ''}
        {row.short ? ` · ${say.short} ${exactRupees(row.short)}` : ''}
        {reasonOf(row) && ` · ${reasonOf(row)}`}
      </>
    ),
    more: photo(row),
  }),
});
