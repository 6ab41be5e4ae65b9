/** Scope of dashboard cards: common loans, users and days. */
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { seesAll, visibleLoans, visibleUsers } from '#contexts/agency/server/visible.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

export interface Scope {
  /** Conditions on `l`, the loans, and on any column of a person. */
  loans: Fragment;
  people: (column: Fragment) => Fragment;
  userId: number;
  /** The entire agency. */
  isAll: boolean;
  /** Of one person's loans. */
  isAgent: boolean;
  today: Fragment;
  monthStart: Fragment;
  dawn: Fragment;
  firstDawn: Fragment;
}

export function scopeOf(actor: ServerActor, now: Date): Scope {
  const today = sql`${businessDay(now)}::date`;
  // Of a day alone it would depend on the session's time zone, and be counted again for each row it is compared with.
  const monthStart = sql`date_trunc('month', ${today}::timestamp)::date`;
  return {
    loans: visibleLoans(actor, sql`l.assignee_id`),
    people: (column) => visibleUsers(actor, column),
    userId: actor.id,
    isAll: seesAll(actor),
    isAgent: actor.roleType === 'agent',
    today,
    monthStart,
    dawn: sql`(${today}::timestamp at time zone 'Asia/Kolkata')`,
    firstDawn: sql`(${monthStart}::timestamp at time zone 'Asia/Kolkata')`,
  };
}
