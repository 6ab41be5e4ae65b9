import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '../../src/app/database/pools/pools.ts';
import { backup, type Saved } from '../../src/tools/backup.ts';
import { newBackupKey } from '../../src/tools/backup-keys.ts';
import { restore } from '../../src/tools/restore.ts';
import { bootBeside, demoDatabase } from '../kit.ts';
import { untilSealed } from '../sealed.ts';

const EMPTY = `recoup_test_restored_${process.pid}`;

let source: Awaited<ReturnType<typeof demoDatabase>>;
let folder: string;
let file: string;
let saved: Saved;
let whole: Record<string, string>;

const configOf = (database: string): pg.ClientConfig => ({ ...inject('postgres'), database });

async function ask<R extends pg.QueryResultRow>(database: string, query: string): Promise<R[]> {
  const client = new pg.Client(configOf(database));
  await client.connect();
  try {
    return (await client.query<R>(query)).rows;
  } finally {
    await client.end();
  }
}

const indexesOf = (database: string) =>
  ask(
    database,
    `select pg_get_indexdef(i.indexrelid) as index, indisvalid, indisprimary
     from pg_index i join pg_class c on c.oid = i.indrelid where c.relnamespace = 'public'::regnamespace order by 1`,
  );
const constraintsOf = (database: string) =>
  ask(
    database,
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition, convalidated
     from pg_constraint where connamespace = 'public'::regnamespace order by 1, 3, 2`,
  );

/**
 * Fingerprint of every table except volatile ones; hashes are verified separately. A server's heartbeat is every two
 * seconds: slower fingerprints would never be equal.
 */
async function digest(database: string): Promise<Record<string, string>> {
  const tables = await ask<{ name: string }>(
    database,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     and relpersistence = 'p' and relname not in ('session', 'migration', 'event', 'event_seal', 'socket_io_attachments', 'database_epoch', 'dialer_nodes') order by 1`,
  );
  const rows = await ask<{ name: string; hash: string }>(
    database,
    tables
      .map(
        ({ name }) => `select '${name}' as name,
          count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as hash from ${name} t`,
      )
      // Parallel workers answer in any order.
      .join(' union all ') + ' order by name',
  );
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recoup-backup-'));
  file = path.join(folder, 'agency.backup.gz');
  source = await demoDatabase();
  const server = await bootBeside(source);
  await ask(
    source.databaseName,
    `insert into event (type, domain) select 'x.tested', 'x' from generate_series(1, 9)`,
  );
  await ask(source.databaseName, 'select seal_events(4)');
  // The server runs meanwhile: the saved state is proven when two fingerprints around the backup are equal.
  let before: typeof whole;
  do {
    before = await digest(source.databaseName);
    saved = await backup(configOf(source.databaseName), file);
    whole = await digest(source.databaseName);
  } while (JSON.stringify(before) !== JSON.stringify(whole));
  // It would run during every restore.
  await server.stop();
  await ask(inject('postgres').database ?? 'postgres', `create database ${EMPTY}`);
});

afterAll(async () => {
  await source.end();
  await ask(inject('postgres').database ?? 'postgres', `drop database if exists ${EMPTY} with (force)`);
  fs.rmSync(folder, { recursive: true, force: true });
});

