/** Users excluded from assignment: the agency requires a certificate, and theirs is missing or expired. */
import { Failure } from '#kernel/contract/failure.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';

/** True for a user excluded on this day. */
export const isBarred = (user: Fragment, day: string): Fragment => sql`
  ((select needs_certificate from agency_rule) and not exists (select from agent_cards c
    where c.user_id = ${user} and c.valid_until >= ${day}::date))`;

/** Refuses with the first of them by name. */
export async function refuseBarred(tx: Tx, userIds: readonly number[], now: Date): Promise<void> {
  const found = await tx.rows<{ name: string }>(sql`
    select u.first_name || ' ' || u.last_name as name from users u
    where u.id = any(${[...userIds]}) and ${isBarred(sql`u.id`, businessDay(now))} order by u.id`);
  const [first] = found;
  if (first) throw new Failure('CERTIFICATE_EXPIRED', { name: first.name, more: found.length - 1 });
}
