import { dnc } from '#contexts/contact/contract/dnc.ts';
import type { CsvColumn } from '#kernel/server/files/csv-table.ts';
import type { ExportSource } from '#kernel/server/files/export.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { dncText as say } from '#contexts/contact/text/en/dnc.ts';
import { type DncQuery, whereNumbers, dncFrom, dncJoins } from './store.ts';

/** Columns of an exported DNC list; numbers are masked (G074). */
const columns: readonly CsvColumn[] = [
  { head: say.loanNumber, value: sql`l.loan_number` },
  { head: say.client, value: sql`c.name` },
  { head: say.mobile, value: sql`'XXXXXX' || right(n.mobile, 4)` },
  {
    head: say.status,
    value: sql`case n.status when 'active' then ${say.statuses.active} else ${say.statuses.inactive} end`,
  },
  { head: say.since, value: sql`(n.updated_at at time zone 'Asia/Kolkata')::date`, as: 'day' },
];

export const dncExport: ExportSource = {
  type: 'dnc',
  list: dnc.list,
  read(actor, asked: DncQuery) {
    const chosen = whereNumbers(actor, asked);
    return {
      columns,
      from: sql`${dncFrom} ${dncJoins} ${chosen} order by n.id desc`,
      count: sql`select count(*)::int as n ${dncFrom} ${chosen}`,
    };
  },
};
