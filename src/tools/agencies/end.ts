/** An installation becomes an agency and is none again; an agency is deleted. */
import path from 'node:path';
import { clusterAt, dropPlace, isOwnPlace } from '#app/agencies/place.ts';
import { checkExternal } from '#app/database/external.ts';
import { toolsText } from '#text/en/tools.ts';
import { backup } from '../backup.ts';
import { Refused } from '../refused.ts';
import { type Hands, freeName, known, settingsIn } from './hands.ts';
import { shutOut } from './move.ts';

/** It is named, and nothing else: its keys, files and settings stay where they are. */
export async function adopt(
  hands: Hands,
  given: readonly (string | undefined)[],
  o: { settings?: string },
): Promise<void> {
  const { directory, say } = hands;
  const [, , databaseUrl] = given;
  const { name, host } = await freeName(hands, given);
  if (!databaseUrl || !URL.canParse(databaseUrl)) throw new Refused(toolsText.agencyUsage);
  await checkExternal(databaseUrl);
  // Without its own key what it sealed could not be opened: none is derived for it.
  const environment = { SECRETS_KEY: '', ...settingsIn(o.settings) };
  const added = await directory.add({ name, host, databaseUrl, environment });
  if (!added) throw new Refused(toolsText.agencyTaken(name, host));
  say(toolsText.agencyAdopted(name, hands.configOf(added).publicUrl));
}

export async function release(hands: Hands, name: string | undefined): Promise<void> {
  const agency = await known(hands, name);
  if (isOwnPlace(agency)) throw new Refused(toolsText.agencyOurs(agency.name));
  await hands.directory.remove(agency.id);
  hands.say(toolsText.agencyReleased(agency.name));
}

/** With a last backup, in `to` or the folder the command is called in. */
export async function remove(
  hands: Hands,
  name: string | undefined,
  o: { really?: string; cluster?: string; to?: string },
): Promise<void> {
  const { config, directory, say } = hands;
  const agency = await known(hands, name);
  if (agency.state !== 'suspended') throw new Refused(toolsText.agencyActive(agency.name));
  if (!isOwnPlace(agency)) throw new Refused(toolsText.agencyNotOurs(agency.name));
  if (o.really !== agency.name) throw new Refused(toolsText.agencyReally(agency.name));
  const at = new Date().toISOString().slice(0, 19).replace(/\D/g, '');
  const file = path.resolve(
    o.to ?? '.',
    `recoup-${agency.name}-${at}.backup.gz${hands.config.backupRecipients ? '.age' : ''}`,
  );
  // A server that did not hear of the suspension may still write.
  await backup(await checkExternal(await shutOut(hands, agency)), file, hands.config.backupRecipients);
  await dropPlace(clusterOf(o.cluster ?? config.agenciesUrl ?? '', agency.databaseUrl), agency.databaseUrl);
  await directory.remove(agency.id);
  const { filesUrl, dataDir } = hands.configOf(agency);
  say(toolsText.agencyDeleted(agency.name, file, filesUrl ? new URL(filesUrl).pathname : dataDir));
}

/** Rights in one cluster are none in another. */
function clusterOf(clusterUrl: string, databaseUrl: string): string {
  if (clusterAt(clusterUrl) !== clusterAt(databaseUrl)) throw new Refused(toolsText.agencyElsewhere);
  return clusterUrl;
}
