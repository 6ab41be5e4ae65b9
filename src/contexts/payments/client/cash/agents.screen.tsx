/** Cash in hand by agent and age; each sum opens its receipts. */
import { Link } from 'react-router-dom';
import { cash } from '#contexts/payments/contract/cash/cash.ts';
import { type CashAge, cashAges } from '#contexts/payments/contract/cash/cash-rules.ts';
import { cashText as say } from '#contexts/payments/text/en/cash.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import { exactRupees, today } from '#kernel/ui/parts/values/format.ts';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import { sumsText } from '../sums.ts';
import { CashTabs, useCashPath } from './tabs.tsx';

type Agent = WireRow<typeof cash.byAgent>;
type Center = WireRow<typeof cash.byCenter>;
const keys = { '0-1': 'age0', '2-3': 'age2', '4-7': 'age4', '7+': 'age8' } as const satisfies Record<
  CashAge,
  keyof Agent
>;
const agesText = (row: Record<(typeof keys)[CashAge], number>): string =>
  sumsText(cashAges.map((age) => [say.ages[age], row[keys[age]]]));

/** A sum that leads to its receipts. */
function Sum(o: { amount: number; about: string; query: string }) {
  const { pathOf } = useCashPath();
  if (o.amount === 0) return <>{exactRupees(0)}</>;
  return (
    <Link className={look.link} to={`${pathOf('receipts')}?${o.query}`} aria-label={o.about}>
      {exactRupees(o.amount)}
    </Link>
  );
}
const sumOf = (o: { amount: number; what: string; whose: string; of: string; rest?: string }) => (
  <Sum
    amount={o.amount}
    about={`${exactRupees(o.amount)}, ${say.rowsOf(o.what, o.whose)}`}
    query={`state=in-hand&${o.of}${o.rest ?? ''}`}
  />
);

/** On a phone the amount is on the card already. */
function Opens({ row }: { row: Agent }) {
  const { pathOf } = useCashPath();
  return (
    <Link
      className={look.link}
      to={`${pathOf('receipts')}?state=in-hand&userIds=${row.id}`}
      aria-label={say.rowsOf(say.receipts, row.agent)}
    >
      {say.receipts}
    </Link>
  );
}

const col = columnsOf(cash.byAgent);
const filter = filtersOf(cash.byAgent);
const ofAgent = ({ id }: Agent): string => `userIds=${id}`;
const pill = ({ isOver }: Agent) =>
  isOver ? <StatusPill tone="bad">{say.over}</StatusPill> : <StatusPill tone="good">{say.within}</StatusPill>;

const totals = (summary: unknown): Record<string, string> => {
  const sums = summary as
    Record<'inHand' | 'inTransit' | 'short' | (typeof keys)[CashAge], number> | undefined;
  const names = ['inHand', ...Object.values(keys), 'inTransit', 'short'] as const;
  return Object.fromEntries(names.map((name) => [name, exactRupees(sums?.[name] ?? 0)]));
};

export const CashByAgentScreen = listScreen({
  source: cash.byAgent,
  title: say.agentsTitle,
  empty: say.agentsEmpty,
  above: () => <CashTabs now="agents" />,
  filters: [filter('centerIds', say.center), filter('userIds', say.agent), filter('clientIds', say.client)],
  columns: [
    col.text('agent', say.agent, { pin: 'start', width: 200 }),
    col.custom('isOver', say.limit, pill, {
      text: ({ isOver }) => (isOver ? say.over : say.within),
      width: 140,
    }),
    col.moment('overSince', say.overSince, { width: 150 }),
    {
      ...col.custom(
        'inHand',
        say.inHand,
        (row) => sumOf({ amount: row.inHand, what: say.inHand, whose: row.agent, of: ofAgent(row) }),
        { text: ({ inHand }) => exactRupees(inHand), width: 136 },
      ),
      isNumber: true,
    },
    ...cashAges.map((age) => ({
      ...col.custom(
        keys[age],
        say.ages[age],
        (row) =>
          sumOf({
            amount: row[keys[age]],
            what: say.ages[age],
            whose: row.agent,
            of: ofAgent(row),
            rest: `&age=${encodeURIComponent(age)}`,
          }),
        { text: (row: Agent) => exactRupees(row[keys[age]]), width: 128 },
      ),
      isNumber: true,
    })),
    col.money('inTransit', say.inTransit, { width: 140 }),
    col.money('short', say.short, { width: 128 }),
    col.number('receipts', say.receipts),
    col.text('center', say.center),
  ],
  totals,
  card: (row) => ({
    who: row.agent,
    much: exactRupees(row.inHand),
    next: (
      <>
        {pill(row)} {agesText(row)}
      </>
    ),
    more: <Opens row={row} />,
  }),
});

const center = columnsOf(cash.byCenter);
const nameOf = (row: Center): string => row.center ?? say.noCenter;

export const CashByCenterScreen = listScreen({
  source: cash.byCenter,
  title: say.centersTitle,
  empty: say.agentsEmpty,
  above: () => <CashTabs now="centers" />,
  filters: [filtersOf(cash.byCenter)('clientIds', say.client)],
  columns: [
    center.of('center', say.center, nameOf, { pin: 'start', width: 200 }),
    center.money('inHand', say.inHand),
    ...cashAges.map((age) => center.money(keys[age], say.ages[age], { width: 128 })),
    center.money('inTransit', say.inTransit, { width: 140 }),
    center.money('short', say.short, { width: 128 }),
    center.number('receipts', say.receipts),
    center.number('agents', say.agents),
  ],
  totals,
  actions: [
    {
      label: say.closeDay,
      run: cash.close,
      input: ({ id }: Center) => ({ day: today(), centerId: id }),
      when: ({ id }: Center) => id > 0,
      asks: (row: Center) => say.askCloseCenter(nameOf(row)),
      says: { done: say.dayClosed, failed: say.failed },
    },
  ],
  card: (row) => ({
    who: nameOf(row),
    much: exactRupees(row.inHand),
    next: agesText(row),
  }),
});
