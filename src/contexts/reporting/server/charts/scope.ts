/** Users and days of a chart. */
import { seesAll, visibleLoans, visibleUsers } from '#contexts/agency/server/visible.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { type Month, monthOf } from '../figures.ts';

export interface Drawn {
  userId: number;
  isAll: boolean;
  isAgent: boolean;
  /** Requested lenders; undefined for all. */
  clientIds: readonly number[] | undefined;
  /** Conditions on `l`, a loan: whom the caller sees, and of which lenders. */
  loans: Fragment;
  people: (column: Fragment) => Fragment;
  /** Daily totals by assignee, or of the entire agency with full visibility. */
  days: Fragment;
  /** The same condition on `s`, such a sum. */
  sums: Fragment;
  month: Month;
  day: string;
  today: Fragment;
  /** The morning of a day in India. */
  dawn: (day: Fragment) => Fragment;
}

export function drawnFor(
  { actor, now }: Pick<Context, 'actor' | 'now'>,
  { clientIds }: { clientIds?: readonly number[] | undefined },
): Drawn {
  const isOf = (column: Fragment): Fragment =>
    clientIds?.length ? sql`${column} = any(${[...clientIds]})` : sql`true`;
  const sees = seesAll(actor);
  const day = businessDay(now);
  return {
    userId: actor.id,
    isAll: sees,
    isAgent: actor.roleType === 'agent',
    clientIds: clientIds?.length ? clientIds : undefined,
    loans: sql`${visibleLoans(actor, sql`l.assignee_id`)} and ${isOf(sql`l.client_id`)}`,
    people: (column) => visibleUsers(actor, column),
    days: sees ? sql`lender_days_now` : sql`book_days_now`,
    sums: sql`${sees ? sql`true` : visibleUsers(actor, sql`s.assignee_id`)} and ${isOf(sql`s.client_id`)}`,
    month: monthOf(undefined, now),
    day,
    today: sql`${day}::date`,
    dawn: (of) => sql`(${of}::timestamp at time zone 'Asia/Kolkata')`,
  };
}
