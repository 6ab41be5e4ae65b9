/** What was collected, by agent and by loan (document 3). */
import { borrowerCollection } from '#contexts/reporting/contract/borrower-collection.ts';
import { dashboard } from '#contexts/reporting/contract/dashboard.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { performance } from '#contexts/reporting/contract/performance.ts';
import { performanceText as say } from '#contexts/reporting/text/en/performance.ts';
import { call } from '#kernel/client/calls/api.ts';
import { exportOf } from '#kernel/client/calls/files/export.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { ExportChosen } from '#kernel/ui/list/export-chosen.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { money, shownShort } from '#kernel/ui/parts/values/format.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import { SyncProgress, useSync } from '../parts/sync.tsx';
import { everyPage } from './every-page.ts';
import { collectedIn, lastMonths } from './months.ts';

type Agent = WireRow<typeof performance.agents>;
const of = columnsOf(performance.agents);
const ask = filtersOf(performance.agents);
const nameOf = ({ acpsAgent: { firstName, lastName } }: Agent): string => `${firstName} ${lastName}`;
const percent = (value: number | null): string => (value === null ? '' : value.toFixed(2));

/** Rows of a page and agents of a Sync, at most. */
const most = 500;

/** All agents of the report: an agent has a row per portfolio, so a large agency has several pages. */
async function allAgents(): Promise<number[]> {
  const rows = await everyPage(most, async (page) => {
    const read = await call(performance.agents, { page, size: most, part: 'rows' });
    return read.rows;
  });
  return [...new Set(rows.map(({ agentId }) => agentId))];
}

/** Recomputes the loans of these agents from their payments. */
function Sync() {
  const { press, isBusy, isRunning } = useSync({
    async ask() {
      const agents = await allAgents();
      let goesOn = false;
      for (let from = 0; from < agents.length; from += most) {
        const one = await call(dashboard.sync, { userIds: agents.slice(from, from + most) });
        goesOn ||= one.isRunning;
      }
      return { isRunning: goesOn };
    },
    stale: ['performance'],
    done: say.synced,
  });
  return (
    <>
      {isRunning && <SyncProgress />}
      <button type="button" className={look.plain} disabled={isBusy} onClick={() => void press()}>
        {say.sync}
      </button>
    </>
  );
}

const agentExport = exportOf('agent-collection');
export const AgentCollectionScreen = listScreen({
  source: performance.agents,
  title: say.agentsTitle,
  empty: say.agentsEmpty,
  tools: Sync,
  export: agentExport,
  selectable: () => true,
  bar: ({ ids, clear }) => <ExportChosen spec={agentExport} ids={ids} clear={clear} />,
  filters: [
    ask('monthYear', say.month, { choices: lastMonths() }),
    ask('clientIds', say.client),
    ask('portfolioIds', say.portfolio),
    ask('agentIds', say.agent),
  ],
  columns: [
    of.of('agent', say.agent, nameOf, { pin: 'start', width: 190 }),
    of.of('client', say.client, ({ acpsClient }) => acpsClient.name, { width: 210 }),
    of.of('portfolio', say.portfolio, ({ acpsPortfolio }) => acpsPortfolio.name, { width: 210 }),
    of.text('acpsTl', say.tl),
    of.text('acpsAm', say.am),
    of.text('acpsManager', say.manager),
    of.number('tenure', say.tenure, { width: 150 }),
    of.number('allocation', say.allocation, { width: 120 }),
    of.money('pos', say.pos),
    of.number('ptpCount', say.ptpCount, { width: 120 }),
    of.money('ptpAmount', say.ptpAmount),
    of.money('target', say.target),
    of.money('mtd', say.mtd),
    of.of('targetVsAch', say.targetVsAch, ({ targetVsAch }) => percent(targetVsAch), { width: 150 }),
    of.of('ror', say.ror, ({ ror }) => percent(ror), { width: 100 }),
    of.number('borrowersPaidCount', say.paidCount, { width: 150 }),
    of.money('avgPaymentSize', say.average, { width: 170 }),
    of.money('lmtd', say.lmtd),
    of.money('lastMonthPayment', say.lastMonth),
    of.money('last2MonthPayment', say.last2Month),
    of.money('last3MonthPayment', say.last3Month),
    of.money('drr', say.drr),
  ],
  // Collections on these loans in the displayed month.
  href: ({ agentId, portfolioId }: Agent) =>
    collectedIn(
      new URLSearchParams(window.location.search).get('monthYear') ?? lastMonths()[0]?.value ?? '',
      { agentIds: agentId, portfolioIds: portfolioId },
    ),
  card: (row: Agent) => ({
    who: nameOf(row),
    much: shownShort(row.mtd),
    muchInFull: money(row.mtd),
    next: [row.acpsPortfolio.name, `${row.allocation} ${say.allocation}`].join(' · '),
  }),
});

