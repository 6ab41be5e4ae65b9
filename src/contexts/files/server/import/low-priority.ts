/**
 * Low-priority connections for long work. On a local PostgreSQL they yield to users: with two cores, users come first.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { PoolClient } from 'pg';
import type { Database } from '#kernel/server/database/database.ts';

/** A tenth of another's share where both want the processor; enough to get on when everybody does. */
const niceness = 10;

/** Does nothing where PostgreSQL runs elsewhere, or its processes are not ours: the work is then like any other. */
function giveWay(pid: number): void {
  try {
    // In a container PostgreSQL has a separate process namespace.
    if (!readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith('postgres:')) return;
    setPriority(pid, niceness);
    // Linux weighs sessions against each other, and every process of PostgreSQL is one.
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  } catch {
    // See above.
  }
}

/** Not reusable afterwards: it is returned to be closed. */
export async function lowPriorityConnection(database: Database): Promise<PoolClient> {
  const client = await database.connect();
  if (!database.config.host?.startsWith('/')) return client;
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    if (rows[0]) giveWay(rows[0].pid);
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
