/** Temporary database with all migrations. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { startEmbedded } from '#app/database/embedded.ts';
import { migrate } from '#app/database/migrate.ts';
import { openDatabase } from '#app/database/pools/pools.ts';

export async function withMigrated<T>(look: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'recoup-schema-'));
  const embedded = await startEmbedded(folder);
  const database = openDatabase(embedded.config);
  try {
    await migrate(database);
    const client = await database.connect();
    try {
      return await look(client);
    } finally {
      client.release();
    }
  } finally {
    await database.end();
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
