/**
 * `npm run db:backup [file or folder]`, `db:restore <file> [-- --force]`, `db:rehearse-restore <file or folder>`, `db:backup-key <file>`,
 * `files:backup <folder>` and `files:restore <folder>`.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openAnchors, vouch } from '#app/server/operation/audit-anchors.ts';
import type { Config } from '#app/server/config.ts';
import { openSafe } from '#app/server/operation/safe.ts';
import { startupText } from '#text/en/program/startup.ts';
import { toolsText } from '#text/en/program/tools.ts';
import { ofOne } from './agencies/one-of.ts';
import { backup } from './backup.ts';
import { newBackupKey } from './backup-keys.ts';
import { noted } from './backup-runs.ts';
import { connect } from './connect.ts';
import { runFiles, runFilesBack, tryCopies } from './files-commands.ts';
import { refusable, Refused } from './refused.ts';
import { newestIn, rehearse } from './rehearse.ts';
import { restore } from './restore.ts';

async function runBackup(config: Config, named: string | undefined): Promise<void> {
  const recipients = config.backupRecipients ?? [];
  const own = `recoup-${new Date().toISOString().slice(0, 19).replace(/\D/g, '')}.backup.gz${recipients.length > 0 ? '.age' : ''}`;
  const place = path.resolve(named ?? '.');
  const file = fs.statSync(place, { throwIfNoEntry: false })?.isDirectory() ? path.join(place, own) : place;
  if (fs.existsSync(file)) throw new Refused(toolsText.fileExists(file));
  const embedded = await connect(config, { share: true });
  try {
    const { rows, tables } = await noted(embedded.config, 'database', () =>
      backup(embedded.config, file, recipients),
    );
    console.log(toolsText.saved(rows, tables, file));
    if (recipients.length === 0) console.log(toolsText.backupClear);
    console.log(toolsText.filesApart(config.dataDir));
    console.log(
      toolsText.keyApart(config.secretsKey ? 'SECRETS_KEY' : path.join(config.dataDir, 'secrets.key')),
    );
  } finally {
    await embedded.stop();
  }
}

/** Tables created in the transaction skip the write-ahead log: a crash leaves the previous state. */
const WITHOUT_LOG = { wal_level: 'minimal', max_wal_senders: '0' };

async function runRestore(config: Config, named: string | undefined, force: boolean): Promise<void> {
  if (!named) throw new Refused(toolsText.dbUsage);
  const file = path.resolve(named);
  if (!fs.existsSync(file)) throw new Refused(toolsText.fileMissing(file));
  const embedded = await connect(config, { share: false, settings: WITHOUT_LOG });
  try {
    const { rows, tables, jobsLeft } = await restore(
      embedded.config,
      file,
      force,
      async (tx) => {
        const anchors = openAnchors({ safe: openSafe(config), ...config });
        if (await anchors.isOtherKey(tx)) console.log(startupText.otherKey);
        return vouch(tx, anchors);
      },
      config.backupIdentities,
    );
    console.log(toolsText.restored(rows, tables, file));
    if (jobsLeft) console.log(toolsText.jobsLeft);
  } finally {
    await embedded.stop();
  }
}

async function runRehearsal(config: Config, named: string | undefined, files?: string): Promise<void> {
  if (!named) throw new Refused(toolsText.dbUsage);
  const embedded = await connect(config, { share: true, isNew: true });
  try {
    const { file, rows, tables, seals, opened } = await noted(embedded.config, 'rehearsal', async () => {
      const done = await rehearse(config, embedded.config, newestIn(path.resolve(named)));
      const all = files
        ? await tryCopies(embedded.config, path.resolve(files), config.backupIdentities ?? [])
        : 0;
      return { ...done, opened: all };
    });
    console.log(toolsText.rehearsed(file, rows, tables, seals));
    if (files) console.log(toolsText.filesTried(opened, files));
  } finally {
    await embedded.stop();
  }
}

async function runKey(named: string | undefined): Promise<void> {
  if (!named) throw new Refused(toolsText.dbUsage);
  const file = path.resolve(named);
  if (fs.existsSync(file)) throw new Refused(toolsText.fileExists(file));
  console.log(toolsText.backupKeyMade(file, await newBackupKey(file)));
}

async function run(config: Config): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { force: { type: 'boolean' }, files: { type: 'string' } },
  });
  const [command, file] = positionals;
  if (command === 'backup') return runBackup(config, file);
  if (command === 'restore') return runRestore(config, file, values.force ?? false);
  if (command === 'backup-key') return runKey(file);
  if (command === 'rehearse') return runRehearsal(config, file, values.files);
  if (command === 'files-backup') return runFiles(config, file);
  if (command === 'files-restore') return runFilesBack(config, file);
  throw new Refused(toolsText.dbUsage);
}

await refusable(async (config) => {
  const [, , command] = process.argv;
  // A key belongs to no database; another command checks a backup's agency.
  if (command === 'backup-key') return run(config);
  if (command === 'restore' && config.agenciesUrl && !config.databaseUrl)
    throw new Refused(toolsText.agencyRestore);
  return ofOne(run)(config);
});
