/**
 * Replaces silent connections to PostgreSQL. A firewall or a failover that drops a connection notifies neither side,
 * and the kernel times out only after many minutes. A pending statement may also be slow: so PostgreSQL is queried,
 * on a new connection, for the state of its backend.
 */
import type net from 'node:net';
import pg from 'pg';

const TICK_MS = 1000;
/** An idle connection is pinged this often. */
const IDLE_MS = 4000;
/** A statement unanswered for this long is inquired about. */
const SUSPECT_MS = 2000;
const INQUIRY_MS = 2000;
/** Without a response of PostgreSQL: longer than the statement timeout of requests. */
const LONGEST_MS = 35_000;
/**
 * Both sides expect bytes of the other: a deadlock after this long, because a slow reader makes some progress sooner.
 */
const STALLED_MS = 90_000;
/** PostgreSQL has no free connection for the query: it is alive. */
const TOO_MANY = '53300';

/** What the types of the driver do not show. */
interface Inside {
  connection: { stream: net.Socket };
  _getActiveQuery(): object | null | undefined;
  getTransactionStatus(): string | null;
}
type Client = pg.Client & Inside;

interface Seen {
  /** Process number and start of the other end, which together are never used twice. */
  backend?: string;
  query?: object | undefined;
  bytes: number;
  /** When a byte last moved, or the statement was sent. */
  since: number;
}

/** State of a backend: idle, working, or blocked on our socket. */
type Doing = 'idle' | 'working' | 'stalled';

export type Meet = (client: pg.ClientBase) => Promise<void>;

interface Watchdog {
  /** Part of every pool's configuration. */
  settings: pg.PoolConfig;
  /** Reads the process number of a new connection's backend. */
  meet: Meet;
  stop(): void;
}

const WHO = `select concat_ws(' ', pid, backend_start) as who from pg_stat_get_activity(pg_backend_pid())`;
const ALL = `select concat_ws(' ', pid, backend_start) as who,
    case when state like 'idle%' then 'idle' when wait_event_type = 'Client' then 'stalled' else 'working' end as doing
  from pg_stat_activity where concat_ws(' ', pid, backend_start) = any($1)`;
const END = `select pg_terminate_backend(pid) from pg_stat_activity where concat_ws(' ', pid, backend_start) = any($1)`;

/** One query on a separate connection with a timeout. */
async function inquire(config: pg.PoolConfig, text: string, who: readonly string[]): Promise<pg.QueryResult> {
  const client = new pg.Client({
    ...config,
    application_name: 'recoup-watchdog',
    connectionTimeoutMillis: INQUIRY_MS,
    query_timeout: INQUIRY_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await client.query(text, [who]);
  } finally {
    client.end().catch(() => undefined);
  }
}

export function openWatchdog(config: pg.PoolConfig): Watchdog {
  const clients = new Map<Client, Seen>();
  let isAsking = false;
  let failures = 0;

  class WatchedClient extends pg.Client {
    constructor(options?: pg.ClientConfig) {
      super(options);
      const self = this as unknown as Client;
      clients.set(self, { bytes: 0, since: performance.now() });
      this.on('end', () => clients.delete(self));
      this.on('error', () => clients.delete(self));
    }
  }

  const sever = (client: Client): void => {
    clients.delete(client);
    client.connection.stream.destroy(new Error('Connection terminated: PostgreSQL went silent'));
  };

  /** Idle ones that gave no sign of life since another was lost: they cost less to replace than to try. */
  const unheardSince = (moment: number): Client[] =>
    [...clients]
      .filter(([client, { query, since }]) => !query && since < moment && isIdle(client))
      .map(([one]) => one);

  /** Suspects with a lost statement, by the state of their backend. */
  const lost = (suspects: readonly Client[], doing: ReadonlyMap<string, Doing>, now: number): Client[] =>
    suspects.filter((client) => {
      const seen = clients.get(client);
      // Answered meanwhile.
      if (!seen || look(client, seen, now) < SUSPECT_MS) return false;
      const what = doing.get(seen.backend ?? '');
      return what === 'stalled' ? now - seen.since > STALLED_MS : what !== 'working';
    });

  const judge = async (suspects: readonly Client[]): Promise<void> => {
    const backends = suspects.map((client) => clients.get(client)?.backend ?? '');
    try {
      const { rows } = await inquire(config, ALL, backends);
      failures = 0;
      const known = new Map((rows as { who: string; doing: Doing }[]).map(({ who, doing }) => [who, doing]));
      const gone = lost(suspects, known, performance.now());
      const ends = gone.map((client) => clients.get(client)?.backend ?? '');
      const first = Math.min(...gone.map((client) => clients.get(client)?.since ?? Infinity));
      for (const client of [...gone, ...unheardSince(first)]) sever(client);
      // Its locks would last until PostgreSQL notices too.
      if (ends.length > 0) await inquire(config, END, ends);
    } catch (error) {
      const isFull = error instanceof pg.DatabaseError && error.code === TOO_MANY;
      if (!isFull) failures += 1;
      const limit = !isFull && failures > 1 ? 0 : LONGEST_MS;
      for (const client of suspects)
        if (performance.now() - (clients.get(client)?.since ?? Infinity) > limit) sever(client);
    }
  };

  const tick = (): void => {
    const now = performance.now();
    const suspects: Client[] = [];
    for (const [client, seen] of clients) {
      const waits = look(client, seen, now);
      if (seen.query && waits > SUSPECT_MS) suspects.push(client);
      // A transaction has a separate idle limit, which a keep-alive query would reset.
      if (!seen.query && waits > IDLE_MS && isIdle(client)) client.query('select 1').catch(() => undefined);
    }
    if (isAsking || suspects.length === 0) return;
    isAsking = true;
    void judge(suspects).finally(() => (isAsking = false));
  };
  const timer = setInterval(tick, TICK_MS).unref();

  const meet: Meet = async (client) => {
    const { rows } = await client.query<{ who: string }>(WHO);
    const seen = clients.get(client as Client);
    if (seen && rows[0]) seen.backend = rows[0].who;
  };
  const settings = {
    Client: WatchedClient,
    onConnect: meet,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
  return {
    settings: settings as pg.PoolConfig,
    meet,
    stop: () => clearInterval(timer),
  };
}

/** Not inside a transaction, nor connecting still. */
const isIdle = (client: Client): boolean => client.getTransactionStatus() === 'I';

/** Brings `seen` up to date and answers for how long nothing has moved. */
function look(client: Client, seen: Seen, now: number): number {
  const { stream } = client.connection;
  const bytes = stream.bytesRead + stream.bytesWritten;
  const query = client._getActiveQuery() ?? undefined;
  if (query !== seen.query || bytes !== seen.bytes) Object.assign(seen, { query, bytes, since: now });
  return now - seen.since;
}
