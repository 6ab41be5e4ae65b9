/** The superiors of a loan's assignee. */
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** The nearest superior with one of these roles. */
export const above = (person: Fragment, roles: readonly string[]): Fragment => sql`(
  select a.first_name || ' ' || a.last_name from user_below b join users a on a.id = b.ancestor_id
  join roles r on r.id = a.role_id
  where b.user_id = ${person} and b.ancestor_id <> b.user_id and r.role_type = any(${[...roles]})
  order by (select count(*) from user_below x where x.ancestor_id = a.id), a.id limit 1)`;
export const leaders = ['tech_lead'] as const;
export const assistants = ['supervisor', 'authorized_officer'] as const;
export const managers = ['manager'] as const;
