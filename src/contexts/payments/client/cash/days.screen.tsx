/** Cash days: opening balance, collected, deposited, closing balance; closed by the agent or a leader. */
import { cash } from '#contexts/payments/contract/cash/cash.ts';
import { cashText as say } from '#contexts/payments/text/en/cash.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import { dayText, dayWords, exactRupees, today } from '#kernel/ui/parts/values/format.ts';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import { sumsText } from '../sums.ts';
import { CashTabs } from './tabs.tsx';

type Row = WireRow<typeof cash.days>;
const col = columnsOf(cash.days);
const filter = filtersOf(cash.days);
const stateOf = ({ closedAt }: Row): string => (closedAt ? say.closed : say.open);
const pill = (row: Row) => <StatusPill tone={row.closedAt ? 'good' : 'warn'}>{stateOf(row)}</StatusPill>;

export const CashDaysScreen = listScreen({
  source: cash.days,
  title: say.daysTitle,
  empty: say.daysEmpty,
  above: () => <CashTabs now="days" />,
  filters: [
    filter('day', say.day),
    filter('userIds', say.agent),
    filter('centerIds', say.center),
    filter('isClosed', say.state, {
      choices: [
        { value: 'true', label: say.closed },
        { value: 'false', label: say.open },
      ],
    }),
  ],
  columns: [
    col.day('day', say.day, { pin: 'start' }),
    col.text('agent', say.agent, { width: 200 }),
    col.custom('closedAt', say.state, pill, { text: stateOf, width: 110 }),
    col.money('opening', say.opening),
    col.money('taken', say.taken),
    col.money('deposited', say.depositedSum),
    col.money('carried', say.carried),
    col.money('variance', say.variance, { width: 120 }),
    col.text('closedBy', say.decidedBy),
    col.text('center', say.center),
  ],
  totals: (summary) => {
    const all = summary as Record<'taken' | 'deposited' | 'variance', number> | undefined;
    return {
      taken: exactRupees(all?.taken ?? 0),
      deposited: exactRupees(all?.deposited ?? 0),
      variance: exactRupees(all?.variance ?? 0),
    };
  },
  actions: [
    {
      label: say.closeDay,
      run: cash.close,
      input: ({ day, userId }: Row) => ({ day, userId }),
      when: ({ closedAt, day }: Row) => !closedAt && day <= today(),
      asks: ({ agent, day, carried }: Row) => say.askClose(agent, dayText(day), exactRupees(carried)),
      says: { done: say.dayClosed, failed: say.failed },
    },
  ],
  card: (row) => ({
    who: row.agent,
    much: exactRupees(row.carried),
    next: (
      <>
        {pill(row)} {dayWords(row.day)}
        <br />
        {sumsText([
          [say.opening, row.opening],
          [say.taken, row.taken],
          [say.depositedSum, row.deposited],
          [say.variance, row.variance],
        ])}
      </>
    ),
  }),
});
