/** All access to PostgreSQL: pools, transactions and rows. */
import pg from 'pg';
import { type Fragment, compile, named, sql } from './sql.ts';
import { type Reports, reportsOf } from './reports.ts';
import { type Queryable, together } from './turn.ts';
import type { Lent, Tx } from './tx.ts';
import { within } from './within.ts';
import { type Meet, openWatchdog } from './watchdog.ts';

export type { Tx };

const { INT8, DATE, TIMESTAMPTZ, NUMERIC } = pg.types.builtins;
pg.types.setTypeParser(INT8, Number); // ids and paise stay below 2^53
pg.types.setTypeParser(NUMERIC, Number);
const INT8_ARRAY = 1016;
pg.types.setTypeParser(INT8_ARRAY as never, (text: string) =>
  // An element may be NULL, which is no number.
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((one) => (one === 'NULL' ? null : Number(one))),
);
pg.types.setTypeParser(DATE, (text) => text);
pg.types.setTypeParser(TIMESTAMPTZ, (text) => `${text.slice(0, 10)}T${text.slice(11).replace(/\+00$/, 'Z')}`);

export interface Database extends Tx, Omit<Reports, 'end'> {
  /** One transaction: committed when `work` answers, rolled back when it throws. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A connection for a request that writes: statements are sent without waiting for the one before. */
  checkout(): Promise<Lent>;
  /** A connection for a request that reads: each statement is its own transaction, and none can write. */
  checkoutReader(): Promise<Lent>;
  /** A connection of its own that may take two seconds: however busy the others are, it says whether the database works. */
  readonly probe: Tx;
  /** A plain connection for COPY, LISTEN and long work; the caller releases it. */
  connect(): Promise<pg.PoolClient>;
  readonly config: pg.PoolConfig;
  /** How many connections it may lend. */
  readonly room: Room;
  /** Connections of this process by what they are for: lent, and asked for in vain so far. */
  lanes(): Record<string, { inUse: number; waiting: number }>;
  end(): Promise<void>;
}

/** Connections by what they are for. */
export interface Room {
  requests: number;
  readers: number;
  works: number;
  plain: number;
  /** A page of many figures asks for several at once, and waits for its own. */
  reports: number;
  jobs: { most: number; lookS: number };
  /** One that nobody used for this long is closed; 0: no timer per request that closes what the next request needs. */
  idleMs: number;
}
const wide: Room = {
  requests: 8,
  readers: 8,
  works: 8,
  plain: 8,
  reports: 3,
  jobs: { most: 4, lookS: 2 },
  idleMs: 0,
};

/**
 * Statements are prepared under a name, so that PostgreSQL may keep their plans. `isAnew`: each is planned by what the
 * tables hold at that moment, as an import needs whose own rows change them.
 */
export function txOn(client: Queryable, { isAnew = false, home = {} as object } = {}): Tx {
  const ask = (fragment: Fragment): Promise<pg.QueryResult> =>
    client.query(isAnew ? compile(fragment) : named(fragment));
  return {
    home,
    rows: async <R extends object>(query: Fragment) => (await ask(query)).rows as R[],
    planned: async <R extends object>(query: Fragment) => (await client.query(compile(query))).rows as R[],
    one: async <R extends object>(query: Fragment) => (await ask(query)).rows[0] as R | undefined,
    run: async (query) => (await ask(query)).rowCount ?? 0,
  };
}

function pool(config: pg.PoolConfig): pg.Pool {
  const made = new pg.Pool(config);
  // A database restart must not take the process down: the next statement gets a fresh connection or an error.
  const quiet = (): void => undefined;
  made.on('error', quiet);
  made.on('connect', (client) => client.on('error', quiet));
  return made;
}

const known = new WeakMap<pg.PoolClient, Tx>();
async function lend(from: pg.Pool, home: object): Promise<Lent> {
  const client = await from.connect();
  let tx = known.get(client);
  if (!tx) known.set(client, (tx = txOn(together(client), { home })));
  return { tx, release: (broken) => client.release(broken) };
}

export const begin = sql`begin`;
export const commit = sql`commit`;
export const rollback = sql`rollback`;

/** Settings are sent as the first statement: poolers such as PgBouncer refuse them as startup parameters. */
const greeting =
  (settings: Record<string, string>, meet: Meet): Meet =>
  async (client) => {
    const [names, values] = [Object.keys(settings), Object.values(settings)];
    await Promise.all([client.query(tell, [names, values]), meet(client)]);
  };
