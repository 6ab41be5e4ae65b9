/** What every command about agencies needs: the directory, and what it was called with. */
import { parseEnv } from 'node:util';
import { readFileSync } from 'node:fs';
import { type Agency, type Directory, openDirectory } from '#app/agencies/directory.ts';
import { configOf } from '#app/agencies/one.ts';
import type { Config } from '#app/server/config.ts';
import { openSafe, type Safe } from '#kernel/server/operation/safe.ts';
import { toolsText } from '#text/en/tools.ts';
import { Refused } from '../refused.ts';

export interface Hands {
  config: Config;
  directory: Directory;
  say(line: string): void;
  /** The agency's configuration, as its node reads it. */
  configOf(agency: Agency): Config;
}

export async function withHands(
  config: Config,
  env: NodeJS.ProcessEnv,
  work: (hands: Hands) => Promise<void>,
  { isAlone = true } = {},
): Promise<void> {
  if (!config.agenciesUrl) throw new Refused(toolsText.noDirectory);
  const safe: Safe = openSafe(config);
  const directory = await openDirectory(config.agenciesUrl, safe);
  try {
    if (isAlone && !(await directory.alone())) throw new Refused(toolsText.agencyBusy);
    await work({
      config,
      directory,
      say: (line) => console.log(line),
      configOf: (agency) => configOf(agency, { node: config, env, safe }),
    });
  } finally {
    await directory.end();
  }
}

export async function known({ directory }: Hands, name: string | undefined): Promise<Agency> {
  if (!name) throw new Refused(toolsText.agencyUsage);
  const agency = await directory.named(name);
  if (!agency) throw new Refused(toolsText.agencyMissing(name));
  return agency;
}

const aName = /^[a-z][a-z0-9-]{0,28}[a-z0-9]$/;
const aHost = /^[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?$/;

/** What a new one is called and where it answers, if that is free. */
export async function freeName(
  { directory }: Hands,
  [name, host]: readonly (string | undefined)[],
): Promise<{ name: string; host: string }> {
  if (!name || !host) throw new Refused(toolsText.agencyUsage);
  if (!aName.test(name)) throw new Refused(toolsText.agencyName(name));
  if (!aHost.test(host)) throw new Refused(toolsText.agencyHost(host));
  const all = await directory.all();
  if (all.some((one) => one.name === name || one.host === host))
    throw new Refused(toolsText.agencyTaken(name, host));
  return { name, host };
}

/** Of the node or of no meaning behind it. */
const never = new Set([
  'AGENCIES_URL',
  'CLUSTER_URL',
  'DATABASE_URL',
  'HOST',
  'LOG',
  'PORT',
  'PUBLIC_URL',
  'RECOUP_MODE',
  'NODE_ENV',
]);

/** Variables of one agency, from a file of lines such as `SMS_URL=https://…`. */
export function settingsIn(file: string | undefined): Record<string, string> {
  if (!file) return {};
  const given = Object.entries(parseEnv(readFileSync(file, 'utf8')));
  return Object.fromEntries(
    given.flatMap(([name, value]) => (never.has(name) || !value ? [] : [[name, value]])),
  );
}
