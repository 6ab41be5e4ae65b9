import { borrowerCollection } from '#contexts/reporting/contract/borrower-collection.ts';
import { performance } from '#contexts/reporting/contract/performance.ts';
import type { CsvColumn } from '#kernel/server/files/csv-table.ts';
import type { ExportSource } from '#kernel/server/files/export.ts';
import { principalOf, totalOf } from '#contexts/loans/server/loan-state.ts';
import { monthOf, shareOf } from '../figures.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { performanceText as say } from '#contexts/reporting/text/en/performance.ts';
import * as agents from './agents-store.ts';
import { type BorrowerQuery, chosenBy, borrowersInOrder, joined, people } from './borrowers-store.ts';

const columns: readonly CsvColumn[] = [
  { head: say.loanNumber, value: sql`l.loan_number` },
  { head: say.borrower, value: sql`b.name` },
  { head: say.client, value: sql`c.name` },
  { head: say.portfolio, value: sql`f.name` },
  { head: say.agent, value: sql`u.first_name || ' ' || u.last_name` },
  { head: say.tl, value: people.tl },
  { head: say.am, value: people.am },
  { head: say.manager, value: people.manager },
  { head: say.state, value: sql`b.state_name` },
  { head: say.pos, value: principalOf(sql`l`), as: 'money' },
  { head: say.tos, value: totalOf(sql`l`), as: 'money' },
  { head: say.dpd, value: sql`l.dpd`, as: 'number' },
  { head: say.vintage, value: sql`l.vintage_band` },
  { head: say.realizedCount, value: sql`y."realizedCount"`, as: 'number' },
  { head: say.realizedAmount, value: sql`y."realizedAmount"`, as: 'money' },
  { head: say.unrealizedCount, value: sql`y."unrealizedCount"`, as: 'number' },
  { head: say.unrealizedAmount, value: sql`y."unrealizedAmount"`, as: 'money' },
  { head: say.paymentMode, value: sql`y."paymentMode"` },
  { head: say.lastPaymentDate, value: sql`y."lastPaymentDate"`, as: 'day' },
  { head: say.lastPaymentAmount, value: sql`y."lastPaymentAmount"`, as: 'money' },
  { head: say.lastMonthAmount, value: sql`y."lastMonthAmount"`, as: 'money' },
  { head: say.ptpCount, value: sql`d."ptpCount"`, as: 'number' },
  { head: say.ptpAmount, value: sql`d."ptpAmount"`, as: 'money' },
  { head: say.currentMonthPtpCount, value: sql`d."currentMonthPtpCount"`, as: 'number' },
  { head: say.currentMonthPtpAmount, value: sql`d."currentMonthPtpAmount"`, as: 'money' },
  { head: say.bestDispo, value: sql`bd.name` },
  { head: say.currentMonthPaymentCount, value: sql`y."currentMonthPaymentCount"`, as: 'number' },
  { head: say.lastMonthPaymentCount, value: sql`y."lastMonthPaymentCount"`, as: 'number' },
  { head: say.paymentStatus, value: sql`l.payment_status` },
  { head: say.paymentHistory, value: sql`l.payment_history_status` },
];

export const borrowerCollectionExport: ExportSource = {
  type: 'borrower-collection',
  list: borrowerCollection.list,
  read(actor, asked, now) {
    const query = asked as BorrowerQuery;
    const chosen = chosenBy(actor, query);
    return {
      columns,
      from: sql`from loans l ${joined(monthOf(undefined, now))} ${chosen} ${borrowersInOrder(query)}`,
      count: sql`select count(*)::int as n from loans l ${chosen}`,
    };
  },
};

const agentColumns: readonly CsvColumn[] = [
  { head: say.agent, value: sql`u.first_name || ' ' || u.last_name` },
  { head: say.joined, value: sql`u.doj`, as: 'day' },
  { head: say.client, value: sql`c.name` },
  { head: say.portfolio, value: sql`p.name` },
  { head: say.tl, value: sql`b.tl` },
  { head: say.am, value: sql`b.am` },
  { head: say.manager, value: sql`b.manager` },
  { head: say.allocation, value: sql`g.allocation`, as: 'number' },
  { head: say.pos, value: sql`g.pos`, as: 'money' },
  { head: say.ptpCount, value: sql`d.promises`, as: 'number' },
  { head: say.ptpAmount, value: sql`d.promised`, as: 'money' },
  { head: say.target, value: sql`t.amount`, as: 'money' },
  { head: say.mtd, value: sql`y.mtd`, as: 'money' },
  { head: say.targetVsAch, value: shareOf(sql`y.mtd`, sql`t.amount`), as: 'number' },
  { head: say.ror, value: shareOf(sql`y.mtd`, sql`g.pos`), as: 'number' },
  { head: say.paidCount, value: sql`y.paid`, as: 'number' },
  { head: say.lmtd, value: sql`y.lmtd`, as: 'money' },
  { head: say.lastMonth, value: sql`y.one`, as: 'money' },
  { head: say.last2Month, value: sql`y.two`, as: 'money' },
  { head: say.last3Month, value: sql`y.three`, as: 'money' },
];

export const agentCollectionExport: ExportSource = {
  type: 'agent-collection',
  list: performance.agents,
  read(actor, asked, now) {
    const query = asked as agents.Query;
    const month = monthOf(query.monthYear, now);
    const chosen = agents.groups(actor, query, month);
    return {
      columns: agentColumns,
      from: sql`from (select g.* ${chosen}) g join users u on u.id = g.assignee_id join clients c on c.id = g.client_id
        join portfolios p on p.id = g.portfolio_id ${agents.figures(month, sql`array(select distinct assignee_id from book_sums_now)`)} ${agents.inOrder(query, month)}`,
      count: sql`select count(*)::int as n ${chosen}`,
    };
  },
};
