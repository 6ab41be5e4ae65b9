/** Rotation after a leaked installation key: the database is re-encrypted under a new key, and nothing is lost. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resealColumn, sealedColumns } from '../../src/app/providers/sealed-columns.ts';
import { filesOf } from '../../src/app/providers/chosen-files.ts';
import { openAnchors } from '../../src/app/server/operation/audit-anchors.ts';
import { auditWatch } from '../../src/app/server/operation/audit-watch.ts';
import { openSafe, readKey } from '../../src/app/server/operation/safe.ts';
import { deviceKey, keepDeviceKey } from '../../src/contexts/agency/server/session/store.ts';
import {
  beginFactor,
  makeCodes,
  turnOn,
  useCode,
} from '../../src/contexts/agency/server/second-factor/store.ts';
import { sealNumber } from '../../src/contexts/files/server/import/seal-number.ts';
import type { Safe } from '../../src/kernel/server/operation/safe.ts';
import { Fragment, sql } from '../../src/kernel/server/database/sql.ts';
import { type TestServer, boot, makePerson } from '../kit.ts';
import { untilSealed } from '../sealed.ts';

let server: TestServer;
const safe = (): Safe => openSafe({ dataDir: server.folder });
beforeAll(async () => {
  server = await boot({ demo: true });
});
afterAll(() => server.stop());

test('a rotation re-encrypts every encrypted column of the schema', async () => {
  const found = await server.database.rows<{ name: string }>(sql`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name ~ '_sealed$' order by 1`);
  const known = sealedColumns.map(({ table, column }) => `${table}.${column}`);
  expect(found.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
});

test('after a rotation no value is under the first key, and everything still decrypts', async () => {
  const { database } = server;
  const first = safe();
  const userId = await makePerson(database, { roleType: 'manager' });
  const deviceId = randomUUID();
  const codes = await database.transaction(async (tx) => {
    await keepDeviceKey({ tx, safe: first }, userId, { deviceId, key: 'key of the phone' });
    await beginFactor(tx, first, userId);
    await turnOn(tx, userId, 0);
    return makeCodes(tx, first, userId);
  });
  const borrower = await database.one<{ id: number; clientId: number }>(
    sql`select id, client_id as "clientId" from borrowers order by id limit 1`,
  );
  const { mask, sealed } = sealNumber(first, 'pan', borrower?.clientId ?? 0, 'ABCPX1234F');
  await database.run(
    sql`update borrowers set pan = ${mask}, pan_sealed = ${sealed} where id = ${borrower?.id}`,
  );
  const store = await filesOf({ dataDir: server.folder }, first);
  const key = `customer-file/${randomUUID()}`;
  await store.put(key, Readable.from(['paper']), 100);
  await untilSealed(database);
  const watch = (with_: Safe) => auditWatch(database, openAnchors({ safe: with_, dataDir: server.folder }));
  expect((await watch(first).look()).is).toBe('whole');

  readKey(server.folder, 2);
  const both = safe();
  let values = 0;
  for (const column of sealedColumns) values += await resealColumn(database, both, column);
  expect(values).toBeGreaterThan(2);
  for (const { table, column, key: inner } of sealedColumns) {
    const value = inner === undefined ? column : `${column} ->> '${inner}'`;
    const left = await database.one<{ n: number }>(
      new Fragment(
        [`select count(*)::int as n from ${table} where ${value} is not null and ${value} !~ '^2\\.'`],
        [],
      ),
    );
    expect([table, column, left?.n]).toEqual([table, column, 0]);
  }
  expect(await deviceKey({ tx: database, safe: both }, userId, deviceId)).toEqual({
    key: 'key of the phone',
  });
  const again = await database.one<{ sealed: string }>(
    sql`select pan_sealed as sealed from borrowers where id = ${borrower?.id}`,
  );
  // The same number in a later file is no change.
  expect(again?.sealed).toBe(sealNumber(both, 'pan', borrower?.clientId ?? 0, 'ABCPX1234F').sealed);
  const given = { userId, code: codes[0] ?? '', now: new Date() };
  expect(await database.transaction((tx) => useCode(tx, both, given))).toBe('recovery');
  expect(await text(await (await filesOf({ dataDir: server.folder }, both)).get(key))).toBe('paper');
  expect((await watch(both).look()).is).toBe('whole');
  for (const column of sealedColumns) expect(await resealColumn(database, both, column)).toBe(0);
});
