/** Connections to PostgreSQL: a pool for each kind of work, and what the kernel's `Database` promises of them. */
import pg from 'pg';
import {
  type Database,
  type Lent,
  type Room,
  type Tx,
  begin,
  commit,
  isReadOnly,
  rollback,
  txOn,
} from '#kernel/server/database/database.ts';
import { neverRests, openRest } from '#kernel/server/work/rest.ts';
import { reportsOf } from './reports.ts';
import { roomOf } from './room.ts';
import { type Meet, openWatchdog } from './watchdog.ts';
import { part, traced } from './traced.ts';
import type { Traces } from '../../server/operation/traces.ts';
import { within } from '../../server/operation/within.ts';

function pool(config: pg.PoolConfig): pg.Pool {
  const made = new pg.Pool(config);
  // A database restart must not crash the process: the next statement gets a fresh connection or an error.
  const quiet = (): void => undefined;
  made.on('error', quiet);
  made.on('connect', (client) => client.on('error', quiet));
  return made;
}

const known = new WeakMap<pg.PoolClient, Tx>();
/** What all connections of one database share. */
interface Home {
  home: object;
  traces?: Traces | undefined;
}
async function lend(from: pg.Pool, { home, traces }: Home): Promise<Lent> {
  const isAtOnce = from.idleCount > 0;
  const client = await (isAtOnce ? from.connect() : part(traces, 'connection', {}, () => from.connect()));
  let tx = known.get(client);
  if (!tx) {
    known.set(client, (tx = txOn(traces ? traced(client, traces) : client, { home })));
  }
  return { tx, release: (broken) => client.release(broken) };
}

/** Settings are sent as the first statement: poolers such as PgBouncer refuse them as startup parameters. */
const greeting =
  (settings: Record<string, string>, meet: Meet): Meet =>
  async (client) => {
    const all = { ...missed, ...settings };
    const [names, values] = [Object.keys(all), Object.values(all)];
    await Promise.all([client.query(tell, [names, values]), meet(client)]);
  };
const tell = 'select set_config(n, v, false) from unnest($1::text[], $2::text[]) as t(n, v)';

/** A node without power is silent: the database drops it after nine seconds, and releases its locks. */
const missed = {
  tcp_keepalives_idle: '3',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '3',
  // A pending response would otherwise be retransmitted for a quarter of an hour.
  tcp_user_timeout: '9000',
  client_connection_check_interval: '2000',
};
/** A shutdown allows this long for connections in use. */
const ENDING_MS = 2000;
const nobody: Meet = () => Promise.resolve();
const LONGEST_AGE_S = 3600;
/** Every search scans the pending list of the GIN index of names, so requests limit it; imports may let it grow. */
const little = { gin_pending_list_limit: '512' };
const limits = { statement_timeout: '30000', idle_in_transaction_session_timeout: '60000' };

/** Pools to one server, each with the settings its connections are greeted with. */
function serverOf(given: pg.PoolConfig, room: Room) {
  // A Unix socket cannot drop a connection silently.
  const watchdog = given.host?.startsWith('/') ? undefined : openWatchdog(given);
  const config = { ...given, ...watchdog?.settings };
  const common: pg.PoolConfig = {
    application_name: 'recoup',
    idleTimeoutMillis: room.idleMs,
    // After a failover with a surviving primary, no connection uses it permanently.
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

/** More processes for one report leave none for requests that save, and take longer where cores are few. */
const oneProcess = { max_parallel_workers_per_gather: '0' };

/** Reports of the primary give way to requests; those of a replica do not. */
function reportsOn({ lane, plain, stop }: Server, most: number, home: Home, o: { isPrimary: boolean }) {
  // A request is answered earlier; its report is cached for the next one.
  const longer = { ...limits, statement_timeout: '120000', ...(o.isPrimary && oneProcess) };
  const rows = lane({ ...longer, default_transaction_read_only: 'on' }, most);
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

async function transacted<T>(work: (tx: Tx) => Promise<T>, works: pg.Pool, of: Home): Promise<T> {
  const { tx, release } = await lend(works, of);
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
}

/** `replica`: a streaming replica for reports. */
export function openDatabase(
  given: pg.PoolConfig,
  room: Room = roomOf(),
  { replica, traces }: { replica?: pg.PoolConfig | undefined; traces?: Traces | undefined } = {},
): Database {
  const home = {};
  const of: Home = { home, traces };
  const server = serverOf(given, room);
  const { config, lane } = server;
  const requests = lane({ ...limits, ...little }, room.requests);
  const readers = lane({ ...limits, default_transaction_read_only: 'on' }, room.readers);
  // Background work has no statement timeout.
  const works = lane(little, room.works);
  const probes = lane({ statement_timeout: '2000' }, 1);
  const plain = server.plain(room.plain);
  const probe = txOn(probes, { home });
  const own = reportsOn({ ...server, stop: () => undefined }, room.reports, of, { isPrimary: true });
  const other = replica && reportsOn(serverOf(replica, room), room.reports, of, { isPrimary: false });
  const { end: endReports, ...reports } = reportsOf(probe, own, other);
  const rest = room.rest ? openRest(room.rest) : neverRests;
  return {
    ...txOn(requests, { home }),
    ...reports,
    config,
    room,
    rest,
    probe,
    checkout: () => lend(requests, of),
    checkoutReader: () => lend(readers, of),
    transaction: (work) => part(traces, 'transaction', {}, () => transacted(work, works, of)),
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
      rest.stop();
      const pools = [requests, readers, works, probes, plain].map((one) => one.end());
      await within(ENDING_MS, Promise.all([...pools, endReports()]));
    },
  };
}
