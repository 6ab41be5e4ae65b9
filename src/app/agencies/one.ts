/** One agency of a node: its configuration, database and app behind the host router. */
import http, { type Server } from 'node:http';
import path from 'node:path';
import { checkExternal, externalAt } from '../database/external.ts';
import { faultyIndexes } from '../database/schema/index-check.ts';
import { migrate } from '../database/migrate.ts';
import { type RunningApp, startApp } from '../server/app.ts';
import { type Config, readConfig } from '../server/config.ts';
import { openDatabase } from '../database/pools/pools.ts';
import type { Traces } from '../server/operation/traces.ts';
import type { Logger } from '#kernel/server/operation/log.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import type { Agency } from './directory.ts';

/**
 * Includes one connection for signals, one for jobs, and the probe. Idle ones are closed, so an inactive agency uses
 * few; the watchdog needs none.
 */
const room = {
  requests: 3,
  readers: 3,
  works: 2,
  plain: 2,
  reports: 2,
  jobs: { most: 2, lookS: 15 },
  rest: { calmMs: 20_000, restMs: 20_000 },
  idleMs: 5000,
};

/** The owner of the lock may hang: retry. */
const LOCK_MS = 5000;

/** Of the node, what is the same for all; carriers, gateways, exchanges and their keys belong to one agency. */
const SHARED = [
  'PORT',
  'HOST',
  'RECOUP_MODE',
  'ALLOW_PLAIN_HTTP',
  'TRUSTED_PROXIES',
  'FILES_URL',
  'SMTP_URL',
  'FAILPOINTS',
] as const;

type Given = Readonly<Record<string, string | undefined>>;
/** As a value, or as a file with it. */
const formsOf = (name: string): string[] => [name, `${name}_FILE`];
const isIn = (env: Given, name: string): boolean => formsOf(name).some((form) => env[form]);

/** Configuration of the agency, like a single-agency installation. */
export function configOf(
  agency: Omit<Agency, 'state'>,
  o: { node: Config; env: NodeJS.ProcessEnv; safe: Safe },
): Config {
  const { node, env, safe } = o;
  const publicUrl = new URL(node.publicUrl);
  publicUrl.hostname = agency.host;
  const own = agency.environment;
  const shared = SHARED.filter((name) => !isIn(own, name)).flatMap(formsOf);
  const config = readConfig({
    ...Object.fromEntries(shared.map((name) => [name, env[name]])),
    DATABASE_URL: agency.databaseUrl,
    LOG: 'stdout',
    PUBLIC_URL: publicUrl.origin,
    DATA_DIR: path.join(node.dataDir, 'agencies', agency.id),
    SECRETS_KEY: safe
      .numbers()
      .map((number) => `${number}:${safe.mac(agency.id, 'agency', number).toString('base64')}`)
      .join(),
    ...own,
  });
  return config.filesUrl && !isIn(own, 'FILES_URL')
    ? { ...config, filesUrl: under(config.filesUrl, agency.id) }
    : config;
}

/** Path prefix of the agency in the shared bucket. */
function under(filesUrl: string, id: string): string {
  const url = new URL(filesUrl);
  url.pathname += `/${id}`;
  return url.href;
}

export interface OpenAgency {
  /** Never listens: the host router passes requests to it. */
  server: Server;
  metrics(): Promise<string>;
  stop(): Promise<void>;
}

export async function openAgency(
  agency: Agency,
  o: { config: Config; log: Logger; traces?: Traces | undefined },
): Promise<OpenAgency> {
  const { config, traces } = o;
  const replica = config.replicaUrl ? externalAt(config.replicaUrl) : undefined;
  const database = openDatabase(await checkExternal(agency.databaseUrl), room, { replica, traces });
  let app: RunningApp;
  let server: Server | undefined;
  try {
    await migrate(database, { lockMs: LOCK_MS });
    const faulty = await faultyIndexes(database);
    if (faulty) o.log.warn({ agency: agency.name }, faulty);
    app = await startApp({
      config,
      database,
      traces,
      behind: {
        agency: agency.name,
        log: o.log.child({ agency: agency.name }),
        serve: (handler) => (server = http.createServer(handler)),
      },
    });
  } catch (error) {
    await database.end();
    throw error;
  }
  if (!server) throw new Error('the app was given no server');
  return {
    server,
    metrics: app.metrics,
    async stop() {
      await app.stop();
      await database.end();
    },
  };
}
