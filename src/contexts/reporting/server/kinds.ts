/** Active loans by one attribute: totals of `book_kinds`, and some example loans (decision 560). */
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { MOST_IDS } from './figures.ts';

/**
 * Example active loans `l` of a kind, as an array: searched per user, up to the number in `known`, rows of `assignee_id`
 * (0: none) and `loans`, until sufficient.
 */
export const someOfKind = (known: Fragment, when: Fragment): Fragment => {
  const theirs = (assignee: Fragment): Fragment => sql`
    cross join lateral (select l.id from loans l where ${assignee} and l.is_active and ${when} limit r.loans) x`;
  return sql`array(
    select x.id from (${known}) r ${theirs(sql`l.assignee_id = r.assignee_id`)} where r.assignee_id <> 0 and r.loans > 0
    union all
    select x.id from (${known}) r ${theirs(sql`l.assignee_id is null`)} where r.assignee_id = 0 and r.loans > 0
    limit ${MOST_IDS})`;
};
