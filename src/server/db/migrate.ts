import { readFile, readdir } from 'node:fs/promises';
import type { Database } from '#server/kernel/database.ts';
import { comment } from './comment.ts';

const folder = new URL('./migrations/', import.meta.url);

/** Names of the migrations this program brings, in order. */
export async function ownMigrations(): Promise<string[]> {
  return (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
}

/**
 * Applies what is missing, each file in its own transaction, one process at a time; answers the names applied.
 * A database that is ahead of this program is refused: an older program must not write to it.
 */
export async function migrate(database: Database): Promise<string[]> {
  const client = await database.connect();
  try {
    await client.query('select pg_advisory_lock(7060)');
    await client.query(
      'create table if not exists migration (name text primary key, at timestamptz default now())',
    );
    const known = new Set<string>(
      (await client.query<{ name: string }>('select name from migration')).rows.map((row) => row.name),
    );
    const own = await ownMigrations();
    const ahead = [...known].filter((file) => !own.includes(file));
    if (ahead.length) throw new Error(`The database is newer than this program (${ahead.join(', ')}).`);
    const missing = own.filter((file) => !known.has(file));
    for (const file of missing) {
      await client.query('begin');
      try {
        await client.query(await readFile(new URL(file, folder), 'utf8'));
        await client.query('insert into migration (name) values ($1)', [file]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`Migration ${file} failed`, { cause: error });
      }
    }
    await comment(client);
    return missing;
  } finally {
    await client.query('select pg_advisory_unlock(7060)').catch(() => undefined);
    client.release();
  }
}
