/** Backups of agencies, one or all, and restore of one. */
import fs from 'node:fs';
import path from 'node:path';
import type { Agency } from '#app/agencies/directory.ts';
import { checkExternal } from '#app/database/external.ts';
import { openAnchors, vouch } from '#app/server/operation/audit-anchors.ts';
import { writeWhole } from '#app/server/operation/whole-file.ts';
import { openSafe } from '#app/server/operation/safe.ts';
import { toolsText } from '#text/en/program/tools.ts';
import { backup } from '../backup.ts';
import { noted } from '../backup-runs.ts';
import { saveFiles } from '../files-commands.ts';
import { Refused, sentenceOf } from '../refused.ts';
import { restore } from '../restore.ts';
import { type Hands, known } from './hands.ts';

/** Each into a separate folder: its database, and its files if stored locally. A failing one stops no other. */
export async function save(hands: Hands, [name, folder]: readonly (string | undefined)[]): Promise<void> {
  if (!name || !folder) throw new Refused(toolsText.agencyUsage);
  const agencies = name === 'all' ? await hands.directory.all() : [await known(hands, name)];
  const failed: string[] = [];
  for (const agency of agencies) {
    try {
      await saveOne(hands, agency, path.resolve(folder, agency.name));
    } catch (error) {
      failed.push(agency.name);
      hands.say(toolsText.agencyNotSaved(agency.name, sentenceOf(error, hands.configOf(agency))));
    }
  }
  const { backupRecipients = [], secretsKey, dataDir } = hands.config;
  if (backupRecipients.length === 0) hands.say(toolsText.backupClear);
  hands.say(toolsText.keyApart(secretsKey ? 'SECRETS_KEY' : path.join(dataDir, 'secrets.key')));
  if (failed.length > 0) throw new Refused(toolsText.agenciesNotSaved(failed.join(', ')));
}

async function saveOne(hands: Hands, agency: Agency, folder: string): Promise<void> {
  const { filesUrl, dataDir } = hands.configOf(agency);
  const recipients = hands.config.backupRecipients ?? [];
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const at = new Date().toISOString().slice(0, 19).replace(/\D/g, '');
  const file = path.join(
    folder,
    `recoup-${agency.name}-${at}.backup.gz${recipients.length > 0 ? '.age' : ''}`,
  );
  const database = await checkExternal(agency.databaseUrl);
  const { rows, tables } = await noted(database, 'database', () => backup(database, file, recipients));
  hands.say(toolsText.saved(rows, tables, file));
  writeWhole(path.join(folder, 'agency.txt'), `${toolsText.agencyAgain(agency)}\n`);
  const files = path.join(dataDir, 'files');
  if (filesUrl || !fs.existsSync(files)) return;
  const to = path.join(folder, 'files');
  await saveFiles(database, { from: files, to, recipients }, hands.say);
}

/** The agency is unavailable meanwhile; others of the node are served. */
export async function putBack(hands: Hands, [name, file]: readonly (string | undefined)[]): Promise<void> {
  const agency = await known(hands, name);
  if (!file) throw new Refused(toolsText.agencyUsage);
  if (!fs.existsSync(file)) throw new Refused(toolsText.fileMissing(file));
  if (agency.state !== 'suspended') throw new Refused(toolsText.agencyStillServed(agency.name));
  const config = hands.configOf(agency);
  const anchors = openAnchors({ safe: openSafe(config), ...config });
  const { rows, tables, jobsLeft } = await restore(
    await checkExternal(agency.databaseUrl),
    file,
    true,
    async (tx) => {
      // Data encrypted for another is unreadable here, and its users are not this agency's.
      if (await anchors.isOtherKey(tx)) throw new Refused(toolsText.agencyOtherBackup(agency.name, file));
      return vouch(tx, anchors);
    },
    hands.config.backupIdentities,
  );
  hands.say(toolsText.restored(rows, tables, file));
  if (jobsLeft) hands.say(toolsText.jobsLeft);
  hands.say(toolsText.agencyPutBack(agency.name));
}
