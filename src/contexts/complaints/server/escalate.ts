/** Deadlines of complaints: an overdue one escalates once to the owner's leader; its hold lasts until it is closed. */
import { watchersOf } from '#contexts/agency/server/visible.ts';
import { extendComplaintHolds } from '#contexts/contact/server/policy/complaint-hold.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { eventLog } from '#kernel/server/live/event.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { sql } from '#kernel/server/database/sql.ts';
import * as store from './store.ts';

interface Late {
  id: number;
  number: string;
  loanId: number;
  ownerId: number | null;
  aboutId: number | null;
}
const atOnce = 200;

export async function escalateLate(database: Database, now: Date): Promise<number> {
  return database.transaction(async (tx) => {
    const late = await tx.rows<Late>(sql`
      select k.id, k.number, k.loan_id as "loanId", k.owner_id as "ownerId", k.about_id as "aboutId" from complaints k
      where k.state in ('open', 'reopened') and k.due_on < ${businessDay(now)}::date and k.escalated_at is null
      order by k.due_on, k.id limit ${atOnce} for no key update skip locked`);
    const events = eventLog(null, null);
    for (const one of late) {
      const next = await store.ownerFor(tx, { from: one.ownerId, not: one.aboutId });
      await tx.run(sql`update complaints set owner_id = ${next?.id ?? one.ownerId}, escalated_at = ${now}, updated_at = now()
        where id = ${one.id}`);
      await store.addStep(tx, { id: one.id, at: now, userId: null, what: 'escalated' });
      const { loanId, number } = one;
      events.emit('complaints.escalated', {
        id: one.id,
        facts: { loanId, number, before: one.ownerId, after: next?.id ?? one.ownerId },
        to: await watchersOf(tx, [one.ownerId, next?.id ?? null]),
      });
    }
    await events.flush(tx, []);
    return late.length;
  });
}

/** Extends the hold while its complaint is open, because the borrower was promised no collection until the answer. */
export async function keepHolds(database: Database, now: Date): Promise<number> {
  return database.transaction(async (tx) => {
    const over = await tx.rows<{ id: number }>(sql`
      select hold_id as id from complaints where state <> 'closed' and hold_id is not null`);
    const longer = await extendComplaintHolds(tx, { ids: over.map(({ id }) => id), now });
    const events = eventLog(null, null);
    for (const { loanId, name, untilDay } of longer)
      events.emit('loans.held', { id: loanId, facts: { name, untilDay }, to: [] });
    await events.flush(tx, ['loan-holds', 'today', 'dialer', 'visits']);
    return longer.length;
  });
}
