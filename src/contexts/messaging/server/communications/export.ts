import { communications } from '#contexts/messaging/contract/communications.ts';
import type { CsvColumn } from '#kernel/server/files/csv-table.ts';
import type { ExportSource } from '#kernel/server/files/export.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { communicationsText as say } from '#contexts/messaging/text/en/communications.ts';
import {
  type ListedChannel,
  type MessageQuery,
  whereMessages,
  messagesFrom,
  messageJoins,
} from './list-store.ts';

/** What an exported list of messages holds; numbers leave masked (G074). */
const columns: readonly CsvColumn[] = [
  { head: say.loanNumber, value: sql`l.loan_number` },
  { head: say.borrower, value: sql`b.name` },
  { head: say.client, value: sql`c.name` },
  { head: say.mobile, value: sql`'XXXXXX' || right(m.mobile, 4)` },
  { head: say.message, value: sql`m.message` },
  { head: say.statusHead, value: sql`m.status` },
  { head: say.campaign, value: sql`m.campaign_name` },
  { head: say.response, value: sql`m.response_type` },
  { head: say.createdAt, value: sql`(m.created_at at time zone 'Asia/Kolkata')::date`, as: 'day' },
  { head: say.by, value: sql`u.first_name || ' ' || u.last_name` },
];
const lists = { sms: 'sms', whatsapp: 'whatsApp', rcs: 'rcs', ivr: 'ivr' } as const satisfies Record<
  string,
  ListedChannel
>;

export const messageExports: readonly ExportSource[] = (Object.keys(lists) as (keyof typeof lists)[]).map(
  (name) => ({
    type: `messages-${name}`,
    list: communications[name],
    read(actor, asked) {
      const chosen = whereMessages(actor, lists[name], asked as MessageQuery);
      return {
        columns,
        from: sql`${messagesFrom} ${messageJoins} ${chosen} order by m.id desc`,
        count: sql`select count(*)::int as n ${messagesFrom} ${chosen}`,
      };
    },
  }),
);
