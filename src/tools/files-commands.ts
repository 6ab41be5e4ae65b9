/** `files:backup`, `files:restore` and the files of `db:rehearse-restore`: comparison and output. */
import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { openDatabase } from '#app/database/pools/pools.ts';
import { recordsOf } from '#app/providers/stored-keys.ts';
import { onDisk } from '#app/server/disk-full.ts';
import type { Config } from '#app/server/config.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { toolsText } from '#text/en/program/tools.ts';
import { noted } from './backup-runs.ts';
import { connect } from './connect.ts';
import { sumsIn } from './file-sums.ts';
import { type Copied, backupFiles, restoreFiles, tryFiles } from './files-backup.ts';
import { Refused } from './refused.ts';

async function on<T>(config: pg.PoolConfig, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(config);
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}

/** Copies the files, and finishes with the records of damaged files, also in System status. */
export async function saveFiles(
  config: pg.PoolConfig,
  way: Parameters<typeof backupFiles>[0],
  say: (line: string) => void,
): Promise<void> {
  const { recipients, to } = way;
  await on(config, (database) =>
    noted(config, 'files', async (): Promise<Copied> => {
      const sums = await sumsIn(database);
      const done = await onDisk(to, () => backupFiles(way, sums));
      say(toolsText.filesSaved(done.copied, done.kept, done.removed, to));
      if (recipients.length === 0) say(toolsText.backupClear);
      if (done.damaged.length > 0)
        throw new Refused(toolsText.filesDamaged(await recordsOf(database, done.damaged)));
      return done;
    }),
  );
}

/** Files of this installation, which are in a folder. */
function folderOf({ filesUrl, dataDir }: Config): string {
  if (filesUrl) throw new Refused(toolsText.filesInBucket);
  return path.join(dataDir, 'files');
}

export async function runFiles(config: Config, named: string | undefined): Promise<void> {
  if (!named) throw new Refused(toolsText.dbUsage);
  // Not a failure: timers back up the database first and files afterwards, and bucket files are not theirs to copy.
  if (config.filesUrl) return console.log(toolsText.filesInBucket);
  const way = { from: folderOf(config), to: path.resolve(named), recipients: config.backupRecipients ?? [] };
  const embedded = await connect(config, { share: true });
  try {
    await saveFiles(embedded.config, way, console.log);
  } finally {
    await embedded.stop();
  }
}

export async function runFilesBack(config: Config, named: string | undefined): Promise<void> {
  if (!named) throw new Refused(toolsText.dbUsage);
  const from = path.resolve(named);
  if (!fs.existsSync(from)) throw new Refused(toolsText.fileMissing(from));
  const to = folderOf(config);
  const embedded = await connect(config, { share: true });
  try {
    await on(embedded.config, async (database) => {
      const sums = await sumsIn(database);
      const done = await onDisk(to, () => restoreFiles(from, to, config.backupIdentities ?? [], sums));
      console.log(toolsText.filesRestored(done.copied, done.kept));
      const lost = [...done.damaged, ...done.missing];
      if (sums.size > 0)
        await database.run(sql`update stored_file set fault = null where fault is not null and sha256 is not null
        and not key = any(${lost})`);
      if (lost.length > 0) throw new Refused(toolsText.filesNotBack(await recordsOf(database, lost)));
    });
  } finally {
    await embedded.stop();
  }
}

/** Every copy is read; answers how many. */
export const tryCopies = (
  config: pg.PoolConfig,
  folder: string,
  identities: readonly string[],
): Promise<number> =>
  on(config, async (database) => {
    const { tried, damaged } = await tryFiles(folder, identities, await sumsIn(database));
    if (damaged.length > 0) throw new Refused(toolsText.copiesDamaged(await recordsOf(database, damaged)));
    return tried;
  });
