import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod/mini';
import { startupText } from '#text/en/startup.ts';
import type { Environment } from '#kernel/server/operation/environment.ts';
import { networks } from './networks.ts';
import { StartupFailure } from './startup-failure.ts';
import { dialerPoints } from '#contexts/dialer/server/engine/engine-parts.ts';

/**
 * What the environment decides, with what contexts ask for (`Environment`); everything else that can be set is data, edited in
 * the console.
 */
export interface Config extends Environment {
  mode: 'demo' | 'production';
  host: string;
  port: number;
  /** PUBLIC_URL was given. */
  isPublicUrlGiven: boolean;
  /** Plain HTTP in production, by explicit setting. */
  isPlainHttpAllowed: boolean;
  /** Whose word on where a request came from is believed; absent: this machine's and its private network's. */
  trustedProxies?: string[];
  /** Absolute. */
  dataDir: string;
  /** Absent: the embedded PostgreSQL in `dataDir` is used. */
  databaseUrl?: string;
  /** A server that follows that one, for reports. */
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
  /** Where agents' browsers connect to when they speak in them; pages must be allowed to. */
  lineOrigin?: string;
  log: 'file' | 'stdout';
  /** Where the log goes when `log` is `file`. */
  logFile: string;
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

const failpointNames = ['before-commit', 'after-commit', ...dialerPoints] as const;
type Failpoints = Partial<Record<(typeof failpointNames)[number], number>>;

type Variable = keyof typeof startupText.rules;

/** Their values hold passwords, so a refusal does not repeat them. */
export const SECRET: readonly Variable[] = [
  'AGENCIES_URL',
  'CLUSTER_URL',
  'DATABASE_URL',
  'REPLICA_URL',
  'REHEARSAL_URL',
  'FILES_URL',
  'SMTP_URL',
  'WHATSAPP_URL',
  'SMS_URL',
  'RAZORPAY_URL',
  'PAYU_URL',
  'ARI_URL',
  'TRACES_URL',
  'METRICS_TOKEN',
  'CRON_KEY',
  'SECRETS_KEY',
  'BACKUP_IDENTITY',
];

const wholeNumber = (from: number, to: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,7}$/)),
    z.pipe(z.transform(Number), z.number().check(z.minimum(from), z.maximum(to))),
  );
const address = (protocol: RegExp) => z.url({ protocol, hostname: /./ });
const exchangeIn = (ariUrl: string): Pick<Config, 'ariUrl' | 'lineOrigin'> => {
  const wss = URL.parse(ariUrl)?.searchParams.get('wss');
  return { ariUrl, ...(wss && { lineOrigin: new URL(wss).origin }) };
};
/** Where browsers connect to, if they do. */
const isSocket = (wss: string | null | undefined): boolean =>
  !wss || /^wss?:$/.test(URL.parse(wss)?.protocol ?? '');
/** With credentials, and templates of dial strings; braces need no escape. */
const exchangeAddress = z.url({ protocol: /^https?$/ }).check(
  z.regex(/^\w+:\/\/[^:@/]+:[^@/]+@/),
  z.refine((text) => URL.parse(text)?.searchParams.get('trunk')?.includes('{number}') ?? false),
  z.refine((text) => URL.parse(text)?.searchParams.get('phones')?.includes('{extension}') ?? true),
  z.refine((text) => isSocket(URL.parse(text)?.searchParams.get('wss'))),
);
/** Without a host it may name a Unix socket's folder: postgres:///recoup?host=/run/postgresql */
const databaseAddress = z.url({ protocol: /^postgres(ql)?$/ }).check(z.regex(/^\w+:\/\/.*\/./));
/** An origin only: a path would be lost, as every link is made from the root. */
const origin = z.pipe(
  address(/^https?$/).check(z.refine((text) => URL.parse(text)?.pathname === '/')),
  z.transform((text) => new URL(text).origin),
);

/** Such as before-commit:0.5,dialer-bridged:1 */
const onePoint = `(${failpointNames.join('|')}):(0\\.\\d+|1)`;
const failpointList = new RegExp(`^${onePoint}(,${onePoint})*$`);

const failpoints = z.pipe(
  z.string().check(z.regex(failpointList)),
  z.transform((text): Failpoints =>
    Object.fromEntries(text.split(',').map((one) => [one.split(':')[0], Number(one.split(':')[1])])),
  ),
);

