import { settlements } from '#contexts/settlements/contract/settlements.ts';
import type { CsvColumn } from '#kernel/server/files/csv-table.ts';
import type { ExportSource } from '#kernel/server/files/export.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { settlementsText as say } from '#contexts/settlements/text/en/settlements.ts';
import { isExpired } from './expiry.ts';
import { type SettlementQuery, whereSettlements, settlementsFrom, recovery } from './store.ts';

/** Columns of an exported settlement list. */
const columnsAt = (now: Date): readonly CsvColumn[] => [
  { head: say.loanNumber, value: sql`l.loan_number` },
  { head: say.borrower, value: sql`b.name` },
  { head: say.client, value: sql`c.name` },
  { head: say.amount, value: sql`t.amount`, as: 'money' },
  { head: say.pos, value: sql`t.principal_outstanding`, as: 'money' },
  { head: say.tos, value: sql`l.total_outstanding`, as: 'money' },
  { head: say.waiver, value: sql`round(100 - (${recovery})::numeric, 2)`, as: 'number' },
  { head: say.recovery, value: recovery, as: 'number' },
  { head: say.clientStatus, value: sql`t.client_status` },
  { head: say.status, value: sql`t.status` },
  { head: say.agent, value: sql`u.first_name || ' ' || u.last_name` },
  { head: say.payBy, value: sql`t.settlement_date`, as: 'day' },
  { head: say.expired, value: sql`case when ${isExpired(now)} then ${say.expired}::text end` },
  { head: say.createdAt, value: sql`(t.created_at at time zone 'Asia/Kolkata')::date`, as: 'day' },
];

export const settlementExport: ExportSource = {
  type: 'settlements',
  list: settlements.list,
  read(actor, asked, now) {
    const chosen = whereSettlements(actor, asked as SettlementQuery);
    return {
      columns: columnsAt(now),
      from: sql`${settlementsFrom} join clients c on c.id = l.client_id left join users u on u.id = l.assignee_id
        ${chosen} order by t.id desc`,
      count: sql`select count(*)::int as n ${settlementsFrom} ${chosen}`,
    };
  },
};
