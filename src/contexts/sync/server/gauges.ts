/** What phones brought, as figures. */
import type { Gauge } from '#kernel/server/operation/gauge.ts';
import { sql } from '#kernel/server/database/sql.ts';

export const syncGauges: readonly Gauge[] = [
  {
    name: 'reviews_oldest_seconds',
    help: 'How long the oldest entry of a phone has waited for a leader',
    read: sql`select null as label, date_part('epoch', now() - min(created_at)) as value from sync_reviews
      where state = 'open' having count(*) > 0`,
    limit: { above: 172_800, minutes: 60 },
  },
  {
    name: 'entries_lost',
    help: 'Entries that phones lost before they were sent, not yet seen by a leader',
    read: sql`select null as label, coalesce(sum(entries), 0)::int as value from sync_losses where seen_at is null`,
    limit: { above: 0, minutes: 0 },
  },
];
