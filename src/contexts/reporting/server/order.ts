/** The order of a report, by the column a person chose. */
import { type Fragment, empty, sql } from '#kernel/server/database/sql.ts';

/** Empty values are last in both directions; equal rows have the default order, also used without a sort. */
export function orderOf(by: Fragment | undefined, sort: string | undefined, usual: Fragment): Fragment {
  if (!by) return sql`order by ${usual}`;
  return sql`order by ${by} ${sort?.startsWith('-') ? sql`desc` : empty} nulls last, ${usual}`;
}

/** Sort expression of a report, in either direction. */
export const chosenIn = <V>(sorts: Readonly<Record<string, V>>, sort: string | undefined): V | undefined =>
  sort === undefined ? undefined : sorts[sort.replace(/^-/, '')];