/** Reads and checks the environment; an empty value counts as not given. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const databases = databasesIn(env);
  const port = read(env, 'PORT', wholeNumber(0, 65535)) ?? 3000;
  const dataDir = path.resolve(read(env, 'DATA_DIR', z.string()) ?? '.data');
  const mode =
    read(env, 'RECOUP_MODE', z.enum(['demo', 'production'])) ??
    (Object.keys(databases).length > 0 || env['NODE_ENV'] === 'production' ? 'production' : 'demo');
  if (mode === 'demo' && env['NODE_ENV'] === 'production') {
    throw new StartupFailure(startupText.demoInProduction);
  }
  const smtpUrl = read(env, 'SMTP_URL', address(/^smtps?$/));
  const gateways = gatewaysIn(env);
  const filesUrl = read(
    env,
    'FILES_URL',
    z.url({ protocol: /^s3(\+http)?$/ }).check(z.regex(/:\/\/[^:@/]+:[^@/]+@[^/?]+\/[^/?]+/)),
  );
  const ariUrl = read(env, 'ARI_URL', exchangeAddress);
  const deadly = read(env, 'FAILPOINTS', failpoints);
  if (deadly && mode === 'production') throw new StartupFailure(startupText.failpointsInProduction);
  const trustedProxies = read(env, 'TRUSTED_PROXIES', networks);
  return {
    mode,
    port,
    // The demo's accounts have known passwords, so by default it listens on this machine only.
    host:
      read(env, 'HOST', z.string().check(z.regex(/^[\w.:%-]+$/))) ??
      (mode === 'demo' ? '127.0.0.1' : '0.0.0.0'),
    publicUrl: read(env, 'PUBLIC_URL', origin) ?? `http://localhost:${port}`,
    isPublicUrlGiven: Boolean(env['PUBLIC_URL']?.trim()),
    isPlainHttpAllowed: read(env, 'ALLOW_PLAIN_HTTP', z.enum(['yes', 'no'])) === 'yes',
    dataDir,
    isDemoAtWork: mode === 'demo' && read(env, 'DEMO_AT_WORK', z.enum(['yes', 'no'])) === 'yes',
    demoLoans: read(env, 'DEMO_LOANS', wholeNumber(0, 1_000_000)) ?? 20_000,
    log: read(env, 'LOG', z.enum(['file', 'stdout'])) ?? (mode === 'demo' ? 'file' : 'stdout'),
    logFile: path.join(dataDir, 'recoup.log'),
    ...databases,
    ...(trustedProxies && { trustedProxies }),
    ...amountsIn(env),
    ...(filesUrl && { filesUrl }),
    ...(smtpUrl && { smtpUrl }),
    ...carriersIn(env),
    ...gateways,
    ...(ariUrl && exchangeIn(ariUrl)),
    ...wordsIn(env),
    ...backupKeysIn(env),
    ...(deadly && { failpoints: deadly }),
  };
}

function databasesIn(
  env: NodeJS.ProcessEnv,
): Pick<Config, 'databaseUrl' | 'replicaUrl' | 'rehearsalUrl' | 'agenciesUrl' | 'clusterUrl'> {
  const databaseUrl = read(env, 'DATABASE_URL', databaseAddress);
  const replicaUrl = read(env, 'REPLICA_URL', databaseAddress);
  const rehearsalUrl = read(env, 'REHEARSAL_URL', databaseAddress);
  const agenciesUrl = read(env, 'AGENCIES_URL', databaseAddress);
  const clusterUrl = read(env, 'CLUSTER_URL', databaseAddress);
  return {
    ...(databaseUrl && { databaseUrl }),
    ...(replicaUrl && { replicaUrl }),
    ...(rehearsalUrl && { rehearsalUrl }),
    ...(agenciesUrl && { agenciesUrl }),
    ...(clusterUrl && { clusterUrl }),
  };
}

type Months = 'intervalMonths' | 'decisionMonths' | 'eventMonths';
/** Numbers that have a usual one elsewhere. */
function amountsIn(env: NodeJS.ProcessEnv): Pick<Config, 'databaseConnections' | 'maxWaiver' | Months> {
  const databaseConnections = read(env, 'DATABASE_CONNECTIONS', wholeNumber(18, 1000));
  const maxWaiver = read(env, 'MAX_WAIVER', wholeNumber(0, 100));
  const intervalMonths = read(env, 'INTERVAL_MONTHS', wholeNumber(12, 240));
  const decisionMonths = read(env, 'DECISION_MONTHS', wholeNumber(24, 240));
  const eventMonths = read(env, 'EVENT_MONTHS', wholeNumber(24, 240));
  return {
    ...(databaseConnections !== undefined && { databaseConnections }),
    ...(maxWaiver !== undefined && { maxWaiver }),
    ...(intervalMonths !== undefined && { intervalMonths }),
    ...(decisionMonths !== undefined && { decisionMonths }),
    ...(eventMonths !== undefined && { eventMonths }),
  };
}

