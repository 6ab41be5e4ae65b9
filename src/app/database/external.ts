import pg from 'pg';
import { within } from '../server/operation/within.ts';
import { startupText } from '#text/en/program/startup.ts';
import { explainDatabase } from '../server/explain-database.ts';
import { StartupFailure } from '../server/startup-failure.ts';

const OLDEST = 15;
const CONNECT_MS = 5000;
const GOODBYE_MS = 1000;

export const externalAt = (url: string): pg.PoolConfig => ({
  connectionString: url,
  connectionTimeoutMillis: CONNECT_MS,
});

/** Connection settings of DATABASE_URL, after checking that the database responds and is usable. */
export async function checkExternal(databaseUrl: string, called = 'DATABASE_URL'): Promise<pg.PoolConfig> {
  const config = externalAt(databaseUrl);
  const client = clientOf(config);
  // A server that stops meanwhile shows in the next statement.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await checkServer(client);
    await refuseShared(config, client);
  } catch (error) {
    throw failureAt(error, databaseUrl, called);
  } finally {
    await ended(client);
  }
  return config;
}

/** A server that accepts connections without responding is down as well. */
const clientOf = (config: pg.ClientConfig): pg.Client =>
  new pg.Client({ ...config, query_timeout: CONNECT_MS });

const WARNED_MS = 60_000;
const REFUSED_MS = 3_600_000;

/** Hours of contact, links and sessions are compared with both clocks. */
async function compareClocks(client: pg.Client): Promise<void> {
  const asked = Date.now();
  const { rows } = await client.query<{ at: string }>(
    'select extract(epoch from clock_timestamp()) * 1000 as at',
  );
  // Of the time that the question took, either half may be the way.
  const between = (asked + Date.now()) / 2;
  const apart = Math.abs(Number(rows[0]?.at) - between);
  if (apart >= REFUSED_MS)
    throw new StartupFailure(startupText.clockFarApart(Math.round(apart / REFUSED_MS)));
  if (apart >= WARNED_MS) process.stderr.write(`${startupText.clockApart(Math.round(apart / WARNED_MS))}\n`);
}

interface ServerFacts {
  number: string;
  version: string;
  encoding: string;
  standby: boolean;
}

async function checkServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<ServerFacts>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as version,
       current_setting('server_encoding') as encoding, pg_is_in_recovery() as standby`,
  );
  const [facts] = rows;
  if (!facts) return;
  if (Math.floor(Number(facts.number) / 10_000) < OLDEST) {
    throw new StartupFailure(startupText.databaseTooOld(facts.version));
  }
  if (facts.encoding !== 'UTF8') throw new StartupFailure(startupText.databaseNotUtf8(facts.encoding));
  if (facts.standby) throw new StartupFailure(startupText.databaseStandby);
  await compareClocks(client);
  // Checked last: in another encoding the characters would be an error. Trigram and case-insensitive search depend on
  // both.
  const letters = await client.query<{ known: boolean }>(
    `select 'É' ilike 'é' and 'अ' ~ '[[:alpha:]]' as known`,
  );
  if (!letters.rows[0]?.known) throw new StartupFailure(startupText.databaseNoLocale);
}

/** A hanging server does not process it. */
const ended = (client: pg.Client): Promise<unknown> =>
  within(
    GOODBYE_MS,
    client.end().catch(() => undefined),
  );

const pidOf = async (client: pg.Client): Promise<number | undefined> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;

const TRIES = 5;

/**
 * A pooler in transaction mode mixes up the settings and prepared statements of
 * connections, and loses NOTIFY. It is detected by a transaction that runs on the backend of another client.
 */
async function refuseShared(config: pg.ClientConfig, client: pg.Client): Promise<void> {
  const other = clientOf(config);
  other.on('error', () => undefined);
  try {
    await other.connect();
    for (let i = 0; i < TRIES; i += 1) {
      const mine = await pidOf(client);
      await other.query('begin');
      const isShared = (await pidOf(other)) === mine;
      await other.query('rollback');
      if (isShared) throw new StartupFailure(startupText.databaseShared);
    }
  } finally {
    await ended(other);
  }
}

const SILENT = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
];
const REFUSED = ['28P01', '28000'];
const NO_DATABASE = '3D000';

/** Message about an address, by the name of its setting. */
export function failureAt(error: unknown, databaseUrl: string, called: string): StartupFailure {
  const sentence = error instanceof StartupFailure ? error.message : sentenceFor(error, databaseUrl);
  return new StartupFailure(sentence.replaceAll('DATABASE_URL', called), { cause: error });
}

function sentenceFor(error: unknown, databaseUrl: string): string {
  const { host, name } = partsOf(databaseUrl);
  const { code, message } = firstOf(error);
  if (SILENT.includes(code) || /timeout/.test(message)) return startupText.databaseUnreachable(host);
  if (REFUSED.includes(code)) return startupText.databaseRefused(host);
  if (code === NO_DATABASE) return startupText.databaseMissing(name, host);
  const known = error instanceof Error ? explainDatabase(error) : undefined;
  if (known) return known;
  return startupText.databaseFailed(host, message);
}

/** A host with several addresses fails with one error for each. */
function firstOf(error: unknown): { code: string; message: string } {
  const one: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(one instanceof Error)) return { code: '', message: String(one) };
  return { code: 'code' in one ? String(one.code) : '', message: one.message };
}

/** Excludes user and password: this is shown in terminals and logs. */
export function partsOf(databaseUrl: string): { host: string; name: string } {
  const url = new URL(databaseUrl);
  // Without a user, the part after a colon may be a password with a missing @host.
  const host = url.username ? url.host : url.hostname;
  return { host: url.searchParams.get('host') ?? host, name: decodeURIComponent(url.pathname.slice(1)) };
}
