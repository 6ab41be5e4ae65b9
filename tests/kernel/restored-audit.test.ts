/** The audit chain continues after a restore, for any write order during the backup. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/kernel/server/database/database.ts';
import { openDatabase } from '../../src/app/database/pools/pools.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { backup } from '../../src/tools/backup.ts';
import { restore } from '../../src/tools/restore.ts';
import { bareDatabase } from '../kit.ts';
import { untilSealed } from '../sealed.ts';

let source: Awaited<ReturnType<typeof bareDatabase>>;
let target: Awaited<ReturnType<typeof bareDatabase>>;
let restored: Database;
let folder: string;

const write = (on: pg.PoolClient, type: string): Promise<unknown> =>
  on.query(`insert into event (type, domain) values ($1, 'x')`, [type]);

/** Two concurrent users: the first to start writes last, so the chain's last event is not the newest. */
async function writeAcross(database: Database): Promise<void> {
  const [first, second] = [await database.connect(), await database.connect()];
  for (const one of [first, second]) await one.query('begin; select pg_current_xact_id()');
  await write(second, 'x.second');
  await write(first, 'x.first');
  for (const one of [second, first]) await one.query('commit');
  for (const one of [first, second]) one.release();
}

async function sealedWhole(database: Database): Promise<void> {
  await untilSealed(database);
  expect(await database.one(sql`select broken_seal() as broken`)).toEqual({ broken: null });
}

beforeAll(async () => {
  [source, target] = [await bareDatabase(), await bareDatabase()];
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recoup-restored-'));
});

afterAll(async () => {
  await restored.end();
  await source.end();
  await target.end();
  fs.rmSync(folder, { recursive: true, force: true });
});

it('continues the chain of a backup taken under writes', async () => {
  await writeAcross(source.database);
  await sealedWhole(source.database);
  const [head] = await source.database.rows<{ isNewest: boolean }>(sql`
    select event_id = (select max(id) from event) as "isNewest" from event_seal order by n desc limit 1`);
  expect(head).toEqual({ isNewest: false });
  const client = await source.database.connect();
  await write(client, 'x.unsealed');
  client.release();
  const file = path.join(folder, 'agency.backup.gz');
  await backup(source.database.config, file);
  await restore(target.database.config, file, true);

  restored = openDatabase(target.database.config);
  await sealedWhole(restored);
  await writeAcross(restored);
  await sealedWhole(restored);
  const types = await restored.rows<{ type: string }>(sql`
    select ev.type from event_seal s join event ev on ev.id = s.event_id where ev.domain = 'x' order by s.n`);
  expect(types.map(({ type }) => type)).toEqual(['x.first', 'x.second', 'x.unsealed', 'x.first', 'x.second']);
});
