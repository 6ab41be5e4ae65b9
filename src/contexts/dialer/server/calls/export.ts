import { calls } from '#contexts/dialer/contract/calls.ts';
import type { CsvColumn } from '#kernel/server/files/csv-table.ts';
import type { ExportSource } from '#kernel/server/files/export.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { callsText as say } from '#contexts/dialer/text/en/calls.ts';
import {
  type CallQuery,
  whereCalls,
  callsFrom,
  callJoins,
  hiddenName,
  hiddenNumber,
  masked,
  messageFate,
  callOrder,
  seenBy,
} from './store.ts';

const kolkata = (moment: Fragment): Fragment => sql`${moment} at time zone 'Asia/Kolkata'`;
const timeOf = (moment: Fragment): Fragment => sql`to_char(${kolkata(moment)}, 'HH24:MI:SS')`;
const minutesOf = (seconds: Fragment): Fragment =>
  sql`lpad((${seconds} / 60)::text, greatest(2, length((${seconds} / 60)::text)), '0') || ':' || lpad((${seconds} % 60)::text, 2, '0')`;

/** Columns of the exported call list, as in the tracker. */
const columns: readonly CsvColumn[] = [
  { head: say.loanNumber, value: sql`case when seen.it then l.loan_number else ${hiddenNumber} end` },
  { head: say.borrower, value: sql`case when seen.it then b.name else ${hiddenName} end` },
  { head: say.mobile, value: masked },
  { head: say.client, value: sql`c.name` },
  { head: say.portfolio, value: sql`p.name` },
  { head: say.campaign, value: sql`m.name` },
  { head: say.callDate, value: sql`to_char(${kolkata(sql`k.start_time`)}, 'DD/MM/YYYY')`, as: 'day' },
  { head: say.startTime, value: timeOf(sql`k.start_time`), as: 'day' },
  { head: say.endTime, value: timeOf(sql`k.end_time`), as: 'day' },
  { head: say.talkTime, value: minutesOf(sql`k.talk_duration`), as: 'day' },
  { head: say.waitTime, value: minutesOf(sql`k.wait_duration`), as: 'day' },
  { head: say.callStatus, value: sql`k.status` },
  { head: say.callType, value: sql`k.direction` },
  { head: say.mode, value: sql`k.mode || case when k.is_second then ${`, ${say.secondLine}`} else '' end` },
  { head: say.disposition, value: sql`n.name` },
  { head: say.subDisposition, value: sql`s.name` },
  { head: say.comments, value: sql`case when seen.it then d.comments end` },
  {
    head: say.actionDate,
    value: sql`case when seen.it then to_char(d.action_date, 'DD/MM/YYYY') end`,
    as: 'day',
  },
  { head: say.amount, value: sql`case when seen.it then d.amount end`, as: 'money' },
  { head: say.agent, value: sql`u.first_name || ' ' || u.last_name` },
  { head: say.voiceMessage, value: messageFate },
];

export const callExport: ExportSource = {
  type: 'calls',
  list: calls.list,
  read(actor, asked: CallQuery) {
    const chosen = whereCalls(actor, asked);
    return {
      columns,
      from: sql`${callsFrom} ${callJoins} ${seenBy(actor)} ${chosen} order by ${callOrder(asked)}`,
      count: sql`select count(*)::int as n ${callsFrom} ${chosen}`,
    };
  },
};
