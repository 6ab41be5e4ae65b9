/** What every command about agencies needs: the directory, and what it was called with. */
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type Agency, type Directory, openDirectory } from '#app/agencies/directory.ts';
import { configOf } from '#app/agencies/one.ts';
import type { Config } from '#app/server/config.ts';
import { mistyped } from '#app/server/mistyped.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import { openSafe } from '#app/server/operation/safe.ts';
import { startupText } from '#text/en/program/startup.ts';
import { toolsText } from '#text/en/program/tools.ts';
import { Refused } from '../refused.ts';

export interface Hands {
  config: Config;
  directory: Directory;
  say(line: string): void;
  /** The agency's configuration, as its node reads it. */
  configOf(agency: Omit<Agency, 'state'>): Config;
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

/** `all` means each of them to a backup. */
const aName = /^(?!all$)[a-z][a-z0-9-]{0,28}[a-z0-9]$/;
const aHost = /^[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?$/;
/** As browsers send it: not one of those that they write otherwise, such as 127.1. */
const isHost = (host: string): boolean =>
  aHost.test(host) && !host.includes('..') && URL.parse(`http://${host}`)?.hostname === host;

/** What a new one is called and where it answers, if that is free. */
export async function freeName(
  { directory }: Hands,
  [name, host]: readonly (string | undefined)[],
): Promise<{ name: string; host: string }> {
  if (!name || !host) throw new Refused(toolsText.agencyUsage);
  if (!aName.test(name)) throw new Refused(toolsText.agencyName(name));
  if (!isHost(host)) throw new Refused(toolsText.agencyHost(host));
  const all = await directory.all();
  if (all.some((one) => one.name === name || one.host === host))
    throw new Refused(toolsText.agencyTaken(name, host));
  return { name, host };
}

/** Node-level settings, or meaningless behind it. */
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

/** Variables of one agency, from a file with rows such as `SMS_URL=https://…`. */
export function settingsIn({ say }: Pick<Hands, 'say'>, file: string | undefined): Record<string, string> {
  if (!file) return {};
  const given = parseEnv(textOf(file));
  for (const one of mistyped(given)) say(startupText.mistyped(one.given, one.meant));
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      never.has(name.replace(/_FILE$/, '')) || !value ? [] : [[name, value]],
    ),
  );
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Refused(toolsText.settingsMissing(file));
  }
}
