import { loans } from '#contexts/loans/contract/loans.ts';
import type { CsvColumn } from '#kernel/server/files/csv-table.ts';
import type { ExportSource } from '#kernel/server/files/export.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { loansText as say } from '#contexts/loans/text/en/loans.ts';
import { principalOf, totalOf } from './loan-state.ts';
import { type LoanQuery, whereLoans, loanJoins, loanOrder } from './store.ts';

const dayOf = (moment: Fragment): Fragment => sql`(${moment} at time zone 'Asia/Kolkata')::date`;

/** Columns of an exported borrower list: those of the screen. Phone numbers are masked (G074). */
const columns: readonly CsvColumn[] = [
  { head: say.loanNumber, value: sql`l.loan_number` },
  { head: say.borrower, value: sql`b.name` },
  { head: say.mobile, value: sql`'XXXXXX' || right(l.mobile, 4)` },
  { head: say.client, value: sql`c.name` },
  { head: say.portfolio, value: sql`p.name` },
  { head: say.city, value: sql`b.city_name` },
  { head: say.pos, value: principalOf(sql`l`), as: 'money' },
  { head: say.tos, value: totalOf(sql`l`), as: 'money' },
  { head: say.dpd, value: sql`l.dpd`, as: 'number' },
  { head: say.lastDispo, value: sql`ld.name` },
  { head: say.lastDispoDate, value: dayOf(sql`l.last_disposition_at`), as: 'day' },
  { head: say.lastPaid, value: sql`l.latest_realize_payment_amount`, as: 'money' },
  { head: say.lastPaidDate, value: sql`l.latest_realize_payment_date`, as: 'day' },
  {
    head: say.tags,
    value: sql`(select string_agg(t.name, ', ' order by t.name) from loan_tags t where t.loan_id = l.id)`,
  },
  { head: say.bestDisposition, value: sql`bd.name` },
  { head: say.bestSubDisposition, value: sql`bs.name` },
  { head: say.bestDispositionDate, value: dayOf(sql`l.best_disposition_at`), as: 'day' },
  { head: say.paymentHistory, value: sql`l.payment_history_status` },
  { head: say.agent, value: sql`u.first_name || ' ' || u.last_name` },
  { head: say.allocationType, value: sql`a.name` },
  { head: say.paymentStatus, value: sql`l.payment_status` },
];

export const loanExport: ExportSource = {
  type: 'borrowers',
  list: loans.list,
  read(actor, asked: LoanQuery) {
    const chosen = whereLoans(actor, asked);
    return {
      columns,
      from: sql`from loans l ${loanJoins} ${chosen} order by ${loanOrder(asked)}`,
      count: sql`select count(*)::int as n from loans l ${chosen}`,
    };
  },
};