/** What must not be served by oversight: without TLS every password and session crosses the network in clear. */
export function refuseUnsafe({ mode, publicUrl, isPlainHttpAllowed }: Config): void {
  if (mode === 'production' && publicUrl.startsWith('http:') && !isPlainHttpAllowed)
    throw new StartupFailure(startupText.plainHttp(publicUrl));
}

/** Its share of what is traced, of 1. */
const collector = address(/^https?$/).check(z.regex(/^[^?]*(\?share=(1|0?\.\d+))?$/));

/** What other programs show before they are answered, and what seals the keys of merchants. */
function wordsIn(
  env: NodeJS.ProcessEnv,
): Pick<Config, 'tracesUrl' | 'metricsToken' | 'cronKey' | 'secretsKey'> {
  const word = z.string().check(z.regex(/^\S{16,}$/));
  const tracesUrl = read(env, 'TRACES_URL', collector);
  const metricsToken = read(env, 'METRICS_TOKEN', word);
  const cronKey = read(env, 'CRON_KEY', word);
  const secretsKey = read(env, 'SECRETS_KEY', z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/)));
  return {
    ...(tracesUrl && { tracesUrl }),
    ...(metricsToken && { metricsToken }),
    ...(cronKey && { cronKey }),
    ...(secretsKey && { secretsKey }),
  };
}

/** Words with spaces, commas or lines between, each of a form; what follows # is said to people. */
const wordsOf = (form: RegExp) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) =>
        text
          .replaceAll(/#.*$/gm, '')
          .split(/[\s,]+/)
          .filter(Boolean),
      ),
    ),
    z.array(z.string().check(z.regex(form))).check(z.minLength(1)),
  );
function backupKeysIn(env: NodeJS.ProcessEnv): Pick<Config, 'backupRecipients' | 'backupIdentities'> {
  const backupRecipients = read(env, 'BACKUP_RECIPIENTS', wordsOf(/^age1[a-z0-9]{20,}$/));
  const backupIdentities = read(env, 'BACKUP_IDENTITY', wordsOf(/^AGE-SECRET-KEY-[A-Z0-9-]{20,}$/));
  return { ...(backupRecipients && { backupRecipients }), ...(backupIdentities && { backupIdentities }) };
}

/** Providers of messages to borrowers. */
function carriersIn(env: NodeJS.ProcessEnv): Pick<Config, 'smsUrl' | 'whatsappUrl'> {
  const smsUrl = read(
    env,
    'SMS_URL',
    z
      .url({ protocol: /^https?$/ })
      .check(z.regex(/^\w+:\/\/[^:@/]+@.*[?&]entity=\d+/), z.regex(/[?&]header=[^&]+/)),
  );
  const whatsappUrl = read(
    env,
    'WHATSAPP_URL',
    z.url({ protocol: /^https?$/ }).check(z.regex(/^\w+:\/\/[^:@/]+@.*[?&]from=\d+/)),
  );
  return { ...(smsUrl && { smsUrl }), ...(whatsappUrl && { whatsappUrl }) };
}

/** A gateway without a secret would believe everybody. */
function gatewaysIn(env: NodeJS.ProcessEnv): Pick<Config, 'razorpayUrl' | 'payuUrl'> {
  const withKeys = z.url({ protocol: /^https?$/ }).check(z.regex(/^\w+:\/\/[^:@/]+:[^:@/]+@/));
  const payuUrl = read(env, 'PAYU_URL', withKeys);
  const razorpayUrl = read(env, 'RAZORPAY_URL', withKeys.check(z.regex(/[?&]webhook=[^&]+/)));
  return { ...(razorpayUrl && { razorpayUrl }), ...(payuUrl && { payuUrl }) };
}

/** A secret may lie in a file, as Docker and Kubernetes hand them over, so that no list of processes shows it. */
function secretIn(env: NodeJS.ProcessEnv, name: Variable): string | undefined {
  const file = SECRET.includes(name) ? env[`${name}_FILE`]?.trim() : undefined;
  if (!file) return undefined;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new StartupFailure(startupText.noSecretFile(`${name}_FILE`, file));
  }
}

function read<T>(env: NodeJS.ProcessEnv, name: Variable, schema: z.ZodMiniType<T>): T | undefined {
  const text = (env[name]?.trim() || secretIn(env, name)) ?? '';
  if (!text) return undefined;
  const result = schema.safeParse(text);
  if (result.success) return result.data;
  const given = SECRET.includes(name) ? startupText.hidden : startupText.shown(text);
  throw new StartupFailure(startupText.wrongSetting(name, startupText.rules[name], given));
}
