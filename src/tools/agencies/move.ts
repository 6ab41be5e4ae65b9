/** Migrates an agency to another cluster: suspended, copied like a backup, registered there. */
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import type { Agency } from '#app/agencies/directory.ts';
import { newPassword, verifierOf } from '#app/agencies/password.ts';
import { asOwner, clusterAt, dropPlace, isOwnPlace, makePlace } from '#app/agencies/place.ts';
import { checkExternal } from '#app/database/external.ts';
import { openAnchors, vouch } from '#app/server/operation/audit-anchors.ts';
import { openSafe } from '#app/server/operation/safe.ts';
import { toolsText } from '#text/en/tools.ts';
import { backup } from '../backup.ts';
import { Refused } from '../refused.ts';
import { makeReady, restoreInto } from '../restore.ts';
import { type Hands, known } from './hands.ts';

/**
 * A server notices within a second, and allows requests two and jobs two more: a longer one is an import, retried there.
 */
const LEAVING_MS = 5000;
const LOOK_MS = 100;

/** The old database remains, closed; on any failure the agency is served from there again. */
export async function move(hands: Hands, [name, cluster]: readonly (string | undefined)[]): Promise<void> {
  const { directory, say } = hands;
  const agency = await known(hands, name);
  if (!cluster || !URL.canParse(cluster)) throw new Refused(toolsText.agencyUsage);
  if (!isOwnPlace(agency)) throw new Refused(toolsText.agencyNotOurs(agency.name));
  if (agency.state !== 'active') throw new Refused(toolsText.agencyNotServed(agency.name));
  if (clusterAt(cluster) === clusterAt(agency.databaseUrl)) throw new Refused(toolsText.agencySameCluster);
  const there = await makePlace(cluster, agency.name);
  let began = performance.now();
  let here = agency.databaseUrl;
  try {
    // Users continue meanwhile.
    await makeReady(await checkExternal(there));
    began = performance.now();
    await directory.change(agency.id, { state: 'moving' });
    here = await shutOut(hands, agency);
    await copy(hands, agency, here, there);
    await directory.change(agency.id, { state: 'active', databaseUrl: there });
  } catch (error) {
    // The response may be lost after registration: users may have written there since.
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
    await restoreInto(await checkExternal(there), file, (tx) => vouch(tx, anchors));
  } finally {
    await rm(file, { force: true });
  }
  // A backup has none, as it may be old; this one is of now.
  const sessions = await asOwner(here, async (client) => {
    const { rows } = await client.query<{ all: string }>('select json_agg(s)::text as all from session s');
    return rows[0]?.all ?? '[]';
  });
  await asOwner(there, (client: pg.Client) =>
    client.query(
      'insert into session overriding system value select * from jsonb_populate_recordset(null::session, $1::jsonb)',
      [sessions],
    ),
  );
}
