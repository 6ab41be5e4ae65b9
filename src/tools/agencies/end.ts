/** Deletes an agency. */
import path from 'node:path';
import { clusterAt, dropPlace } from '#app/agencies/place.ts';
import { checkExternal } from '#app/database/external.ts';
import { toolsText } from '#text/en/program/tools.ts';
import { backup } from '../backup.ts';
import { Refused } from '../refused.ts';
import { type Hands, known } from './hands.ts';
import { shutOut } from './move.ts';

/** With a last backup, in `to` or the folder the command is called in. */
export async function remove(
  hands: Hands,
  name: string | undefined,
  o: { really?: string; cluster?: string; to?: string },
): Promise<void> {
  const { config, directory, say } = hands;
  const agency = await known(hands, name);
  if (agency.state !== 'suspended') throw new Refused(toolsText.agencyActive(agency.name));
  if (o.really !== agency.name) throw new Refused(toolsText.agencyReally(agency.name));
  const at = new Date().toISOString().slice(0, 19).replace(/\D/g, '');
  const file = path.resolve(
    o.to ?? '.',
    `recoup-${agency.name}-${at}.backup.gz${hands.config.backupRecipients ? '.age' : ''}`,
  );
  // A server unaware of the suspension may still write.
  await backup(await checkExternal(await shutOut(hands, agency)), file, hands.config.backupRecipients);
  await dropPlace(clusterOf(o.cluster ?? config.agenciesUrl ?? '', agency.databaseUrl), agency.databaseUrl);
  await directory.remove(agency.id);
  const { filesUrl, dataDir } = hands.configOf(agency);
  say(toolsText.agencyDeleted(agency.name, file, filesUrl ? new URL(filesUrl).pathname : dataDir));
  say(toolsText.agencyAgain(agency));
}

/** Rights in one cluster are none in another. */
function clusterOf(clusterUrl: string, databaseUrl: string): string {
  if (clusterAt(clusterUrl) !== clusterAt(databaseUrl)) throw new Refused(toolsText.agencyElsewhere);
  return clusterUrl;
}
