/** Creates, lists, suspends and resumes agencies. */
import { type AgencyState } from '#app/agencies/directory.ts';
import { clusterAt, dropPlace, makePlace, openTo } from '#app/agencies/place.ts';
import { checkExternal } from '#app/database/external.ts';
import { migrate } from '#app/database/migrate.ts';
import { openDatabase } from '#app/database/pools/pools.ts';
import { toolsText } from '#text/en/program/tools.ts';
import { firstAdmin, firstAdminFrom } from '../first-admin.ts';
import { Refused } from '../refused.ts';
import { type Hands, freeName, known, settingsIn } from './hands.ts';

const aUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Database and role first: they are unused until in the directory. */
export async function create(
  hands: Hands,
  given: readonly string[],
  o: { email?: string; admin?: string; cluster?: string; settings?: string; id?: string },
): Promise<void> {
  const { directory, say, config } = hands;
  const { name, host } = await freeName(hands, given);
  const { id } = o;
  if (id !== undefined && !aUuid.test(id)) throw new Refused(toolsText.agencyUsage);
  const environment = settingsIn(hands, o.settings);
  // Invalid settings are reported before anything is created.
  hands.configOf({ id: '', name, host, databaseUrl: config.agenciesUrl ?? '', environment });
  const person = firstAdminFrom({ ...o, name: o.admin });
  if ((o.email || o.admin) && !person) throw new Refused(toolsText.agencyUsage);
  const cluster = o.cluster ?? config.agenciesUrl ?? '';
  const databaseUrl = await makePlace(cluster, name);
  try {
    const database = openDatabase(await checkExternal(databaseUrl));
    try {
      await migrate(database);
      const added = await directory.add({ id, name, host, databaseUrl, environment });
      if (!added) throw new Refused(toolsText.agencyTaken(name, host));
      const { publicUrl } = hands.configOf(added);
      say(toolsText.agencyMade(name, publicUrl));
      if (person) say(await firstAdmin(database, { email: person.email, person, publicUrl }));
    } finally {
      await database.end();
    }
  } catch (error) {
    const added = await directory.named(name);
    if (added?.databaseUrl === databaseUrl) await directory.remove(added.id);
    await dropPlace(cluster, databaseUrl);
    throw error;
  }
  const others = await openTo(cluster, databaseUrl);
  if (others.length > 0) say(toolsText.agencyOpenTo(others.join(', ')));
}

export async function list({ directory, say }: Hands): Promise<void> {
  const all = await directory.all();
  if (all.length === 0) say(toolsText.agencyNone);
  for (const { name, host, state, databaseUrl } of all) {
    say(toolsText.agencyLine(name, host, state, clusterAt(databaseUrl) + new URL(databaseUrl).pathname));
  }
}

/** Data under its key and in its folder would be lost. */
const STAY = ['SECRETS_KEY', 'SECRETS_KEY_FILE', 'DATA_DIR'];

/** Replaces its settings, or lists their names; values are never shown. */
export async function settings(hands: Hands, name: string | undefined, file?: string): Promise<void> {
  const agency = await known(hands, name);
  const has = (environment: object): string => Object.keys(environment).sort().join(', ') || '–';
  if (!file) return hands.say(toolsText.agencyHas(agency.name, has(agency.environment)));
  const given = Object.entries(settingsIn(hands, file)).filter(([one]) => !STAY.includes(one));
  const stays = Object.entries(agency.environment).filter(([one]) => STAY.includes(one));
  const environment = Object.fromEntries([...stays, ...given]);
  hands.configOf({ ...agency, environment });
  await hands.directory.change(agency.id, { environment });
  hands.say(toolsText.agencySet(agency.name, has(environment)));
}

export async function turn(hands: Hands, name: string | undefined, state: AgencyState): Promise<void> {
  const agency = await known(hands, name);
  await hands.directory.change(agency.id, { state });
  hands.say(
    state === 'active' ? toolsText.agencyResumed(agency.name) : toolsText.agencySuspended(agency.name),
  );
}
