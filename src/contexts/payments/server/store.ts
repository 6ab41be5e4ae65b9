import { type PageAsked, type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { paged } from '#kernel/server/database/table.ts';

const sumOf = (isRealized: Fragment): Fragment =>
  sql`coalesce(sum(p.amount) filter (where ${isRealized}), 0)::bigint`;
const realized = sumOf(sql`p.realized`);
const unrealized = sumOf(sql`not p.realized`);
const made = (loanId: number): Fragment =>
  sql`from payments p where p.loan_id = ${loanId} and p.status = 'success'`;

interface MonthRow {
  month: number;
  year: number;
  realizedPaymentAmount: number;
  unrealizedPaymentAmount: number;
}
/** The months in which something was paid, the latest first. */
export const monthsOf = (tx: Tx, loanId: number, page: PageAsked): Promise<Page<MonthRow>> =>
  counted(tx, page, sql`${made(loanId)} group by date_trunc('month', p.payment_date)`, () =>
    tx.rows<MonthRow>(sql`
    select extract(month from p.payment_date)::int as month, extract(year from p.payment_date)::int as year,
      ${realized} as "realizedPaymentAmount", ${unrealized} as "unrealizedPaymentAmount"
    ${made(loanId)} group by 2, 1 order by 2 desc, 1 desc ${paged(page)}`),
  );

/** The days of one month, the latest first. */
export const daysOf = (
  tx: Tx,
  { loanId, month, year }: { loanId: number; month: number; year: number },
): Promise<{ paymentDate: string; realizedAmount: number; unRealizedAmount: number }[]> =>
  tx.rows(sql`
    select p.payment_date as "paymentDate", ${realized} as "realizedAmount", ${unrealized} as "unRealizedAmount"
    ${made(loanId)} and p.payment_date >= make_date(${year}, ${month}, 1)
      and p.payment_date < make_date(${year}, ${month}, 1) + interval '1 month'
    group by 1 order by 1 desc`);
