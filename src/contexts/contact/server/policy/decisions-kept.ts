/** Retention of contact decisions in the database; evidence reads archived ones from files. */
import { sql } from '#kernel/server/database/sql.ts';
import type { KeptMonths } from '#kernel/server/slots.ts';
import { isHeld } from './permit.ts';

export const decisionsKept = (months: number | undefined): KeptMonths[] =>
  months === undefined
    ? []
    : [
        {
          table: 'contact_decisions',
          months,
          // What a dispute is about is evidence.
          isHeld: (since, until, now) => sql`
            exists (select from contact_decisions d
              where d.at >= ${since}::timestamptz and d.at < ${until}::timestamptz and ${isHeld(sql`d.loan_id`, now)})`,
        },
      ];