const tell = 'select set_config(n, v, false) from unnest($1::text[], $2::text[]) as t(n, v)';

/** A shutdown waits this long for connections in use. */
const ENDING_MS = 2000;
const nobody: Meet = () => Promise.resolve();
const LONGEST_AGE_S = 3600;
/** Every search scans the pending list of the GIN index of names, so requests keep it short; imports may let it grow. */
const little = { gin_pending_list_limit: '512' };
const limits = { statement_timeout: '30000', idle_in_transaction_session_timeout: '60000' };

/** Pools to one server, each with the settings its connections are greeted with. */
function serverOf(given: pg.PoolConfig, room: Room) {
  // No network lies between us and a Unix socket that could drop a connection silently.
  const watchdog = given.host?.startsWith('/') ? undefined : openWatchdog(given);
  const config = { ...given, ...watchdog?.settings };
  const common: pg.PoolConfig = {
    application_name: 'recoup',
    idleTimeoutMillis: room.idleMs,
    // After a failover that leaves the old primary alive, no connection stays on it for good.
    maxLifetimeSeconds: LONGEST_AGE_S,
    ...config,
  };
  const lane = (settings: Record<string, string>, max: number): pg.Pool => {
    const onConnect = greeting(settings, watchdog?.meet ?? nobody);
    const ours = { max, ...common, pipeline: true, onConnect };
    return pool(ours as pg.PoolConfig);
  };
  const plain = (max: number): pg.Pool => pool({ max, application_name: 'recoup', ...config });
  return { config, lane, plain, stop: () => watchdog?.stop() };
}
type Server = ReturnType<typeof serverOf>;

function reportsOn({ lane, plain, stop }: Server, most: number, home: object) {
  const rows = lane({ ...limits, default_transaction_read_only: 'on' }, most);
  const files = plain(most);
  return {
    lend: () => lend(rows, home),
    connect: () => files.connect(),
    pools: { reports: rows, files },
    end: () => {
      stop();
      return Promise.all([rows.end(), files.end()]);
    },
  };
}

/** `replica`: another server that follows this one, for reports. */
export function openDatabase(given: pg.PoolConfig, room: Room = wide, replica?: pg.PoolConfig): Database {
  const home = {};
  const server = serverOf(given, room);
  const { config, lane } = server;
  const requests = lane({ ...limits, ...little }, room.requests);
  const readers = lane({ ...limits, default_transaction_read_only: 'on' }, room.readers);
  // Background work has no statement timeout.
  const works = lane(little, room.works);
  const probes = lane({ statement_timeout: '2000' }, 1);
  const plain = server.plain(room.plain);
  const probe = txOn(probes, { home });
  const own = reportsOn({ ...server, stop: () => undefined }, room.reports, home);
  const other = replica && reportsOn(serverOf(replica, room), room.reports, home);
  const { end: endReports, ...reports } = reportsOf(probe, own, other);
  return {
    ...txOn(requests, { home }),
    ...reports,
    config,
    room,
    probe,
    checkout: () => lend(requests, home),
    checkoutReader: () => lend(readers, home),
    async transaction(work) {
      const { tx, release } = await lend(works, home);
      let broken = true;
      try {
        await tx.run(begin);
        try {
          const result = await work(tx);
          await tx.run(commit);
          broken = false;
          return result;
        } catch (error) {
          await tx.run(rollback);
          broken = isReadOnly(error);
          throw error;
        }
      } finally {
        release(broken);
      }
    },
    connect: () => plain.connect(),
    lanes: () =>
      Object.fromEntries(
        Object.entries({ requests, readers, works, plain, ...own.pools }).map(([name, one]) => [
          name,
          { inUse: one.totalCount - one.idleCount, waiting: one.waitingCount },
        ]),
      ),
    async end() {
      server.stop();
      const pools = [requests, readers, works, probes, plain].map((one) => one.end());
      await within(ENDING_MS, Promise.all([...pools, endReports()]));
    },
  };
}

/** SQLSTATE of a database error, or undefined. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined;

/** The server is a read-only standby now; this connection must be replaced. */
export const isReadOnly = (error: unknown): boolean => sqlState(error) === '25006';
