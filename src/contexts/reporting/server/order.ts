/** The order of a report, by the column a person chose. */
import { type Fragment, empty, sql } from '#kernel/server/database/sql.ts';

/** What is empty comes last either way; rows that are equal stand in the usual order, which is the whole of it without a choice. */
export function orderOf(by: Fragment | undefined, sort: string | undefined, usual: Fragment): Fragment {
  if (!by) return sql`order by ${usual}`;
  return sql`order by ${by} ${sort?.startsWith('-') ? sql`desc` : empty} nulls last, ${usual}`;
}

/** What a sort goes by, either way, among what this report can be sorted by. */
export const chosenIn = <V>(sorts: Readonly<Record<string, V>>, sort: string | undefined): V | undefined =>
  sort === undefined ? undefined : sorts[sort.replace(/^-/, '')];
