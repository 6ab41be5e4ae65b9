/** Overdue requests escalate automatically: to the backup approver, to the next step, and finally they expire. */
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { eventLog } from '#kernel/server/live/event.ts';
import type { Clock } from '#kernel/server/operation/clock.ts';
import type { Logger } from '#kernel/server/operation/log.ts';
import { type Loop, openLoop } from '#kernel/server/work/loop.ts';
import type { Jobs } from '#kernel/server/work/jobs.ts';
import { doDue } from './acts/due.ts';
import type { DoDeps } from './acts/requests.ts';
import { placeFrom } from './engine.ts';
import type { KindOfRequest } from './slots.ts';
import { tellEnded } from './told.ts';

interface Late {
  id: number;
  kind: string;
  subjectId: number;
  passed: string[];
  askedBy: number;
  /** Whom it waited for. */
  people: number[];
}
const every = 30_000;
const mostAtOnce = 200;

async function moveOn(tx: Tx, late: Late, kinds: readonly KindOfRequest[], now: Date): Promise<void> {
  const kind = kinds.find((one) => one.kind === late.kind);
  const subject = await kind?.subject(tx, late.subjectId);
  const place =
    kind && subject && (await placeFrom(tx, { subject, flag: kind.flag, passed: late.passed, from: 'next' }));
  const events = eventLog(null, null);
  const facts = { kind: late.kind, subjectId: late.subjectId };
  const told = [...new Set([late.askedBy, ...late.people])];
  if (place) {
    await tx.run(sql`
      update authority_requests set passed = ${place.passed}, waits_for = ${place.people}, passed_to = null,
        due_at = ${now}::timestamptz + ${place.hours} * interval '1 hour', updated_at = now() where id = ${late.id}`);
    events.emit('authority.moved-on', { id: late.id, facts, to: [...new Set([...told, ...place.people])] });
  } else {
    await kind?.ended?.(tx, late.subjectId);
    await tx.run(sql`
      update authority_requests set state = ${subject ? 'expired' : 'withdrawn'}, closed_at = now(), updated_at = now()
      where id = ${late.id}`);
    events.emit('authority.expired', { id: late.id, facts, to: told });
  }
  await events.flush(tx, ['settlements']);
}

/** Answers how many were late. */
export function sweepLate(
  database: Database,
  clock: Clock,
  kinds: readonly KindOfRequest[],
): Promise<number> {
  return database.transaction(async (tx) => {
    const now = clock.now();
    const late = await tx.rows<Late>(sql`
      select id, kind, subject_id as "subjectId", passed, asked_by as "askedBy", waits_for as people from authority_requests
      where state = 'open' and due_at <= ${now} order by due_at limit ${mostAtOnce} for no key update skip locked`);
    for (const one of late) await moveOn(tx, one, kinds, now);
    return late.length;
  });
}

/** Safe on every node at once. */
export const keepMovingOn = (
  database: Database,
  clock: Clock,
  {
    log,
    jobs,
    kinds,
    doing,
  }: { log: Logger; jobs: Jobs; kinds: () => readonly KindOfRequest[]; doing: DoDeps },
): Loop => {
  const loop = openLoop(
    every,
    async () => {
      await sweepLate(database, clock, kinds());
      await doDue(database, doing, clock.now());
      await tellEnded(database, jobs);
    },
    (error) => log.warn({ err: error }, 'authority'),
    database.rest,
  );
  // Deadlines missed during downtime are processed immediately.
  loop.wake();
  return loop;
};
