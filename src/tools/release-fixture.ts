/**
 * `npm run release:fixture`: writes a small filled backup of this version to `tests/fixtures`, once per release. Later versions
 * must restore it, start on it and work with it (decision 547).
 */
import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbedded } from '#app/database/embedded.ts';
import { migrate } from '#app/database/migrate.ts';
import { openDatabase } from '#app/database/pools/pools.ts';
import { loadDemo } from '#app/demo/load/load.ts';
import { readConfig } from '#app/server/config.ts';
import { rehearseStart } from '#app/server/prepare.ts';
import { toolsText } from '#text/en/program/tools.ts';
import { fixtureFolder, fixtureKey } from '../../tests/release-fixtures.ts';
import { backup } from './backup.ts';
import { refusable, Refused } from './refused.ts';

const LOANS = 24;
/** Fills a new cluster in `folder` with a small demo agency and starts this version on it once, which makes its queues. */
async function fill(folder: string, file: string): Promise<void> {
  const embedded = await startEmbedded(folder);
  const database = openDatabase(embedded.config);
  try {
    await migrate(database);
    await loadDemo(database, { loans: LOANS, seed: 1 });
    const env = { PORT: '0', DATA_DIR: folder, RECOUP_MODE: 'demo', LOG: 'file', SECRETS_KEY: fixtureKey };
    await rehearseStart(readConfig(env), database, path.join(folder, 'files'));
    await backup(embedded.config, file);
  } finally {
    await database.end();
    await embedded.stop();
  }
}

async function run(): Promise<void> {
  const { version } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as { version: string };
  const file = path.join(fixtureFolder, `recoup-${version}.backup.gz`);
  if (fs.existsSync(file)) throw new Refused(toolsText.fileExists(file));
  const folder = await mkdtemp(path.join(tmpdir(), 'recoup-fixture-'));
  // PostgreSQL's own user must get through to its part.
  fs.chmodSync(folder, 0o711);
  try {
    await fill(folder, file);
    console.log(toolsText.fixtureMade(file, Math.ceil(fs.statSync(file).size / 1024)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await refusable(run);
