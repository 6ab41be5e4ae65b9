/** `npm run schema [-- file]`: the tables of a freshly migrated database by context, as a page with pictures. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbedded } from '#app/database/embedded.ts';
import { migrate } from '#app/server/migrate.ts';
import { openDatabase } from '#kernel/server/database/database.ts';
import { schemaPage } from './schema-page.ts';

const file = process.argv[2] ?? 'schema.md';
const folder = await mkdtemp(path.join(tmpdir(), 'recoup-schema-'));
const embedded = await startEmbedded(folder);
const database = openDatabase(embedded.config);
try {
  await migrate(database);
  const client = await database.connect();
  await writeFile(file, await schemaPage(client));
  client.release();
  console.log(`The schema is in ${file}.`);
} finally {
  await database.end();
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
}
