/** Applies a backup's missing migrations to a temporary copy of its data. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from '#app/database/migrate.ts';
import { openDatabase } from '#app/database/pools/pools.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { toolsText } from '#text/en/program/tools.ts';
import { Refused } from './refused.ts';
import { restoreAsItWas } from './restore.ts';

/** The rehearsed migrations, and how long the start of the program took on the copy. */
interface UpgradeRehearsed {
  migrations: readonly Rehearsed[];
  startMs: number;
}
interface Rehearsed {
  name: string;
  ms: number;
  /** Tables with rows locked against readers and writers, or writers only. */
  held: readonly string[];
}

/** Locks of this transaction that block writers; tables it created itself block no others. */
const heldNow = `
  select c.relname as name from pg_locks l join pg_class c on c.oid = l.relation
  where l.pid = pg_backend_pid() and l.locktype = 'relation' and c.relkind in ('r', 'p')
    and c.relnamespace = 'public'::regnamespace
    and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
    and c.relname = any($1) group by 1 order by 1`;
const tablesNow = `select array_agg(relname::text) as names from pg_class
  where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`;

export async function rehearseUpgrade(
  config: pg.ClientConfig,
  file: string,
  o: {
    identities?: readonly string[] | undefined;
    folder?: URL;
    /** What a start does with the copy after its migrations. */
    start?(copy: Database): Promise<void>;
  } = {},
): Promise<UpgradeRehearsed> {
  const name = `recoup_rehearsal_${randomBytes(4).toString('hex')}`;
  const owner = new pg.Client(config);
  await owner.connect();
  try {
    await owner.query(`create database ${name} template template0 encoding 'UTF8'`);
    try {
      const copy = inDatabase(config, name);
      await restoreAsItWas(copy, file, o.identities);
      return await timed(copy, o);
    } finally {
      await owner.query(`drop database if exists ${name} with (force)`);
    }
  } finally {
    await owner.end();
  }
}

/** The first line: what PostgreSQL adds may quote a row. */
const reasonOf = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : String(cause)).split('\n')[0] ?? '';

/** An address precedes a separate name. */
function inDatabase({ connectionString, ...rest }: pg.ClientConfig, database: string): pg.PoolConfig {
  if (!connectionString) return { ...rest, database };
  const url = new URL(connectionString);
  url.pathname = `/${database}`;
  return { ...rest, connectionString: url.href };
}

async function timed(
  copy: pg.PoolConfig,
  { folder, start }: Parameters<typeof rehearseUpgrade>[2] & object,
): Promise<UpgradeRehearsed> {
  const database = openDatabase(copy);
  const done: Rehearsed[] = [];
  let since = performance.now();
  let before: string[] = [];
  const look = async (client: pg.ClientBase): Promise<void> => {
    before = (await client.query<{ names: string[] }>(tablesNow)).rows[0]?.names ?? [];
    since = performance.now();
  };
  try {
    await migrate(database, {
      ...(folder && { folder }),
      onBegin: look,
      async onApplied(client, name) {
        const { rows } = await client.query<{ name: string }>(heldNow, [before]);
        done.push({ name, ms: performance.now() - since, held: rows.map((row) => row.name) });
      },
    });
    const began = performance.now();
    await start?.(database).catch((cause: unknown) => {
      throw new Refused(toolsText.upgradeStartFailed(reasonOf(cause)), { cause });
    });
    return { migrations: done, startMs: performance.now() - began };
  } finally {
    await database.end();
  }
}
