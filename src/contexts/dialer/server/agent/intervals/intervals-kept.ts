/** Retention of agents' intervals; their daily sums are permanent. */
import { isHeld } from '#contexts/contact/server/policy/permit.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { KeptMonths } from '#kernel/server/slots.ts';

export const intervalsKept = (months: number | undefined): KeptMonths[] =>
  months === undefined
    ? []
    : [
        {
          table: 'agent_intervals',
          months,
          // What a dispute is about is evidence, and what lasts is no past.
          isHeld: (since, until, now) => sql`
            exists (select from open_intervals o where o.started_at >= ${since}::timestamptz and o.started_at < ${until}::timestamptz)
            or exists (select from agent_intervals i join call_attempts k on k.id = i.attempt_id
              where i.started_at >= ${since}::timestamptz and i.started_at < ${until}::timestamptz
                and ${isHeld(sql`k.loan_id`, now)})`,
        },
      ];
