/** Boots a complete server on a separate database and calls it as named roles, through the contract. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, vi } from 'vitest';
import type { Flag } from '../src/kernel/contract/flags.ts';
import { type RoleType, roleTypes } from '../src/kernel/contract/access.ts';
import type { Endpoint, Input, WireRow } from '../src/kernel/contract/endpoint.ts';
import type { FailureBody } from '../src/kernel/contract/failure.ts';
import { type RunningApp, startApp } from '../src/app/server/app.ts';
import type { Traces } from '../src/app/server/operation/traces.ts';
import { readConfig } from '../src/app/server/config.ts';
import { hashOf } from '../src/kernel/server/http/actor.ts';
import type { Clock } from '../src/kernel/server/operation/clock.ts';
import type { Database, Room } from '../src/kernel/server/database/database.ts';
import { openDatabase } from '../src/app/database/pools/pools.ts';
import { sql } from '../src/kernel/server/database/sql.ts';
import { type Template, cloneTemplate } from './templates.ts';

interface Replies<R> {
  row: R;
  rows: R[];
  list: { rows: R[]; count: number; summary?: unknown };
  none: undefined;
  stream: Response;
}
export type Reply<E extends Endpoint> = Replies<WireRow<E>>[E['answer']];
export interface CallOptions {
  key?: string;
  headers?: Record<string, string>;
}

/** A failure on the wire. */
export class Refused extends Error {
  readonly status: number;
  readonly body: FailureBody;
  readonly headers: Headers;
  constructor(status: number, body: FailureBody, headers: Headers) {
    super(`${status} ${body.code} ${body.message}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

export interface Caller {
  id: number;
  token: string | undefined;
  headers: Record<string, string>;
  call<E extends Endpoint>(endpoint: E, input: Input<E>, options?: CallOptions): Promise<Reply<E>>;
  /** Raw request, for input a typed call cannot express. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}
interface Person {
  roleType?: RoleType;
  flags?: readonly Flag[];
  reportingTo?: number;
  clientId?: number;
}

export interface TestServer {
  url: string;
  signInLinks: RunningApp['signInLinks'];
  database: Database;
  databaseName: string;
  /** Its DATA_DIR. */
  folder: string;
  /** A new person with just these flags, signed in. */
  as(...flags: Flag[]): Promise<Caller>;
  person(who: Person): Promise<Caller>;
  /** Signs in an existing user without a password. */
  signIn(userId: number): Promise<Caller>;
  /** Signs in a demo account by the part before the @. */
  demo(account: string): Promise<Caller>;
  anonymous: Caller;
  stop(): Promise<void>;
}

export const same = { 'Sec-Fetch-Site': 'same-origin', 'X-Requested-With': 'app' };

/** Server log of a failed request: its response does not include it. */
type Why = (requestId: string) => Promise<string>;

function caller(base: string, id: number, token: string | undefined, why: Why): Caller {
  const headers: Record<string, string> = { ...same, ...(token ? { Cookie: `sid=${token}` } : {}) };
  const send = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(base + path, { ...init, headers: { ...headers, ...(init.headers as Record<string, string>) } });
  return {
    id,
    token,
    headers,
    fetch: send,
    async call<E extends Endpoint>(endpoint: E, input: Input<E>, o: CallOptions = {}): Promise<Reply<E>> {
      const given = { ...(input as Record<string, unknown>) };
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
        const value = String(given[name]);
        delete given[name];
        return encodeURIComponent(value);
      });
      const inQuery =
        endpoint.method === 'GET' || endpoint.method === 'DELETE' || endpoint.answer === 'stream';
      const query = inQuery ? `?${new URLSearchParams(given as Record<string, string>).toString()}` : '';
      const response = await send(`/api${path}${query}`, {
        method: endpoint.method,
        headers: {
          ...(inQuery ? {} : { 'Content-Type': 'application/json' }),
          ...(endpoint.offline ? { 'Idempotency-Key': o.key ?? randomUUID() } : {}),
          ...o.headers,
        },
        ...(inQuery ? {} : { body: JSON.stringify(given) }),
      });
      if (endpoint.answer === 'stream' && response.ok) return response as Reply<E>;
      const body = (await response.json()) as Record<string, unknown>;
      if (!response.ok) {
        const refused = new Refused(response.status, body as never, response.headers);
        if (refused.body.code === 'BROKEN') refused.message += await why(refused.body.requestId);
        throw refused;
      }
      return (endpoint.answer === 'list' ? body : (body.row ?? body.rows)) as Reply<E>;
    },
  };
}

/** The expected failure of a call. */
export async function refusal(call: Promise<unknown>): Promise<Refused> {
  const outcome = await call.then(
    () => new Error('was not refused'),
    (error: unknown) => error,
  );
  if (outcome instanceof Refused) return outcome;
  throw outcome;
}

/** Signs a user in on the server at `base` with this database. */
export async function signIn(
  database: Database,
  base: string,
  userId: number,
  why: Why = async () => '',
): Promise<Caller> {
  const token = randomBytes(32).toString('base64url');
  await database.run(sql`insert into session (token_hash, user_id, expires_at, idle)
    values (${hashOf(token)}, ${userId}, now() + interval '1 hour', interval '1 hour')`);
  return caller(base, userId, token, why);
}

export async function makePerson(database: Database, who: Person): Promise<number> {
  const tag = randomBytes(6).toString('hex');
  const role = await database.one<{ id: number }>(sql`
    insert into roles (slug, name, role_type, flags)
    values (${`r-${tag}`}, ${`Role ${tag}`}, ${who.roleType ?? 'admin'}, ${[...(who.flags ?? (who.roleType === 'client' ? ['decide_as_lender'] : []))]}) returning id`);
  const user = await database.one<{ id: number }>(sql`
    insert into users (first_name, last_name, email, role_id, reporting_to, client_id)
    values ('Test', ${tag}, ${`${tag}@recoup.test`}, ${role?.id}, ${who.reportingTo ?? null}, ${who.clientId ?? null})
    returning id`);
  return user?.id ?? 0;
}

/** As a server has it alone, but for jobs: they are few here, and a connection costs as much as a hundred statements. */
const room: Room = {
  requests: 8,
  readers: 8,
  works: 8,
  plain: 8,
  reports: 3,
  jobs: { most: 2, lookS: 2 },
  idleMs: 0,
};
const openHere = (name: string): Database => openDatabase({ ...inject('postgres'), database: name }, room);

let made = 0;
async function clone(
  template: Template,
): Promise<{ database: Database; name: string; drop(): Promise<void> }> {
  const postgres = inject('postgres');
  const admin = openDatabase({ ...postgres, max: 1 });
  const name = `recoup_test_${process.pid}_${++made}`;
  const client = await admin.connect();
  await cloneTemplate(client, postgres, { template, name, mark: inject('templateMark') });
  client.release();
  return {
    name,
    database: openHere(name),
    async drop() {
      const again = await admin.connect();
      await again.query(`drop database if exists ${name} with (force)`);
      again.release();
      await admin.end();
    },
  };
}

/** A separate database without a server. */
async function ownDatabase(
  template: Template,
): Promise<{ database: Database; databaseName: string; end(): Promise<void> }> {
  const { database, name, drop } = await clone(template);
  return {
    database,
    databaseName: name,
    async end() {
      await database.end();
      await drop();
    },
  };
}
/** With two lenders and roles. */
export const bareDatabase = () => ownDatabase('bare');
/** The demo agency, idle. */
export const demoDatabase = () => ownDatabase('demo');
/** Migrated, and nothing else. */
export const emptyDatabase = () => ownDatabase('empty');

/** A second server on the database of the first, as a second node. */
export async function bootBeside(
  first: Pick<TestServer, 'databaseName'>,
  clock?: Clock,
  env: Record<string, string> = {},
): Promise<TestServer> {
  const db = {
    database: openHere(first.databaseName),
    name: first.databaseName,
    drop: async () => undefined,
  };
  return serve(db, clock, undefined, env);
}

/** `through` wraps the server's database: records traffic. */
export async function boot(
  o: {
    demo?: boolean;
    clock?: Clock;
    through?: (database: Database) => Database;
    /** Prepares the database before the server starts. */
    before?: (database: Database) => Promise<void>;
    env?: Record<string, string>;
    traces?: Traces;
  } = {},
): Promise<TestServer> {
  const made = await clone(o.demo ? 'demo' : 'bare');
  await o.before?.(made.database);
  return serve(made, o.clock, o.through, o.env, o.traces);
}

/** Payments that differ from their postings: a statement that changed them was not followed by `postPayments`. */
const unpostedIn = (database: Database): Promise<object[]> =>
  database.rows(sql`select payment_id, account, amount from ledger_differences limit 5`);

async function serve(
  db: Awaited<ReturnType<typeof clone>>,
  clock?: Clock,
  through = (database: Database): Database => database,
  env: Record<string, string> = {},
  traces?: Traces,
): Promise<TestServer> {
  const { database, name: databaseName, drop } = db;
  const folder = await mkdtemp(join(tmpdir(), 'recoup-test-'));
  const config = readConfig({ PORT: '0', DATA_DIR: folder, RECOUP_MODE: 'demo', LOG: 'file', ...env });
  const app = await startApp({ config, database: through(database), clock, traces });
  const why: Why = (requestId) =>
    // Log records are flushed within a second.
    vi.waitFor(
      async () => {
        const lines = (await readFile(config.logFile, 'utf8')).split('\n');
        return (
          lines.find((line) => line.includes(requestId) && line.includes('"err"')) ??
          Promise.reject(new Error('no line'))
        );
      },
      { timeout: 20_000 },
    );
  const enter = (userId: number): Promise<Caller> => signIn(database, app.url, userId, why);
  return {
    url: app.url,
    signInLinks: app.signInLinks,
    database,
    databaseName,
    folder,
    as: async (...flags) => enter(await makePerson(database, { flags })),
    person: async (who) => enter(await makePerson(database, who)),
    signIn: enter,
    async demo(account) {
      const user = await database.one<{ id: number }>(
        sql`select id from users where email = ${`${account}@recoup.test`}`,
      );
      if (!user) throw new Error(`no demo account ${account}`);
      return enter(user.id);
    },
    anonymous: caller(app.url, 0, undefined, why),
    async stop() {
      await app.stop();
      const unposted = await unpostedIn(database);
      await database.end();
      await drop();
      await rm(folder, { recursive: true, force: true });
      if (unposted.length > 0) throw new Error(`Not as posted in the ledger: ${JSON.stringify(unposted)}`);
    },
  };
}

export { roleTypes };