type Loan = WireRow<typeof borrowerCollection.list>;
const col = columnsOf(borrowerCollection.list);
const filter = filtersOf(borrowerCollection.list);
export const BorrowerCollectionScreen = listScreen({
  source: borrowerCollection.list,
  title: say.borrowersTitle,
  empty: say.borrowersEmpty,
  export: exportOf('borrower-collection'),
  filters: [
    filter('clientIds', say.client),
    filter('portfolioIds', say.portfolio),
    filter('paymentHistoryStatus', say.paymentHistory),
    filter('paymentStatus', say.paymentStatus),
    filter('userIds', say.agent),
  ],
  columns: [
    col.text('loanNumber', say.loanNumber, { pin: 'start' }),
    col.text('borrower', say.borrower, { width: 200 }),
    col.text('client', say.client, { width: 190 }),
    col.text('portfolio', say.portfolio, { width: 190 }),
    col.text('agent', say.agent),
    col.text('tl', say.tl),
    col.text('am', say.am),
    col.text('manager', say.manager),
    col.text('state', say.state),
    col.money('pos', say.pos),
    col.money('tos', say.tos),
    col.number('dpd', say.dpd),
    col.text('allocationVintage', say.vintage),
    col.number('realizedCount', say.realizedCount, { width: 150 }),
    col.money('realizedAmount', say.realizedAmount, { width: 160 }),
    col.number('unrealizedCount', say.unrealizedCount, { width: 164 }),
    col.money('unrealizedAmount', say.unrealizedAmount, { width: 176 }),
    col.text('paymentMode', say.paymentMode),
    col.day('lastPaymentDate', say.lastPaymentDate, { width: 164 }),
    col.money('lastPaymentAmount', say.lastPaymentAmount, { width: 190 }),
    col.money('lastMonthAmount', say.lastMonthAmount, { width: 176 }),
    col.number('ptpCount', say.ptpCount, { width: 120 }),
    col.money('ptpAmount', say.ptpAmount),
    col.number('currentMonthPtpCount', say.currentMonthPtpCount, { width: 200 }),
    col.money('currentMonthPtpAmount', say.currentMonthPtpAmount, { width: 220 }),
    col.text('bestDispo', say.bestDispo),
    col.number('currentMonthPaymentCount', say.currentMonthPaymentCount, { width: 200 }),
    col.number('lastMonthPaymentCount', say.lastMonthPaymentCount, { width: 200 }),
    col.text('paymentStatus', say.paymentStatus),
    col.text('paymentHistory', say.paymentHistory, { width: 200 }),
  ],
  href: ({ id }: Loan) => `/view-borrower?id=${id}`,
  card: (row: Loan) => ({
    who: row.borrower,
    much: shownShort(row.realizedAmount),
    muchInFull: money(row.realizedAmount),
    next: [row.loanNumber, row.paymentStatus, row.agent].filter(Boolean).join(' · '),
  }),
});
