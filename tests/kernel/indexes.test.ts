/** Indexes: required, broken, and reported ones. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultyIndexes } from '../../src/app/database/schema/index-check.ts';
import { loadDemo } from '../../src/app/demo/load/load.ts';
import { status } from '../../src/contexts/reporting/contract/status.ts';
import { indexFaults } from '../../src/contexts/agency/server/system/index-faults.ts';
import type { Database } from '../../src/kernel/server/database/database.ts';
import { Fragment, sql } from '../../src/kernel/server/database/sql.ts';
import { type TestServer, boot, emptyDatabase } from '../kit.ts';

let server: TestServer;
let empty: Awaited<ReturnType<typeof emptyDatabase>>;
beforeAll(async () => {
  [server, empty] = [await boot(), await emptyDatabase()];
});
afterAll(async () => {
  await server.stop();
  await empty.end();
});

const faults = (database: Database) => database.rows<{ index: string; fault: string }>(indexFaults);

test('the list of indexes is that of a freshly migrated database (update it with `vitest -u` on this file)', async () => {
  const rows = await empty.database.rows<{ name: string }>(sql`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where t.relnamespace = 'public'::regnamespace order by c.relname collate "C"`);
  const list = `${rows.map(({ name }) => name).join('\n')}\n`;
  await expect(list).toMatchFileSnapshot('../../src/kernel/server/db/indexes.txt');
  expect(await faults(empty.database)).toEqual([]);
});

test('a demo of many loans has every index, and all are valid', async () => {
  await loadDemo(empty.database, { loans: 1000, agents: 8 });
  expect(await faults(empty.database)).toEqual([]);
  expect(await faultyIndexes(empty.database)).toBeUndefined();
});

test('missing and invalid indexes are reported at start and on System status until restored', async () => {
  const admin = await server.as();
  const figure = async () =>
    (await admin.call(status.figures, {})).find(({ name }) => name === 'indexes_missing');
  expect(await figure()).toMatchObject({ values: [], isOver: false });
  const [ofCalls] = await server.database.rows<{ name: string; text: string }>(sql`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text from pg_index
    where indrelid = 'call_attempts'::regclass and not indisprimary and not indisunique order by 1`);
  if (!ofCalls) throw new Error('calls have no index');
  const run = (text: string) => server.database.run(new Fragment([text], []));
  await run(`drop index ${ofCalls.name}`);
  expect(await faults(server.database)).toEqual([{ index: ofCalls.name, fault: 'missing' }]);
  await run(ofCalls.text);
  await run(`update pg_index set indisvalid = false where indexrelid = '${ofCalls.name}'::regclass`);
  await run('drop index messages_waiting');
  expect(await faults(server.database)).toEqual([
    { index: ofCalls.name, fault: 'invalid' },
    { index: 'messages_waiting', fault: 'missing' },
  ]);
  expect(await faultyIndexes(server.database)).toContain(`2 indexes of the database are missing or invalid`);
  expect(await figure()).toMatchObject({ isOver: true, limit: 0 });
  await run(`drop index ${ofCalls.name}`);
  await run(ofCalls.text);
});
