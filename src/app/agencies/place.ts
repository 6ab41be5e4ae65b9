/** Database of an agency in a cluster, with a role that can connect to nothing else. */
import pg from 'pg';
import { startupText } from '#text/en/program/startup.ts';
import { failureAt } from '../database/external.ts';
import { StartupFailure } from '../server/startup-failure.ts';
import { newPassword, verifierOf } from './password.ts';

/** A node uses at most 14, and an upgrade runs two nodes; the remainder is for commands. */
const MOST_CONNECTIONS = 40;
const CONNECT_MS = 5000;

const nameOf = (agency: string): string => `agency_${agency.replaceAll('-', '_')}`;

/** Runs with the privileges of a role that can create databases and roles in this cluster. */
export async function asOwner<T>(clusterUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: clusterUrl, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => undefined); // the running statement reports it
  await client.connect().catch((error: unknown) => {
    throw failureAt(error, clusterUrl, startupText.agencies.addressOf(clusterAt(clusterUrl)));
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Creates both and returns the agency's database address. */
export const makePlace = (clusterUrl: string, agency: string): Promise<string> =>
  asOwner(clusterUrl, async (client) => {
    const name = nameOf(agency);
    const password = newPassword();
    await made(
      client,
      name,
      `create role ${name} login password '${verifierOf(password)}' connection limit ${MOST_CONNECTIONS} nocreatedb nocreaterole`,
    );
    try {
      // Only members of a role may grant it something; a superuser needs no such grant.
      await client.query(`grant ${name} to current_user`);
      await made(client, name, `create database ${name} owner ${name} template template0 encoding 'UTF8'`);
      await client.query(`revoke all on database ${name} from public`);
    } catch (error) {
      await client.query(`drop role ${name}`);
      throw error;
    }
    await closeToPublic(client);
    const { host, search } = new URL(clusterUrl);
    // An address without a host means a socket folder, which has no password authentication.
    return `postgres://${name}:${password}@${host || 'localhost'}/${name}${search}`;
  });

/** Role and database have one name. */
async function made(client: pg.Client, name: string, statement: string): Promise<void> {
  await client.query(statement).catch((error: unknown) => {
    const code = error instanceof pg.DatabaseError ? error.code : undefined;
    if (code === '42501') throw new StartupFailure(startupText.agencies.mayNotMake, { cause: error });
    if (code === '42710' || code === '42P04')
      throw new StartupFailure(startupText.agencies.placeTaken(name), { cause: error });
    throw error;
  });
}

/** Default databases of a cluster are open to everyone unless revoked. */
async function closeToPublic(client: pg.Client): Promise<void> {
  for (const database of ['postgres', 'template1', client.database]) {
    // Fails for another owner's database; `openTo` reports what remains open.
    await client
      .query(`revoke connect on database ${pg.escapeIdentifier(database ?? '')} from public`)
      .catch(() => undefined);
  }
}

/** Other databases of this cluster that the agency can connect to. */
export const openTo = (clusterUrl: string, databaseUrl: string): Promise<string[]> =>
  asOwner(clusterUrl, async (client) => {
    const { username, pathname } = new URL(databaseUrl);
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database
       where datallowconn and has_database_privilege($1, oid, 'connect') and datname <> $2 order by 1`,
      [decodeURIComponent(username), decodeURIComponent(pathname.slice(1))],
    );
    return rows.map(({ name }) => name);
  });

export const dropPlace = (clusterUrl: string, databaseUrl: string): Promise<void> =>
  asOwner(clusterUrl, async (client) => {
    const { username, pathname } = new URL(databaseUrl);
    const [role, database] = [username, pathname.slice(1)].map((one) =>
      pg.escapeIdentifier(decodeURIComponent(one)),
    );
    await client.query(`drop database if exists ${database} with (force)`);
    await client.query(`drop role if exists ${role}`);
  });

/** Which cluster an address means. */
export function clusterAt(address: string): string {
  const { host, searchParams } = new URL(address);
  const [folder, port] = ['host', 'port'].map((name) => searchParams.get(name));
  return `${folder ?? (host || 'localhost')}${port ? `:${port}` : ''}`;
}
