/** Agency directory: name, database address and status of each agency, in a separate database (AGENCIES_URL). */
import { checkExternal } from '../database/external.ts';
import { openDatabase } from '../database/pools/pools.ts';
import { StartupFailure } from '../server/startup-failure.ts';
import { startupText } from '#text/en/program/startup.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';

export type AgencyState = 'active' | 'suspended';
export interface Agency {
  /** Its keys derive from it, so that another agency of equal name has other keys. */
  id: string;
  name: string;
  /** Public host: `asha.recoup.in`. */
  host: string;
  databaseUrl: string;
  state: AgencyState;
  /** Variables of this agency only, such as its SMS_URL. */
  environment: Readonly<Record<string, string>>;
}
type Row = Pick<Agency, 'id' | 'name' | 'host' | 'state'> & { url: string; environment: string };

export interface Directory {
  all(): Promise<Agency[]>;
  named(name: string): Promise<Agency | undefined>;
  /**
   * Returns nothing where its name, host or id is in use; with the `id` of a deleted agency it has that one's keys.
   */
  add(agency: Omit<Agency, 'id' | 'state'> & { id?: string | undefined }): Promise<Agency | undefined>;
  change(id: string, to: Partial<Pick<Agency, 'state' | 'databaseUrl' | 'environment'>>): Promise<void>;
  remove(id: string): Promise<void>;
  /** Encrypts addresses and settings again under the newest key. */
  reseal(): Promise<void>;
  /** True for one command at a time, until it exits or is killed. */
  alone(): Promise<boolean>;
  end(): Promise<void>;
}

const place = 'agency database';
const own = 'agency environment';
/** Polled once per second, and used by one command at a time. */
const little = {
  requests: 2,
  readers: 1,
  works: 1,
  plain: 1,
  reports: 1,
  jobs: { most: 0, lookS: 0 },
  idleMs: 0,
};
const CONNECT_MS = 5000;

export async function openDirectory(url: string, safe: Safe): Promise<Directory> {
  const config = await checkExternal(url, 'AGENCIES_URL');
  const database = openDatabase({ ...config, connectionTimeoutMillis: CONNECT_MS }, little);
  try {
    return await directoryOn(database, safe);
  } catch (error) {
    await database.end();
    throw error;
  }
}

function open(safe: Safe, sealed: string, about: string): string {
  try {
    return safe.open(sealed, about);
  } catch (error) {
    throw new StartupFailure(startupText.otherKeyOfList, { cause: error });
  }
}

async function directoryOn(database: ReturnType<typeof openDatabase>, safe: Safe): Promise<Directory> {
  await database.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(7061)`);
    await tx.run(sql`create table if not exists agency (
      id uuid primary key default gen_random_uuid(), name text not null unique, host text not null unique,
      database_url text not null, environment text not null,
      state text not null default 'active' check (state in ('active', 'suspended')),
      created_at timestamptz not null default now())`);
  });
  let holder: Awaited<ReturnType<typeof database.connect>> | undefined;
  const opened = ({ url, environment, ...row }: Row): Agency => ({
    ...row,
    databaseUrl: open(safe, url, place),
    environment: JSON.parse(open(safe, environment, own)) as Record<string, string>,
  });
  const read = async (name: string | null): Promise<Agency[]> =>
    (
      await database.rows<Row>(sql`select id, name, host, state, database_url as url, environment from agency
        where ${name}::text is null or name = ${name} order by created_at, name`)
    ).map(opened);
  const sealedUrl = (text: string): string => safe.sealAlike(text, place);
  const sealed = (environment: object): string => safe.sealAlike(JSON.stringify(environment), own);
  return {
    all: () => read(null),
    named: async (name) => (await read(name))[0],
    async add({ id, name, host, databaseUrl, environment }) {
      const added = await database.run(sql`insert into agency (id, name, host, database_url, environment)
        values (coalesce(${id ?? null}::uuid, gen_random_uuid()), ${name}, ${host}, ${sealedUrl(databaseUrl)}, ${sealed(environment)}) on conflict do nothing`);
      return added ? (await read(name))[0] : undefined;
    },
    async change(id, { state, databaseUrl, environment }) {
      await database.run(sql`update agency set state = coalesce(${state ?? null}, state),
        database_url = coalesce(${databaseUrl ? sealedUrl(databaseUrl) : null}, database_url),
        environment = coalesce(${environment ? sealed(environment) : null}, environment) where id = ${id}`);
    },
    remove: async (id) => void (await database.run(sql`delete from agency where id = ${id}`)),
    async reseal() {
      for (const { id, databaseUrl, environment } of await read(null))
        await database.run(sql`update agency set database_url = ${sealedUrl(databaseUrl)},
          environment = ${sealed(environment)} where id = ${id}`);
    },
    async alone() {
      holder ??= await database.connect();
      const { rows } = await holder.query<{ got: boolean }>('select pg_try_advisory_lock(7062) as got');
      return rows[0]?.got ?? false;
    },
    end() {
      holder?.release(true);
      return database.end();
    },
  };
}
