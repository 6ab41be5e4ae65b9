/** Moves an agency to another cluster: suspends it, backs it up, restores it there and resumes it. */
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Agency } from '#app/agencies/directory.ts';
import { newPassword, verifierOf } from '#app/agencies/password.ts';
import { asOwner, clusterAt, dropPlace, makePlace } from '#app/agencies/place.ts';
import { checkExternal } from '#app/database/external.ts';
import { openAnchors, vouch } from '#app/server/operation/audit-anchors.ts';
import { openSafe } from '#app/server/operation/safe.ts';
import { toolsText } from '#text/en/program/tools.ts';
import { backup } from '../backup.ts';
import { Refused } from '../refused.ts';
import { restore } from '../restore.ts';
import { type Hands, known } from './hands.ts';

/**
 * A server notices within a second, and allows requests two and jobs two more: a longer one is an import, retried there.
 */
const LEAVING_MS = 5000;
const LOOK_MS = 100;

/** The old database stays, with another password; on failure the agency is served from there again. */
export async function move(hands: Hands, [name, cluster]: readonly (string | undefined)[]): Promise<void> {
  const { directory, say } = hands;
  const agency = await known(hands, name);
  if (!cluster || !URL.canParse(cluster)) throw new Refused(toolsText.agencyUsage);
  if (agency.state !== 'active') throw new Refused(toolsText.agencyNotServed(agency.name));
  if (clusterAt(cluster) === clusterAt(agency.databaseUrl)) throw new Refused(toolsText.agencySameCluster);
  const there = await makePlace(cluster, agency.name);
  const began = performance.now();
  let here = agency.databaseUrl;
  try {
    await directory.change(agency.id, { state: 'suspended' });
    here = await shutOut(hands, agency);
    await copy(hands, agency, here, there);
    await directory.change(agency.id, { state: 'active', databaseUrl: there });
  } catch (error) {
    // The directory may have the new address although its answer was lost, and users may have written there since.
    const now = await directory.named(agency.name);
    if (now?.databaseUrl === there) throw error;
    await directory.change(agency.id, { state: 'active', databaseUrl: now?.databaseUrl ?? here });
    await dropPlace(cluster, there);
    say(toolsText.agencyMoveBack(agency.name));
    throw error;
  }
  say(toolsText.agencyMoved(agency.name, clusterAt(there), ((performance.now() - began) / 1000).toFixed(1)));
}

/** Stops all writers. The new address is stored immediately: a killed command leaves an accessible database. */
export async function shutOut({ directory }: Hands, agency: Agency): Promise<string> {
  await left(agency.databaseUrl);
  const databaseUrl = await shut(agency.databaseUrl);
  await directory.change(agency.id, { databaseUrl });
  return databaseUrl;
}

/** Servers finish pending requests, and disconnect. */
const left = (databaseUrl: string): Promise<void> =>
  asOwner(databaseUrl, async (client) => {
    for (const until = performance.now() + LEAVING_MS; performance.now() < until;) {
      const { rowCount } = await client.query(
        'select from pg_stat_activity where usename = current_user and pid <> pg_backend_pid()',
      );
      if (rowCount === 0) return;
      await new Promise((go) => setTimeout(go, LOOK_MS));
    }
  });

/** Changes the password and terminates its sessions: an unaware server cannot write any more. */
const shut = (databaseUrl: string): Promise<string> =>
  asOwner(databaseUrl, async (client) => {
    const password = newPassword();
    await client.query(`alter role current_user password '${verifierOf(password)}'`);
    await client.query(
      'select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = current_user and pid <> pg_backend_pid()',
    );
    const url = new URL(databaseUrl);
    url.password = password;
    return url.href;
  });

async function copy(hands: Hands, agency: Agency, here: string, there: string): Promise<void> {
  const file = path.join(tmpdir(), `recoup-move-${agency.id}.backup.gz`);
  const config = hands.configOf(agency);
  const anchors = openAnchors({ safe: openSafe(config), ...config });
  try {
    await backup(await checkExternal(here), file);
    await restore(await checkExternal(there), file, true, (tx) => vouch(tx, anchors));
  } finally {
    await rm(file, { force: true });
  }
}
