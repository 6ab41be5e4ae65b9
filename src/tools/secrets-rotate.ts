/**
 * `npm run secrets:rotate -- --new` creates a new installation key, which encrypts from then on, and re-encrypts the database
 * under it; without `--new` it completes an interrupted run. Servers must be stopped.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openDatabase } from '#app/database/pools/pools.ts';
import { resealColumn, sealedColumns } from '#app/providers/sealed-columns.ts';
import type { Config } from '#app/server/config.ts';
import { keyFile, openSafe, readKey } from '#app/server/operation/safe.ts';
import { writeWhole } from '#app/server/operation/whole-file.ts';
import { eventLog } from '#kernel/server/live/event.ts';
import { toolsText } from '#text/en/program/tools.ts';
import { ofOne } from './agencies/one-of.ts';
import { withHands } from './agencies/hands.ts';
import { connect } from './connect.ts';
import { refusable } from './refused.ts';
import { refuseInUse } from './restore.ts';

/** Creates the next key; returns false if keys come from a setting, which only the operator changes. */
function makeKey(config: Config): boolean {
  const [newest = 1] = openSafe(config).numbers();
  if (config.secretsKey) {
    const file = join(config.dataDir, 'secrets_key.new');
    const former = config.secretsKey.includes(':') ? config.secretsKey : `1:${config.secretsKey}`;
    const fresh = randomBytes(32).toString('base64');
    // Written to a file, because terminals and their logs must not show a key.
    if (!existsSync(file)) writeWhole(file, `${newest + 1}:${fresh},${former}`, { isNew: true });
    console.log(toolsText.keyToSet(file));
    return false;
  }
  readKey(config.dataDir, newest + 1);
  console.log(toolsText.keyMade(newest + 1, keyFile(config.dataDir, newest + 1)));
  return true;
}

/** Creates the new key only once the database is reached and no server uses it. */
async function reseal(config: Config, isNew: boolean): Promise<void> {
  const embedded = await connect(config, { share: true });
  const client = new pg.Client(embedded.config);
  const database = openDatabase(embedded.config);
  try {
    await client.connect();
    await refuseInUse(client);
    if (isNew && !makeKey(config)) return;
    const safe = openSafe(config);
    const [newest = 1] = safe.numbers();
    let values = 0;
    for (const column of sealedColumns) values += await resealColumn(database, safe, column);
    await database.transaction(async (tx) => {
      const events = eventLog(null, null);
      events.emit('system.secrets-rotated', { facts: { key: newest, values } });
      await events.flush(tx, []);
    });
    console.log(toolsText.resealed(values, newest));
  } finally {
    await client.end();
    await database.end();
    await embedded.stop();
  }
}

async function run(config: Config): Promise<void> {
  const { values } = parseArgs({ options: { new: { type: 'boolean' } } });
  const isNode = config.agenciesUrl !== undefined && !config.databaseUrl;
  const isNew = values.new ?? false;
  if (!isNode) return reseal(config, isNew);
  if (isNew && !makeKey(config)) return;
  // Agency keys are derived from the node's keys, which the directory reads when it opens.
  await withHands(config, process.env, async ({ directory, configOf }) => {
    await directory.reseal();
    for (const agency of await directory.all()) await reseal(configOf(agency), false);
  });
}

await refusable(process.env['AGENCY'] ? ofOne(run) : run);
