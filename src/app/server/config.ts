import path from 'node:path';
import { z } from 'zod/mini';
import { startupText } from '#text/en/program/startup.ts';
import type { Environment } from '#kernel/server/operation/environment.ts';
import { networks } from './networks.ts';
import { StartupFailure } from './startup-failure.ts';
import { mistyped } from './mistyped.ts';
import {
  type Failpoints,
  address,
  databaseAddress,
  exchangeAddress,
  failpoints,
  keysOf,
  origin,
  wholeNumber,
} from './setting-forms.ts';
import { type Given, read } from './settings.ts';

/**
 * Settings from the environment, with those for contexts (`Environment`); every other setting is data, edited in the
 * console.
 */
export interface Config extends Environment {
  mode: 'demo' | 'production';
  host: string;
  port: number;
  /** PUBLIC_URL is set. */
  isPublicUrlGiven: boolean;
  /** Plain HTTP in production, by explicit setting. */
  isPlainHttpAllowed: boolean;
  /** Trusted proxies for the client address; absent: this machine and its private network. */
  trustedProxies?: string[];
  /** Absolute. */
  dataDir: string;
  /** Absent: the embedded PostgreSQL in `dataDir` is used. */
  databaseUrl?: string;
  /** In production the embedded PostgreSQL is intended, and DATABASE_URL was not forgotten. */
  isEmbedded?: boolean;
  /** Migrations are a separate step (db:migrate): a server rejects an outdated database. */
  isMigratedApart?: boolean;
  /** Streaming replica for reports. */
  replicaUrl?: string;
  /** How many connections to the database a server has at most. */
  databaseConnections?: number;
  /** Where a restore is tried; emptied afterwards. */
  rehearsalUrl?: string;
  /** Several agencies are served, which this database names. */
  agenciesUrl?: string;
  /** The cluster that a command about agencies is about, where it is another than that of the list. */
  clusterUrl?: string;
  demoLoans: number;
  /** A bucket for files; absent: a folder in `dataDir`. */
  filesUrl?: string;
  smtpUrl?: string;
  /** WebRTC origin of agents' browsers; the CSP must allow it. */
  lineOrigin?: string;
  log: 'file' | 'stdout';
  /** Log file when `log` is `file`. */
  logFile: string;
  /** Days for which the log is also stored, in one file per day. */
  logDays?: number;
  /** Seals the keys of merchants; without one a file in the data folder does. */
  secretsKey?: string;
  /** Whom backups are encrypted for, and the keys that open them (age). */
  backupRecipients?: string[];
  backupIdentities?: string[];
  metricsToken?: string;
  /** A collector of traces; without one there are none. */
  tracesUrl?: string;
  /** What a program on a schedule shows; without one none may call. */
  cronKey?: string;
  /** How likely the process dies at these points; to test that nothing is lost, never in production. */
  failpoints?: Failpoints;
}

const exchangeIn = (ariUrl: string): Pick<Config, 'ariUrl' | 'lineOrigin'> => {
  const wss = URL.parse(ariUrl)?.searchParams.get('wss');
  return { ariUrl, ...(wss && { lineOrigin: new URL(wss).origin }) };
};
/** Reader: a server and a command reject missing settings; for an agency the node has checked. */
type Reader = 'server' | 'command' | 'agency';
const DATABASES = ['DATABASE_URL', 'REPLICA_URL', 'REHEARSAL_URL', 'AGENCIES_URL', 'CLUSTER_URL'] as const;

/** Reads and validates the environment; reports all errors at once. An empty value is unset. */
export function readConfig(env: NodeJS.ProcessEnv, reader: Reader = 'agency'): Config {
  const given: Given = { env, faults: [] };
  const config = configIn(given);
  if (reader !== 'agency' && config.mode === 'production') given.faults.push(...missingIn(config, env));
  const isRefused = given.faults.some((one) => one.startsWith('PUBLIC_URL '));
  if (reader === 'server' && !isRefused && isUnsafe(config))
    given.faults.push(startupText.plainHttp(config.publicUrl));
  if (given.faults.length > 0) throw new StartupFailure(given.faults.join('\n'));
  return config;
}

/** In production an empty second database would look like lost data. */
function missingIn(config: Config, env: NodeJS.ProcessEnv): string[] {
  const typos = mistyped(env).map(({ given, meant }) => startupText.mistypedInProduction(given, meant));
  const isNamed = isGiven(env, 'DATABASE_URL') || isGiven(env, 'AGENCIES_URL') || config.isEmbedded;
  return isNamed ? typos : [...typos, startupText.noDatabase];
}

