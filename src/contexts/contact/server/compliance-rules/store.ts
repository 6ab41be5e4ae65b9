import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { ContactRule } from './rules.ts';

/** The other active rules of a kind, under a lock against additions until the end of the transaction. */
export async function rulesOfKind(tx: Tx, kind: string, exceptId?: number): Promise<ContactRule[]> {
  await tx.run(sql`select pg_advisory_xact_lock(7064)`);
  return tx.rows<ContactRule>(sql`
    select kind, client_id as "clientId", product_type as "productType", from_day as "fromDay", until_day as "untilDay",
      starts_at as "startsAt", ends_at as "endsAt", channel, most, every_days as "everyDays", hold_days as "holdDays"
    from compliance_rules where kind = ${kind} and is_active and id is distinct from ${exceptId ?? null}`);
}

interface Change {
  id: number;
  at: string;
  who: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** Newest first; a default rule has none. */
export const changesOf = (tx: Tx, id: number): Promise<Change[]> =>
  tx.rows<Change>(sql`
    select e.id, e.at, coalesce(u.first_name || ' ' || u.last_name, '') as who,
      coalesce(e.facts -> 'before', '{}') as before, coalesce(e.facts -> 'after', '{}') as after
    from event e left join users u on u.id = e.actor_id
    where e.domain = 'compliance-rules' and e.entity_id = ${id} order by e.id desc limit 100`);
