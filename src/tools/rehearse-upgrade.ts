/** `npm run db:rehearse-upgrade [-- file]`: measures this version's migrations and their locks on a copy of the data. */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '#app/server/config.ts';
import { rehearseStart } from '#app/server/prepare.ts';
import { toolsText } from '#text/en/program/tools.ts';
import { backup } from './backup.ts';
import { ofOne } from './agencies/one-of.ts';
import { connect } from './connect.ts';
import { refusable, Refused } from './refused.ts';
import { rehearseUpgrade } from './upgrade-rehearsal.ts';

const LONG_MS = 1000;

async function run(config: Config): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [named] = positionals;
  if (positionals.length > 1) throw new Refused(toolsText.upgradeRehearseUsage);
  if (named && !fs.existsSync(named)) throw new Refused(toolsText.fileMissing(named));
  const embedded = await connect(config, { share: true });
  const own = path.join(config.dataDir, `rehearsal-${process.pid}.backup.gz`);
  const files = path.join(config.dataDir, `rehearsal-${process.pid}`);
  try {
    console.log(
      toolsText.upgradeRehearsing(config.databaseUrl ? 'the cluster of DATABASE_URL' : config.dataDir),
    );
    if (!named) await backup(embedded.config, own);
    const { migrations: done, startMs } = await rehearseUpgrade(embedded.config, named ?? own, {
      identities: config.backupIdentities,
      start: (copy) => rehearseStart(config, copy, files),
    });
    for (const { name, ms, held } of done)
      console.log(toolsText.upgradeRehearsed(name, (ms / 1000).toFixed(2), held.join(', ')));
    const long = done.filter(({ ms, held }) => ms > LONG_MS && held.length > 0).map(({ name }) => name);
    if (done.length === 0) console.log(toolsText.upgradeRehearsedNothing);
    else
      console.log(
        long.length > 0 ? toolsText.upgradeRehearsedLong(long.join(', ')) : toolsText.upgradeRehearsedWell,
      );
    console.log(toolsText.upgradeStarted((startMs / 1000).toFixed(1)));
  } finally {
    fs.rmSync(own, { force: true });
    fs.rmSync(files, { recursive: true, force: true });
    await embedded.stop();
  }
}

await refusable(ofOne(run));
