/** Retention of events in the database; verification reads archived ones from files. */
import { isHeld } from '#contexts/contact/server/policy/permit.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import type { KeptMonths } from '#kernel/server/slots.ts';

/** The loans an event is about. */
const loansOf = sql`
  select e.entity_id where e.domain = 'loans'
  union all select (e.facts ->> 'loanId')::bigint where jsonb_typeof(e.facts -> 'loanId') = 'number'
  union all select id::bigint from jsonb_array_elements_text(
    case when jsonb_typeof(e.facts -> 'loanIds') = 'array' then e.facts -> 'loanIds' else '[]' end) id`;

const within = (id: Fragment, since: string, until: string): Fragment =>
  sql`${id} >= ${since}::bigint and ${id} < ${until}::bigint`;

export const eventsKept = (months: number | undefined): KeptMonths[] =>
  months === undefined
    ? []
    : [
        {
          table: 'event',
          months,
          // Unchained rows cannot be verified, and late ids are too recent.
          isHeld: (since, until, now) => sql`
            exists (select from event e where ${within(sql`e.id`, since, until)}
              and (e.at > ${now}::timestamptz - make_interval(months => ${months})
                or not exists (select from event_seal s
                  where s.event_id = e.id and ${within(sql`s.event_id`, since, until)})))
            or exists (select from event e cross join lateral (${loansOf}) about (loan_id)
              where ${within(sql`e.id`, since, until)} and ${isHeld(sql`about.loan_id`, now)})`,
        },
      ];