const isGiven = (env: NodeJS.ProcessEnv, name: string): boolean =>
  Boolean(env[name]?.trim() || env[`${name}_FILE`]?.trim());

/** Without TLS every password and session crosses the network in clear. */
const isUnsafe = ({ mode, publicUrl, isPlainHttpAllowed }: Config): boolean =>
  mode === 'production' && publicUrl.startsWith('http:') && !isPlainHttpAllowed;

function modeIn(given: Given): Config['mode'] {
  const isProduction = given.env['NODE_ENV'] === 'production';
  const isForPeople = isProduction || DATABASES.some((name) => isGiven(given.env, name));
  const mode =
    read(given, 'RECOUP_MODE', z.enum(['demo', 'production'])) ?? (isForPeople ? 'production' : 'demo');
  if (mode === 'demo' && isProduction) given.faults.push(startupText.demoInProduction);
  return mode;
}

function configIn(given: Given): Config {
  const databases = databasesIn(given);
  const port = read(given, 'PORT', wholeNumber(0, 65535)) ?? 3000;
  const dataDir = path.resolve(read(given, 'DATA_DIR', z.string()) ?? '.data');
  const mode = modeIn(given);
  const logDays = read(given, 'LOG_DAYS', wholeNumber(1, 3650));
  const smtpUrl = read(given, 'SMTP_URL', address(/^smtps?$/));
  const gateways = gatewaysIn(given);
  const filesUrl = read(
    given,
    'FILES_URL',
    z.url({ protocol: /^s3(\+http)?$/ }).check(z.regex(/:\/\/[^:@/]+:[^@/]+@[^/?]+\/[^/?]+/)),
  );
  const ariUrl = read(given, 'ARI_URL', exchangeAddress);
  const deadly = read(given, 'FAILPOINTS', failpoints);
  if (deadly && mode === 'production') given.faults.push(startupText.failpointsInProduction);
  const trustedProxies = read(given, 'TRUSTED_PROXIES', networks);
  return {
    mode,
    port,
    // The demo's accounts have public passwords, so by default it listens on this machine only.
    host:
      read(given, 'HOST', z.string().check(z.regex(/^[\w.:%-]+$/))) ??
      (mode === 'demo' ? '127.0.0.1' : '0.0.0.0'),
    publicUrl: read(given, 'PUBLIC_URL', origin) ?? `http://localhost:${port}`,
    isPublicUrlGiven: isGiven(given.env, 'PUBLIC_URL'),
    isPlainHttpAllowed: read(given, 'ALLOW_PLAIN_HTTP', z.enum(['yes', 'no'])) === 'yes',
    dataDir,
    isDemoAtWork: mode === 'demo' && read(given, 'DEMO_AT_WORK', z.enum(['yes', 'no'])) === 'yes',
    demoLoans: read(given, 'DEMO_LOANS', wholeNumber(0, 1_000_000)) ?? 20_000,
    log: read(given, 'LOG', z.enum(['file', 'stdout'])) ?? (mode === 'demo' ? 'file' : 'stdout'),
    logFile: path.join(dataDir, 'recoup.log'),
    ...(logDays && { logDays }),
    ...databases,
    ...(trustedProxies && { trustedProxies }),
    ...amountsIn(given),
    ...(filesUrl && { filesUrl }),
    ...(smtpUrl && { smtpUrl }),
    ...carriersIn(given),
    ...gateways,
    ...(ariUrl && exchangeIn(ariUrl)),
    ...wordsIn(given),
    ...backupKeysIn(given),
    ...(deadly && { failpoints: deadly }),
  };
}

type DatabaseSetting =
  | 'databaseUrl'
  | 'replicaUrl'
  | 'rehearsalUrl'
  | 'agenciesUrl'
  | 'clusterUrl'
  | 'isEmbedded'
  | 'isMigratedApart';