describe('backup and restore', () => {
  it('saves a working server into a file only its owner can read', () => {
    expect(saved.rows).toBeGreaterThan(300);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(fs.readdirSync(folder)).toEqual([path.basename(file)]);
  });

  describe('encrypted for keys', () => {
    const at = (name: string): string => path.join(folder, name);
    const identityIn = (key: string): string[] => fs.readFileSync(at(key), 'utf8').match(/^AGE-.*$/m) ?? [];
    const opened = (name: string, keys: string[]) =>
      restore(configOf(EMPTY), at(name), true, undefined, keys);

    it('is readable only with one of its keys, current or previous', async () => {
      const recipients = [await newBackupKey(at('own.key')), await newBackupKey(at('other.key'))];
      expect(fs.statSync(at('own.key')).mode & 0o777).toBe(0o600);
      await backup(configOf(source.databaseName), at('sealed.age'), recipients.slice(0, 1));
      expect(fs.readFileSync(at('sealed.age')).toString('latin1', 0, 21)).toBe('age-encryption.org/v1');
      await expect(opened('sealed.age', [])).rejects.toThrow(/is encrypted/);
      await expect(opened('sealed.age', identityIn('other.key'))).rejects.toThrow(/None of the keys/);
      await expect(
        opened('sealed.age', [...identityIn('other.key'), ...identityIn('own.key')]),
      ).resolves.toMatchObject({ jobsLeft: false });
      await ask(EMPTY, 'drop schema public cascade');
      await ask(EMPTY, 'create schema public');
    });

    it('changes nothing when a byte is another or the file is cut off', async () => {
      const bytes = fs.readFileSync(at('sealed.age'));
      fs.writeFileSync(at('cut.age'), bytes.subarray(0, -100_000));
      bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
      fs.writeFileSync(at('edited.age'), bytes);
      for (const broken of ['edited.age', 'cut.age'])
        await expect(opened(broken, identityIn('own.key'))).rejects.toThrow(/cut off; nothing was changed/);
    });
  });

  it('changes nothing when the file is cut off', async () => {
    const cut = path.join(folder, 'cut.gz');
    fs.writeFileSync(cut, fs.readFileSync(file).subarray(0, fs.statSync(file).size / 2));
    await expect(restore(configOf(EMPTY), cut)).rejects.toThrow(/cut off; nothing was changed/);
    expect(
      await ask(EMPTY, `select relname from pg_class where relnamespace = 'public'::regnamespace`),
    ).toEqual([]);
  });

  it('reports which rule the rows of a complete file violate', async () => {
    const unfit = path.join(folder, 'unfit.gz');
    await ask(
      source.databaseName,
      `set session_replication_role = replica; insert into campaign_agents (campaign_id, user_id) values (1, 987654)`,
    );
    await backup(configOf(source.databaseName), unfit);
    await ask(source.databaseName, 'delete from campaign_agents where user_id = 987654');
    await expect(restore(configOf(EMPTY), unfit)).rejects.toThrow(
      /do not fit together \(campaign_agents_user_id_fkey\); nothing was changed/,
    );
    fs.rmSync(unfit);
  });

  it('brings every row into an empty database', async () => {
    await expect(restore(configOf(EMPTY), file)).resolves.toMatchObject({ ...saved, jobsLeft: false });
    // They were dropped for fast loading.
    for (const made of [indexesOf, constraintsOf])
      expect(await made(EMPTY)).toEqual(await made(source.databaseName));
    expect(await digest(EMPTY)).toEqual(whole);
  });

  it('excludes sessions: a restored one could revive an expired login', async () => {
    expect(await ask(EMPTY, 'select from session')).toEqual([]);
  });

  it('continues numbering, checking and chaining of the agency', async () => {
    await expect(ask(EMPTY, 'update event set type = type')).rejects.toThrow(/append-only/);
    await expect(ask(EMPTY, 'update users set role_id = -1')).rejects.toThrow(/foreign key/);
    const [user] = await ask<{ id: number; below: number }>(
      EMPTY,
      `insert into users (first_name, last_name, email, role_id) select 'New', 'Person', 'new@recoup.test', min(id) from roles
       returning id`,
    );
    expect(await ask(EMPTY, `select from user_below where user_id = ${user?.id}`)).toHaveLength(1);
    await ask(EMPTY, `insert into event (type, domain) values ('x.after', 'x')`);
    const database = openDatabase(configOf(EMPTY));
    await untilSealed(database);
    await database.end();
    expect(await ask(EMPTY, 'select broken_seal() as broken')).toEqual([{ broken: null }]);
  });

  it('never reissues a cash or document number issued after the backup', async () => {
    // Blocks issued, and used, between backup and loss.
    const lost = await ask<{ first: number }>(
      source.databaseName,
      `select nextval('cash_serial')::int as first from generate_series(1, 20)`,
    );
    const [next] = await ask<{ first: number }>(EMPTY, `select nextval('cash_serial')::int as first`);
    expect(next?.first).toBeGreaterThan(Math.max(...lost.map(({ first }) => first)) + 500 * 900);
    const [letter] = await ask<{ next: number }>(EMPTY, `select nextval('no_dues_number')::int as next`);
    expect(letter?.next).toBeGreaterThan(100_000);
    // Another free sequence would restart as well.
    const free = await ask<{ name: string }>(
      EMPTY,
      `select relname as name from pg_class s where relkind = 'S' and relnamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.objid = s.oid and d.deptype in ('a', 'i') and d.refobjsubid > 0) order by 1`,
    );
    expect(free).toEqual([{ name: 'cash_serial' }, { name: 'no_dues_number' }]);
  });

  it('rejects a database with an agency, and replaces it when confirmed', async () => {
    await expect(restore(configOf(EMPTY), file)).rejects.toThrow(/holds data already/);
    const epochIn = (name: string) => ask<{ number: string }>(name, 'select number from database_epoch');
    const before = await epochIn(EMPTY);
    await restore(configOf(EMPTY), file, true);
    expect(await digest(EMPTY)).toEqual(whole);
    // Phones see by it that this is neither the database that was saved nor the one that was here.
    const after = await epochIn(EMPTY);
    expect(after).toHaveLength(1);
    expect([before, await epochIn(source.databaseName)]).not.toContainEqual(after);
  });

  it('pauses for a server that is shutting down', async () => {
    const leaving = new pg.Client({ ...configOf(EMPTY), application_name: 'recoup' });
    await leaving.connect();
    const restoring = expect(restore(configOf(EMPTY), file)).rejects.toThrow(/holds data already/);
    const looking = `select query from pg_stat_activity where datname = current_database() and query like '%pg_stat_%'
      and pid <> pg_backend_pid()`;
    await expect.poll(async () => (await leaving.query(looking)).rows).toHaveLength(1);
    await leaving.end();
    await restoring;
  });

  it('refuses a database that a server is using', async () => {
    const server = await bootBeside(source);
    await expect(restore(configOf(source.databaseName), file, true)).rejects.toThrow(
      /server is using the database/,
    );
    await server.stop();
  });
});
