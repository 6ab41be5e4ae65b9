/** File jobs as figures. */
import type { Gauge } from '#kernel/server/operation/gauge.ts';
import { sql } from '#kernel/server/database/sql.ts';

export const fileGauges: readonly Gauge[] = [
  {
    name: 'file_jobs_oldest_seconds',
    help: 'How long the oldest file that is taken in or written has been at it',
    read: sql`select null as label, date_part('epoch', now() - min(updated_at)) as value from file_jobs
      where status = 'processing' having count(*) > 0`,
    limit: { above: 1800, minutes: 5 },
  },
];
