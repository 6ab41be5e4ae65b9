/** `npm run db:backup [file]`, `npm run db:restore <file> [-- --force]` and `npm run db:backup-key <file>`. */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openAnchors, vouch } from '#app/server/operation/audit-anchors.ts';
import type { Config } from '#app/server/config.ts';
import { openSafe } from '#kernel/server/operation/safe.ts';
import { toolsText } from '#text/en/tools.ts';
import { backup } from './backup.ts';
import { newBackupKey } from './backup-keys.ts';
import { connect } from './connect.ts';
import { refusable, Refused } from './refused.ts';
import { restore } from './restore.ts';

async function runBackup(config: Config, named: string | undefined): Promise<void> {
  const recipients = config.backupRecipients ?? [];
  const file = path.resolve(
    named ??
      `recoup-${new Date().toISOString().slice(0, 19).replace(/\D/g, '')}.backup.gz${recipients.length > 0 ? '.age' : ''}`,
  );
  if (fs.existsSync(file)) throw new Refused(toolsText.fileExists(file));
  const embedded = await connect(config, { share: true });
  try {
    const { rows, tables } = await backup(embedded.config, file, recipients);
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

async function runRestore(config: Config, named: string | undefined, force: boolean): Promise<void> {
  if (!named) throw new Refused(toolsText.dbUsage);
  const file = path.resolve(named);
  if (!fs.existsSync(file)) throw new Refused(toolsText.fileMissing(file));
  const embedded = await connect(config, { share: false });
  try {
    const { rows, tables, jobsLeft } = await restore(
      embedded.config,
      file,
      force,
      (tx) => vouch(tx, openAnchors({ safe: openSafe(config), ...config })),
      config.backupIdentities,
    );
    console.log(toolsText.restored(rows, tables, file));
    if (jobsLeft) console.log(toolsText.jobsLeft);
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

await refusable(async (config) => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { force: { type: 'boolean' } },
  });
  const [command, file] = positionals;
  if (command === 'backup') return runBackup(config, file);
  if (command === 'restore') return runRestore(config, file, values.force ?? false);
  if (command === 'backup-key') return runKey(file);
  throw new Refused(toolsText.dbUsage);
});
