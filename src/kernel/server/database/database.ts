/** Access to PostgreSQL as everybody sees it: statements, transactions and rows. The app opens it (app/database/pools). */
import pg from 'pg';
import type { Rest, Resting } from '../work/rest.ts';
import { type Fragment, compile, named, sql } from './sql.ts';

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

/** Runs statements; inside a transaction all on one connection. */
export interface Tx {
  /** Identifies the database of a connection: key of in-memory caches (`kept.ts`). */
  readonly home: object;
  rows<R extends object>(query: Fragment): Promise<R[]>;
  /** Rows of a statement with a value-dependent plan: planned each time (custom plan). */
  planned<R extends object>(query: Fragment): Promise<R[]>;
  /** The first row, or undefined. */
  one<R extends object>(query: Fragment): Promise<R | undefined>;
  /** Number of rows changed. */
  run(query: Fragment): Promise<number>;
}

/** Checked-out connection. */
export interface Lent {
  tx: Tx;
  release(broken?: boolean): void;
}

/** Report queries: on separate connections, or on a replica (decision 185). */
export interface Reports {
  /** Reads; `ageS`: seconds it may be late. What a replica breaks off is read again here. */
  report<T>(work: (tx: Tx, ageS: number) => Promise<T>): Promise<T>;
  /** A plain connection for a long file; the caller releases it. */
  connectReport(): Promise<pg.PoolClient>;
  /** State of the replica; absent without one. */
  replica?(): Promise<ReplicaState>;
}
/** Replica lag in seconds; or why it is not used. */
export type ReplicaState = { ageS: number } | { refused: 'unreachable' | 'late' | 'stranger' };

export interface Database extends Tx, Reports {
  /** One transaction: committed when `work` resolves, rolled back when it throws. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A connection for a request that writes: statements are sent without waiting for the one before. */
  checkout(): Promise<Lent>;
  /** A connection for a read request: each statement is a separate read-only transaction. */
  checkoutReader(): Promise<Lent>;
  /** Separate connection with a two-second timeout: shows database health under any load. */
  readonly probe: Tx;
  /** A plain connection for COPY, LISTEN and long work; the caller releases it. */
  connect(): Promise<pg.PoolClient>;
  readonly config: pg.PoolConfig;
  /** How many connections it may lend. */
  readonly room: Room;
  /** Whether the database is in use: maintenance loops idle otherwise. */
  readonly rest: Rest;
  /** Connections of this process by pool: in use, and waiting. */
  lanes(): Record<string, { inUse: number; waiting: number }>;
  end(): Promise<void>;
}

/** Connections by what they are for. */
export interface Room {
  requests: number;
  readers: number;
  works: number;
  plain: number;
  /** A page of figures requests several at once, and queues for its share. */
  reports: number;
  jobs: { most: number; lookS: number };
  /** Absent: its loops never idle. */
  rest?: Resting;
  /** Idle connections are closed after this; 0: no timer per request that closes the connection of the next. */
  idleMs: number;
}
/** What a connection of the driver can do, or several statements sent together. */
export interface Queryable {
  query(config: pg.QueryConfig): Promise<pg.QueryResult>;
}

/**
 * Statements are prepared under a name, so PostgreSQL may cache their plans. `isAnew`: each is replanned, as an
 * import needs because its rows change the statistics.
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

export const begin = sql`begin`;
export const commit = sql`commit`;
export const rollback = sql`rollback`;

/** SQLSTATE of a database error, or undefined. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined;

/** The server is a read-only standby now; this connection must be replaced. */
export const isReadOnly = (error: unknown): boolean => sqlState(error) === '25006';