function databasesIn(given: Given): Pick<Config, DatabaseSetting> {
  const databaseUrl = read(given, 'DATABASE_URL', databaseAddress);
  const replicaUrl = read(given, 'REPLICA_URL', databaseAddress);
  const rehearsalUrl = read(given, 'REHEARSAL_URL', databaseAddress);
  const agenciesUrl = read(given, 'AGENCIES_URL', databaseAddress);
  const clusterUrl = read(given, 'CLUSTER_URL', databaseAddress);
  const isEmbedded = read(given, 'DATABASE', z.enum(['embedded'])) !== undefined;
  if (isEmbedded && isGiven(given.env, 'DATABASE_URL')) given.faults.push(startupText.twoDatabases);
  const isMigratedApart = read(given, 'MIGRATIONS', z.enum(['start', 'apart'])) === 'apart';
  return {
    ...(isEmbedded && { isEmbedded }),
    ...(isMigratedApart && { isMigratedApart }),
    ...(databaseUrl && { databaseUrl }),
    ...(replicaUrl && { replicaUrl }),
    ...(rehearsalUrl && { rehearsalUrl }),
    ...(agenciesUrl && { agenciesUrl }),
    ...(clusterUrl && { clusterUrl }),
  };
}

/** Numbers that have a usual one elsewhere. */
function amountsIn(given: Given): Pick<Config, 'databaseConnections' | 'maxWaiver'> {
  const databaseConnections = read(given, 'DATABASE_CONNECTIONS', wholeNumber(18, 1000));
  const maxWaiver = read(given, 'MAX_WAIVER', wholeNumber(0, 100));
  return {
    ...(databaseConnections !== undefined && { databaseConnections }),
    ...(maxWaiver !== undefined && { maxWaiver }),
  };
}

/** Its share of what is traced, of 1. */
const collector = address(/^https?$/).check(z.regex(/^[^?]*(\?share=(1|0?\.\d+))?$/));

/** What other programs show before they are answered, and what seals the keys of merchants. */
function wordsIn(given: Given): Pick<Config, 'tracesUrl' | 'metricsToken' | 'cronKey' | 'secretsKey'> {
  const word = z.string().check(z.regex(/^\S{16,}$/));
  const tracesUrl = read(given, 'TRACES_URL', collector);
  const metricsToken = read(given, 'METRICS_TOKEN', word);
  const cronKey = read(given, 'CRON_KEY', word);
  const secretsKey = read(
    given,
    'SECRETS_KEY',
    z.string().check(z.regex(/^((\d{1,4}:)?[A-Za-z0-9+/]{43}=)([\s,]+(\d{1,4}:)?[A-Za-z0-9+/]{43}=)*$/)),
  );
  return {
    ...(tracesUrl && { tracesUrl }),
    ...(metricsToken && { metricsToken }),
    ...(cronKey && { cronKey }),
    ...(secretsKey && { secretsKey }),
  };
}

function backupKeysIn(given: Given): Pick<Config, 'backupRecipients' | 'backupIdentities'> {
  const backupRecipients = read(given, 'BACKUP_RECIPIENTS', keysOf(/^age1[a-z0-9]{20,}$/));
  const backupIdentities = read(given, 'BACKUP_IDENTITY', keysOf(/^AGE-SECRET-KEY-[A-Z0-9-]{20,}$/));
  return { ...(backupRecipients && { backupRecipients }), ...(backupIdentities && { backupIdentities }) };
}

/** Providers of messages to borrowers. */
function carriersIn(given: Given): Pick<Config, 'smsUrl' | 'whatsappUrl'> {
  const smsUrl = read(
    given,
    'SMS_URL',
    z
      .url({ protocol: /^https?$/ })
      .check(z.regex(/^\w+:\/\/[^:@/]+@.*[?&]entity=\d+/), z.regex(/[?&]header=[^&]+/)),
  );
  const whatsappUrl = read(
    given,
    'WHATSAPP_URL',
    z.url({ protocol: /^https?$/ }).check(z.regex(/^\w+:\/\/[^:@/]+@.*[?&]from=\d+/)),
  );
  return { ...(smsUrl && { smsUrl }), ...(whatsappUrl && { whatsappUrl }) };
}

/** A gateway without a secret would believe everybody. */
function gatewaysIn(given: Given): Pick<Config, 'razorpayUrl' | 'payuUrl'> {
  const withKeys = z.url({ protocol: /^https?$/ }).check(z.regex(/^\w+:\/\/[^:@/]+:[^:@/]+@/));
  const payuUrl = read(given, 'PAYU_URL', withKeys);
  const razorpayUrl = read(given, 'RAZORPAY_URL', withKeys.check(z.regex(/[?&]webhook=[^&]+/)));
  return { ...(razorpayUrl && { razorpayUrl }), ...(payuUrl && { payuUrl }) };
}
