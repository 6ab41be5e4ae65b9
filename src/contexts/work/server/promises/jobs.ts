/** Judges PTPs right after a payment or reversal, and when a day has passed in India. */
import { watchersOf } from '#contexts/agency/server/visible.ts';
import { type Clock, businessDay } from '#kernel/server/operation/clock.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { eventLog } from '#kernel/server/live/event.ts';
import type { Logger } from '#kernel/server/operation/log.ts';
import { type Loop, openLoop } from '#kernel/server/work/loop.ts';
import { type PromiseChange, judgeLoans, takeLapsed, takeWaiting, workersOf } from './store.ts';

const every = 1000;
/** Maximum of queued and lapsed ones: their loans are locked, and block dispositions. */
const mostAtOnce = 250;

async function tell(tx: Tx, changes: readonly PromiseChange[]): Promise<void> {
  const events = eventLog(null, null);
  const people = await workersOf(
    tx,
    changes.map(({ loanId }) => loanId),
  );
  const to = await watchersOf(tx, people);
  changes.forEach(({ id, loanId, before, after, received }, i) =>
    // One event notifies all users.
    events.emit('borrower-dispositions.judged', {
      id,
      facts: { loanId, before, after, received },
      to: i === 0 ? to : [],
    }),
  );
  await events.flush(tx, ['loans', 'today']);
}

/** Judges queued loans, up to a limit; returns their number. */
export async function judgeWaiting(database: Database, clock: Clock): Promise<number> {
  return database.transaction(async (tx) => {
    const today = businessDay(clock.now());
    const { loanIds, old } = await takeWaiting(tx, mostAtOnce);
    const lapsed = await takeLapsed(tx, today, mostAtOnce);
    const all = [...new Set([...loanIds, ...lapsed])];
    if (all.length === 0) return 0;
    const changes = await judgeLoans(tx, all, today);
    const told = changes.filter(({ loanId, before, after }) => before !== after && !old.has(loanId));
    if (told.length) await tell(tx, told);
    return all.length;
  });
}

/** Safe on every node at once. */
export function keepJudging(database: Database, clock: Clock, log: Logger): Loop {
  const loop = openLoop(
    every,
    async () => {
      if ((await judgeWaiting(database, clock)) > 0) loop.wake();
    },
    (error) => log.warn({ err: error }, 'promises'),
    database.rest,
  );
  return loop;
}
