/** Checks PostgreSQL's lock capacity, as text. */
import pg from 'pg';
import { ENOUGH_LOCKS, lockTable } from '#contexts/agency/server/system/lock-table.ts';
import { compile } from '#kernel/server/database/sql.ts';
import { startupText } from '#text/en/program/startup.ts';

/** The sentence of a server that has too few, with what to set; undefined where they are enough. */
export async function fewLocks(config: pg.ClientConfig): Promise<string | undefined> {
  const client = new pg.Client(config);
  client.on('error', () => undefined); // the running statement reports it
  await client.connect();
  try {
    const { rows } = await client.query<{ each: number; transactions: number; locks: number }>(
      compile(lockTable).text,
    );
    const [{ each, transactions, locks } = { each: 0, transactions: 1, locks: 0 }] = rows;
    if (locks >= ENOUGH_LOCKS) return undefined;
    return startupText.fewLocks(locks, each, Math.ceil(ENOUGH_LOCKS / transactions / 64) * 64);
  } finally {
    await client.end();
  }
}

/** PostgreSQL's lock table was full; out of memory has the same code. */
export const isOutOfLocks = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === '53200' &&
  /max_locks_per_transaction/.test(error.hint ?? '');
