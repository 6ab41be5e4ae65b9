/** Cards of the agent dashboard about promises, payments and settlements. */
import { loanStats } from '#contexts/reporting/contract/dashboard.ts';
import { dashboardText as say } from '#contexts/reporting/text/en/dashboard.ts';
import { settlementsText } from '#contexts/settlements/text/en/settlements.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { money } from '#kernel/ui/parts/values/format.ts';
import { cashText } from '../parts/words.ts';
import { type BarTone, type Part, Strip } from '#kernel/ui/figures/bar.tsx';
import { ChartCard as Card } from '../parts/chart-card.tsx';
import { AmountOf } from '#kernel/ui/figures/figure-table.tsx';
import { FigureTable } from '../parts/figure-table.tsx';
import {
  loansWithHistory,
  loansWithStatus,
  outcomesOf,
  paymentsIn,
  promisesBy,
  settlementsWith,
} from './addresses.ts';
import { Bars, type Counted, None, To, count, countSheet } from './parts.tsx';

const { cards } = say;
const spans = ['FTD', 'MTD', 'overAll'] as const;
const threeSpans = [say.what, say.ftd, say.mtd, say.overAll];

const partOf = ({ title, count: n = 0, amount = 0, to }: Counted, colour: Part['colour']): Part => ({
  title,
  figures: [count(n), cashText(amount)],
  full: money(amount),
  value: n,
  to,
  colour,
});

const promisesOf = (rows: readonly WireRow<typeof loanStats.promises>[]): Counted[] =>
  rows.map(({ id, ...row }) => ({ ...row, to: promisesBy(id) }));

export const PromisesCard = () => (
  <Card title={cards.promises} source={loanStats.promises} sheet={(rows) => countSheet(promisesOf(rows))}>
    {(rows) => <Bars bars={promisesOf(rows).map((row) => ({ ...row, tone: 'info' }))} />}
  </Card>
);

export const PaymentsCard = () => (
  <Card
    title={cards.payments}
    source={loanStats.payments}
    sheet={(rows) => ({
      heads: threeSpans,
      rows: rows.map((row) => [say[row.title], ...spans.map((span) => row[span].amount)]),
    })}
  >
    {(rows) => {
      const [realized, unrealized] = rows;
      if (!realized || !unrealized) return <None />;
      const most = Math.max(1, realized.overAll.amount, unrealized.overAll.amount);
      const told = rows.map((row) => ({
        key: row.title,
        name: <To to={paymentsIn(row.title, 'overAll')}>{say[row.title]}</To>,
        cells: spans.map((span) => (
          <To key={span} to={paymentsIn(row.title, span)}>
            <AmountOf
              amount={cashText(row[span].amount)}
              full={money(row[span].amount)}
              count={count(row[span].count)}
            />
          </To>
        )),
        share: row.overAll.amount / most,
        tone: row.title === 'realized' ? ('good' as const) : ('warn' as const),
      }));
      const apart = spans.map((span) => cashText(realized[span].amount - unrealized[span].amount));
      return (
        <FigureTable
          title={cards.payments}
          heads={threeSpans}
          rows={[...told, { key: 'apart', name: say.difference, cells: apart, isSum: true }]}
        />
      );
    }}
  </Card>
);

/** In the order of the specification's five: nothing, some of it, settled, closed, hardly anything. */
const statusColours = ['bad', 'warn', 'violet', 'good', 'plain'] as const satisfies readonly BarTone[];
const statusesOf = (rows: readonly WireRow<typeof loanStats.statuses>[]): Counted[] =>
  rows.map((row) => ({ ...row, to: loansWithStatus(row.title) }));

export const Statuses = () => (
  <Card title={cards.statuses} source={loanStats.statuses} sheet={(rows) => countSheet(statusesOf(rows))}>
    {(rows) => <Strip parts={statusesOf(rows).map((row, i) => partOf(row, statusColours[i] ?? 'plain'))} />}
  </Card>
);

export const Patterns = () => (
  <Card
    title={cards.patterns}
    source={loanStats.histories}
    size="large"
    sheet={(rows) => ({
      heads: [say.what, say.count, say.amount, say.thisMonth],
      rows: rows.map(({ title, loanIds, amount, cm }) => [title, loanIds.length, amount, cm]),
      to: rows.map(({ title }) => loansWithHistory(title)),
    })}
  >
    {(rows) => {
      const most = Math.max(1, ...rows.map(({ amount }) => amount));
      return (
        <FigureTable
          title={cards.patterns}
          heads={[say.what, say.count, say.amount, say.thisMonth]}
          rows={rows.map(({ title, loanIds, amount, cm }) => ({
            key: title,
            name: <To to={loansWithHistory(title)}>{title}</To>,
            cells: [
              count(loanIds.length),
              <span key="amount" title={money(amount)}>
                {cashText(amount)}
              </span>,
              <span key="cm" title={money(cm)}>
                {cashText(cm)}
              </span>,
            ],
            share: amount / most,
          }))}
        />
      );
    }}
  </Card>
);

const outcomeColours = { Payment: 'good', PTP: 'info', Followup: 'warn', FinalSettlement: 'violet' } as const;
const outcomeOf = ({ title, count: n, amount }: WireRow<typeof loanStats.classification>): Counted => ({
  title: say.outcomes[title],
  count: n,
  amount,
  to: outcomesOf(title),
});

export const OutcomesCard = () => (
  <Card
    title={cards.outcomes}
    source={loanStats.classification}
    sheet={(rows) => countSheet(rows.map(outcomeOf))}
  >
    {(rows) => <Strip parts={rows.map((row) => partOf(outcomeOf(row), outcomeColours[row.title]))} />}
  </Card>
);

const labels: Readonly<Record<string, string>> = settlementsText.states;
const settlementOf = ({ title, ...row }: WireRow<typeof loanStats.settlements>): Counted => ({
  ...row,
  title: labels[title] ?? title,
  to: settlementsWith(title),
});
export const SettlementInfo = () => (
  <Card
    title={cards.settlements}
    source={loanStats.settlements}
    sheet={(rows) => countSheet(rows.map(settlementOf))}
  >
    {(rows) => <Bars bars={rows.map((row) => ({ ...settlementOf(row), tone: 'violet' }))} />}
  </Card>
);
