/** Retention of access records in the database: a year, or as long as events if those are retained longer. */
import { accessMonths } from '#contexts/reporting/contract/access-records.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { KeptMonths } from '#kernel/server/slots.ts';

export function accessRetention(eventMonths: number | undefined): KeptMonths {
  const months = Math.max(accessMonths, eventMonths ?? accessMonths);
  return {
    table: 'access_records',
    months,
    isHeld: (since, until, now) => sql`
      exists (select from access_records a where a.id >= ${since}::bigint and a.id < ${until}::bigint
        and a.at > ${now}::timestamptz - make_interval(months => ${months}))`,
  };
}
