/** Messages as figures. */
import type { Gauge } from '#kernel/server/operation/gauge.ts';
import { sql } from '#kernel/server/database/sql.ts';

export const messageGauges: readonly Gauge[] = [
  {
    name: 'messages_due_seconds',
    help: 'How long the oldest message that is due has not been handed to its carrier, by channel',
    label: 'channel',
    read: sql`select channel as label, date_part('epoch', now() - min(due_at)) as value from messages
      where due_at < now() group by channel`,
    limit: { above: 900, minutes: 5 },
  },
  {
    name: 'messages_failed_share',
    help: 'Share of the messages of the last hour that failed, by channel, where there were at least 20',
    label: 'channel',
    read: sql`select channel as label, (count(*) filter (where status = 'failed'))::float8 / count(*) as value from messages
      where status <> 'stored' and created_at > now() - interval '1 hour' group by channel having count(*) >= 20`,
    limit: { above: 0.2, minutes: 10 },
  },
];
