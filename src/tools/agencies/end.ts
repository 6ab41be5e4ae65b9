/** An installation becomes an agency and is none again; an agency is deleted. */
import path from 'node:path';
import pg from 'pg';
import { clusterAt, dropPlace, isOpenToAll, isOwnPlace, openTo } from '#app/agencies/place.ts';
import { checkExternal } from '#app/database/external.ts';
import { openDatabase } from '#app/database/pools/pools.ts';
import type { Config } from '#app/server/config.ts';
import { openAnchors } from '#app/server/operation/audit-anchors.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { openSafe } from '#app/server/operation/safe.ts';
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
  // Without its key its encrypted data is unreadable: none is derived for it.
  const environment = { SECRETS_KEY: '', ...settingsIn(hands, o.settings) };
  const config = hands.configOf({ id: name, name, host, databaseUrl, environment });
  if (!isDataDirGiven(environment) && !config.secretsKey) throw new Refused(toolsText.agencyKeyless(name));
  await refuseNamed(hands, databaseUrl);
  await refuseOtherKey(name, config);
  const added = await directory.add({ name, host, databaseUrl, environment });
  if (!added) throw new Refused(toolsText.agencyTaken(name, host));
  say(toolsText.agencyAdopted(name, hands.configOf(added).publicUrl));
  // Its role and privileges are from another owner.
  const others = await openTo(databaseUrl, databaseUrl);
  if (others.length > 0) say(toolsText.agencyOpenTo(others.join(', ')));
  if (await isOpenToAll(databaseUrl)) say(toolsText.agencyLetsIn(new URL(databaseUrl).pathname.slice(1)));
}

const isDataDirGiven = (environment: Readonly<Record<string, string>>): boolean =>
  Boolean(environment['DATA_DIR']);

/**
 * Two agencies on one database would share it. It is identified by its OID and its server's start, whatever its address.
 */
async function refuseNamed({ directory, config }: Hands, databaseUrl: string): Promise<void> {
  const itself = async (address: string): Promise<string> => {
    const client = new pg.Client(await checkExternal(address));
    client.on('error', () => undefined); // the running statement reports it
    await client.connect();
    try {
      const { rows } = await client.query<{ it: string }>(
        `select concat_ws(' ', oid, extract(epoch from pg_postmaster_start_time())) as it
         from pg_database where datname = current_database()`,
      );
      return rows[0]?.it ?? '';
    } finally {
      await client.end();
    }
  };
  const it = await itself(databaseUrl);
  if (it === (await itself(config.agenciesUrl ?? ''))) throw new Refused(toolsText.agencyIsList);
  const all = await directory.all();
  // An unreachable one cannot be served at another agency's address either.
  const others = await Promise.all(all.map((one) => itself(one.databaseUrl).catch(() => '')));
  const same = all[others.indexOf(it)];
  if (same) throw new Refused(toolsText.agencyThere(same.name));
}

/** Data encrypted under another key is unreadable, and new data would use this one. */
async function refuseOtherKey(name: string, config: Config): Promise<void> {
  const database = openDatabase(await checkExternal(config.databaseUrl ?? ''));
  try {
    const marks = await database.one<{ are: boolean }>(
      sql`select to_regclass('audit_anchor') is not null as are`,
    );
    if (marks?.are && (await openAnchors({ safe: openSafe(config), ...config }).isOtherKey(database)))
      throw new Refused(toolsText.agencyKeyless(name));
  } finally {
    await database.end();
  }
}

export async function release(hands: Hands, name: string | undefined): Promise<void> {
  const agency = await known(hands, name);
  if (isOwnPlace(agency)) throw new Refused(toolsText.agencyOurs(agency.name));
  await hands.directory.remove(agency.id);
  hands.say(toolsText.agencyReleased(agency.name));
}

/** With a final backup, in `to` or the current folder. */
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
