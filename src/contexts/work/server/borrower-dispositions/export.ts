import { promiseStatesText } from '#text/en/promise-states.ts';
import { borrowerDispositions } from '#contexts/work/contract/borrower-dispositions.ts';
import type { CsvColumn } from '#kernel/server/files/csv-table.ts';
import type { ExportSource } from '#kernel/server/files/export.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { borrowerDispositionsText as say } from '#contexts/work/text/en/borrower-dispositions.ts';
import {
  type DispositionQuery,
  whereDispositions,
  dispositionsFrom,
  dispositionJoins,
  dispositionOrder,
} from './list-store.ts';

const momentOf = (moment: Fragment): Fragment =>
  sql`to_char(${moment} at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI')`;

const { open, kept, part_kept: partKept, broken, void_inactive: unwatched } = promiseStatesText;
/** PTP state as list text. */
const stateOf = sql`case p.state when 'open' then ${open} when 'kept' then ${kept} when 'part_kept' then ${partKept}
  when 'broken' then ${broken} when 'void_inactive' then ${unwatched} end`;

/** Columns of exported PTPs and other dispositions. */
const columns: readonly CsvColumn[] = [
  { head: say.loanNumber, value: sql`l.loan_number` },
  { head: say.borrower, value: sql`b.name` },
  { head: say.mobile, value: sql`'XXXXXX' || right(l.mobile, 4)` },
  { head: say.client, value: sql`c.name` },
  { head: say.disposition, value: sql`m.name` },
  { head: say.subDisposition, value: sql`s.name` },
  { head: say.amount, value: sql`d.amount`, as: 'money' },
  { head: say.actionDate, value: sql`d.action_date`, as: 'day' },
  { head: say.promise, value: stateOf },
  { head: say.receivedAmount, value: sql`p.received`, as: 'money' },
  { head: say.followUpDate, value: momentOf(sql`d.follow_up_date`), as: 'day' },
  { head: say.hot, value: sql`case when d.is_hot_ptp then ${say.yes} end` },
  { head: say.comments, value: sql`d.comments` },
  { head: say.agent, value: sql`u.first_name || ' ' || u.last_name` },
  { head: say.createdAt, value: momentOf(sql`d.effective_at`), as: 'day' },
];

export const dispositionExport: ExportSource = {
  type: 'summary',
  list: borrowerDispositions.list,
  read(actor, asked: DispositionQuery, now) {
    const chosen = whereDispositions(actor, asked);
    return {
      columns,
      from: sql`${dispositionsFrom} ${dispositionJoins} ${chosen} order by ${dispositionOrder(asked, now)}`,
      count: sql`select count(*)::int as n ${dispositionsFrom} ${chosen}`,
    };
  },
};
