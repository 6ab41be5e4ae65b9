/** Files in a folder of the data directory. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localFiles } from '../../src/app/providers/local.ts';
import { checkFiles } from '../../src/app/providers/check-files.ts';
import { filesOf } from '../../src/app/providers/chosen-files.ts';
import { files } from '../../src/contexts/files/contract/files.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import type { Safe } from '../../src/kernel/server/operation/safe.ts';
import { openSafe } from '../../src/app/server/operation/safe.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';
import { filesOn } from './suite.ts';

filesOn({
  env: async () => ({}),
  plain: ({ folder }) => localFiles(join(folder, 'files')),
  stop: async () => undefined,
});

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await boot();
  admin = await server.as('upload_borrower_file');
});
afterAll(() => server.stop());

const safe = (): Safe => openSafe({ dataDir: server.folder });
const at = (key: string): string => join(server.folder, 'files', key);
/** About 60 kB: more than one encrypted chunk. */
const rows = `LOAN NUMBER,BORROWER NAME\n${Array.from({ length: 2500 }, (_, n) => `L${n},Lakshmi Narayanan\n`).join('')}`;
async function sent(): Promise<string> {
  const link = await admin.call(files.uploadLink, { key: 'lender.csv', fileType: 'text/csv' });
  const headers = { 'Content-Type': 'text/csv' };
  expect((await admin.fetch(link.url, { method: 'PUT', headers, body: rows })).status).toBe(200);
  return link.key;
}
async function read(key: string): Promise<string> {
  const store = await filesOf({ dataDir: server.folder }, safe());
  return text(await store.get(key));
}

test("a lender's file is encrypted on disk and complete for its reader", async () => {
  const key = await sent();
  expect((await readFile(at(key))).includes('Lakshmi')).toBe(false);
  const { url } = await admin.call(files.readLink, { key });
  expect(await (await admin.fetch(url)).text()).toBe(rows);
});

test('a stored file that was changed, cut, turned about or changed for another is not read', async () => {
  const [one, other] = [await sent(), await sent()];
  const whole = await readFile(at(one));
  const head = 32;
  const part = 16 * 1024 + 16;
  const flipped = Buffer.from(whole);
  flipped.writeUInt8(flipped.readUInt8(head + 5000) ^ 1, head + 5000);
  const turned = Buffer.concat([
    whole.subarray(0, head),
    whole.subarray(head + part, head + 2 * part),
    whole.subarray(head, head + part),
    whole.subarray(head + 2 * part),
  ]);
  const spoiled = [
    flipped,
    turned,
    whole.subarray(0, head + part),
    whole.subarray(0, head),
    Buffer.concat([whole, whole.subarray(-100)]),
    await readFile(at(other)),
  ];
  for (const bytes of spoiled) {
    await writeFile(at(one), bytes);
    await expect(read(one)).rejects.toThrow();
  }
  await writeFile(at(one), whole);
  expect(await read(one)).toBe(rows);
});

test('an unencrypted file, also an empty one, is rejected though its hash is in the database', async () => {
  for (const words of ['', 'a', 'LOAN NUMBER\n1', '%PDF-1.4 FORGED', `${rows}${'x'.repeat(20_000)}`]) {
    const key = await sent();
    await writeFile(at(key), words);
    await server.database.run(sql`
      update stored_file set bytes = ${Buffer.byteLength(words)}, sha256 = sha256(${Buffer.from(words)}) where key = ${key}`);
    await expect(read(key)).rejects.toThrow('FILE_DAMAGED');
  }
  const store = await filesOf({ dataDir: server.folder }, safe());
  for (const length of [0, 1, 16 * 1024, 16 * 1024 + 1]) {
    const name = `customer-file/00000000-0000-4000-8000-0000000${10_000 + length}`;
    expect(await store.put(name, Readable.from([Buffer.alloc(length, 'x')]), length)).toBe(length);
    expect(await read(name)).toBe('x'.repeat(length));
  }
});

test('an unreadable folder and an unstored key block no check of other files', async () => {
  const [folder, sound] = [await sent(), await sent()];
  await rm(at(folder));
  await mkdir(at(folder));
  await server.database.run(sql`delete from stored_file where key = any(${[folder, sound]})`);
  // Like the demo: gateway file rows with a report only.
  await server.database.run(sql`insert into gateway_files (gateway, upload_key, file_name, sent_by, sent_at)
    values ('razorpay', 'customer-file/demo-2026-11-18', 'settlement.csv', ${admin.id}, now())`);
  const unreadable = await checkFiles({
    database: server.database,
    store: localFiles(join(server.folder, 'files')),
    safe: safe(),
    log: { warn: () => undefined },
  });
  expect(unreadable).toEqual([folder]);
  expect(
    await server.database.rows(
      sql`select key, fault from stored_file where key = any(${[folder, sound]}) order by fault`,
    ),
  ).toEqual([
    { key: folder, fault: 'damaged' },
    { key: sound, fault: null },
  ]);
  const { url } = await admin.call(files.readLink, { key: folder });
  expect(await (await admin.fetch(url)).json()).toMatchObject({ code: 'FILE_DAMAGED' });
});
