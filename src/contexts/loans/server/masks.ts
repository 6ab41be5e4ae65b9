/** What identifies or reaches a person, as lists and profiles show it: never whole (security.md C.12). */
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** A telephone: the last four digits. */
export const mobileMask = (column: Fragment): Fragment => sql`'XXXXXX' || right(${column}, 4)`;

/** Its first three characters and its last, as tax offices print it. */
export const panMask = (column: Fragment): Fragment =>
  sql`left(${column}, 3) || 'XXXXXX' || right(${column}, 1)`;

/** The last four characters, where there are enough others to hide. */
export const paperMask = (column: Fragment): Fragment =>
  sql`case when length(${column}) >= 8 then 'XXXX' || right(${column}, 4) when ${column} is not null then 'XXXX' end`;

export const emailMask = (column: Fragment): Fragment =>
  sql`left(${column}, 1) || '***@' || split_part(${column}, '@', 2)`;
