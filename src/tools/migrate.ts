/**
 * `npm run db:migrate`: migrates the database to this version, as a step before its servers start (MIGRATIONS=apart).
 */
import { parseArgs } from 'node:util';
import { migrate } from '#app/database/migrate.ts';
import { grantProgram } from '#app/operation/program-role.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { openDatabase } from '#app/database/pools/pools.ts';
import type { Config } from '#app/server/config.ts';
import { openLog } from '#app/server/operation/log.ts';
import { openJobs } from '#app/server/operation/queue.ts';
import { startupText } from '#text/en/program/startup.ts';
import { toolsText } from '#text/en/program/tools.ts';
import { ofOne } from './agencies/one-of.ts';
import { connect } from './connect.ts';
import { refusable } from './refused.ts';

/** Grants the program's role its rights, also on the tables of the queue. */
async function grantIn(database: Database): Promise<void> {
  const client = await database.connect();
  try {
    await grantProgram(client);
  } finally {
    client.release();
  }
}

async function run(config: Config): Promise<void> {
  parseArgs({ options: {} });
  const embedded = await connect(config, { share: true, isNew: true });
  const database = openDatabase(embedded.config);
  try {
    const applied = await migrate(database, {
      onMissing: (count) => console.log(startupText.migrating(count)),
    });
    // The job queue has separate tables.
    await (await openJobs(embedded.config, openLog('/dev/null'))).stop();
    await grantIn(database);
    console.log(toolsText.migrated(applied.length));
  } finally {
    await database.end();
    await embedded.stop();
  }
}

await refusable(ofOne(run));
