import { shownText } from './shown.ts';
import { channelOf, channels } from '#kernel/contract/channels/channels.ts';
import { communications } from '#contexts/messaging/contract/communications.ts';
import type { CsvColumn } from '#kernel/server/files/csv-table.ts';
import type { ExportSource } from '#kernel/server/files/export.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { communicationsText as say } from '#contexts/messaging/text/en/communications.ts';
import { type MessageQuery, messageJoins, messagesFrom, whereMessages } from './list-store.ts';

/** Columns of an exported message list; numbers are masked (G074). */
const columns: readonly CsvColumn[] = [
  { head: say.loanNumber, value: sql`l.loan_number` },
  { head: say.borrower, value: sql`b.name` },
  { head: say.client, value: sql`c.name` },
  { head: say.mobile, value: sql`'XXXXXX' || right(m.mobile, 4)` },
  { head: say.message, value: shownText },
  { head: say.statusHead, value: sql`m.status` },
  { head: say.campaign, value: sql`m.campaign_name` },
  { head: say.response, value: sql`m.response_type` },
  { head: say.createdAt, value: sql`(m.created_at at time zone 'Asia/Kolkata')::date`, as: 'day' },
  { head: say.by, value: sql`u.first_name || ' ' || u.last_name` },
];
export const messageExports: readonly ExportSource[] = channels.map((channel) => {
  const { tab } = channelOf[channel];
  return {
    type: `messages-${tab}`,
    list: communications[tab],
    read(actor, asked) {
      const chosen = whereMessages(actor, channel, asked as MessageQuery);
      return {
        columns,
        from: sql`${messagesFrom} ${messageJoins} ${chosen} order by m.id desc`,
        count: sql`select count(*)::int as n ${messagesFrom} ${chosen}`,
      };
    },
  };
});
