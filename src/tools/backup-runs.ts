/** Records backup runs and attempts in their database, for System status and alerts. */
import pg from 'pg';
import { openDatabase } from '#app/database/pools/pools.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { eventLog } from '#kernel/server/live/event.ts';
import { toolsText } from '#text/en/program/tools.ts';

type Saving = 'database' | 'files' | 'rehearsal';

const KEPT = '400 days';

/** Runs `work`, and records its success or failure; a failure is rethrown. */
export async function noted<T>(config: pg.PoolConfig, what: Saving, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const [done] = await Promise.allSettled([work()]);
  const fault = done.status === 'rejected' ? faultOf(done.reason) : null;
  const database = openDatabase(config);
  try {
    await database.transaction(async (tx) => {
      await tx.run(sql`insert into backup_run (what, took_ms, fault)
        values (${what}, ${Math.round(performance.now() - began)}, ${fault})`);
      await tx.run(sql`delete from backup_run where at < now() - ${KEPT}::interval`);
      const events = eventLog(null, null);
      events.emit('system.backed-up', { facts: { what, fault } });
      await events.flush(tx, []);
    });
  } catch (error) {
    // An earlier schema lacks the table; of two errors the first is reported.
    if (isOlder(error)) console.log(toolsText.notNoted);
    else if (done.status === 'fulfilled') throw error;
  } finally {
    await database.end();
  }
  if (done.status === 'rejected') throw done.reason;
  return done.value;
}

/** A table, a column or a value that the schema does not know yet. */
const isOlder = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && ['42P01', '42703', '23514'].includes(error.code ?? '');

/** The first line: what PostgreSQL adds may quote a row. */
function faultOf(reason: unknown): string {
  return (reason instanceof Error ? reason.message : String(reason)).split('\n')[0]?.slice(0, 300) ?? '';
}
