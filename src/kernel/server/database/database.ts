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
  /** The same for all connections of one database: what is kept in memory of it goes by this (`kept.ts`). */
  readonly home: object;
  rows<R extends object>(query: Fragment): Promise<R[]>;
  /** Rows of a statement whose best plan depends on its values: planned each time (custom plan). */
  planned<R extends object>(query: Fragment): Promise<R[]>;
  /** The first row, or undefined. */
  one<R extends object>(query: Fragment): Promise<R | undefined>;
  /** Number of rows changed. */
  run(query: Fragment): Promise<number>;
}

/** A connection that is given back. */
export interface Lent {
  tx: Tx;
  release(broken?: boolean): void;
}

/** Reads for reports: on connections of their own, or from a replica (decision 185). */
export interface Reports {
  /** Reads; `ageS`: seconds it may be late. What a replica breaks off is read again here. */
  report<T>(work: (tx: Tx, ageS: number) => Promise<T>): Promise<T>;
  /** A plain connection for a long file; the caller releases it. */
  connectReport(): Promise<pg.PoolClient>;
  /** How the replica stands; absent without one. */
  replica?(): Promise<ReplicaState>;
}
/** Seconds behind; or why nothing is read there. */
export type ReplicaState = { ageS: number } | { refused: 'unreachable' | 'late' | 'stranger' };

export interface Database extends Tx, Reports {
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
  /** Whether anybody works with it: loops that keep it in order rest while nobody does. */
  readonly rest: Rest;
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
  /** Absent: its loops never rest. */
  rest?: Resting;
  /** One that nobody used for this long is closed; 0: no timer per request that closes what the next request needs. */
  idleMs: number;
}
/** What a connection of the driver can do, or several statements sent together. */
export interface Queryable {
  query(config: pg.QueryConfig): Promise<pg.QueryResult>;
}

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

export const begin = sql`begin`;
export const commit = sql`commit`;
export const rollback = sql`rollback`;

/** SQLSTATE of a database error, or undefined. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined;

/** The server is a read-only standby now; this connection must be replaced. */
export const isReadOnly = (error: unknown): boolean => sqlState(error) === '25006';
