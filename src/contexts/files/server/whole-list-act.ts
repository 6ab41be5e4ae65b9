/**
 * A complete list deactivating more loans than its limit needs a second approver, where a deactivation policy requires
 * it.
 */
import { plainFacts } from '#contexts/authority/contract/rules.ts';
import { type Act, line } from '#contexts/authority/server/acts/act.ts';
import { files } from '#contexts/files/contract/files.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { sql } from '#kernel/server/database/sql.ts';
import * as store from './store.ts';

/** Loans deactivated by a user that day: manually, and by complete lists they sent or confirmed. */
export async function switchedOffToday(tx: Tx, userId: number, now: Date): Promise<number> {
  const today = sql`${businessDay(now)}::timestamp at time zone 'Asia/Kolkata'`;
  const before = await tx.one<{ n: number }>(sql`
    select (select coalesce(sum(case type when 'files.applied' then coalesce((facts ->> 'missing')::int, 0)
        else jsonb_array_length(facts -> 'loanIds') end), 0) from event
      where type in ('loans.deactivated', 'files.applied') and actor_id = ${userId} and at >= ${today})
      + (select coalesce(sum(missing_loans_count), 0) from file_jobs where created_by = ${userId} and created_at >= ${today}
        and is_new_records and not is_dry_run and confirmed_missing is null) as n`);
  return Number(before?.n ?? 0);
}

interface About {
  name: string;
  clientId: number;
  client: string;
}
export const wholeListAct: Act = {
  kind: 'deactivate',
  endpoint: files.apply,
  async read({ id: key, missing }: { id: string; missing?: number }, { tx, actor, now }) {
    const id = /^\d+$/.test(key) ? Number(key) : 0;
    const job = await store.lockJob(tx, actor, id);
    // Unrequested or mismatching confirmations are rejected by the endpoint.
    if (!job?.isDryRun || job.status !== 'completed') return undefined;
    if (job.missingToConfirm === null || job.missingToConfirm !== missing) return undefined;
    const about = await tx.one<About>(sql`
      select coalesce(j.file_name, '') as name, j.client_id as "clientId", c.name as client from file_jobs j
      join clients c on c.id = j.client_id where j.id = ${id}`);
    if (!about) return undefined;
    // One after another: two at once would not know of each other.
    await tx.run(sql`select pg_advisory_xact_lock(7096, ${actor.id}::int)`);
    const count = missing + (await switchedOffToday(tx, actor.id, now));
    return {
      name: about.client,
      lines: [
        line('list', null, about.name),
        line('loans', null, missing.toLocaleString('en-IN')),
        ...(count > missing ? [line('loansToday', null, count.toLocaleString('en-IN'))] : []),
      ],
      facts: plainFacts({ count }),
      clientId: about.clientId,
      also: [id, missing],
    };
  },
};
