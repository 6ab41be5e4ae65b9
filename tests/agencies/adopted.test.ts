/** An existing installation becomes an agency and is an installation again, with nothing changed in its data. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { adopt, release, remove } from '../../src/tools/agencies/end.ts';
import { turn } from '../../src/tools/agencies/keep.ts';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestServer, boot, bootBeside, same } from '../kit.ts';
import { type TestNode, bootNode } from './kit.ts';

let node: TestNode;
let old: TestServer;
beforeAll(async () => {
  node = await bootNode();
  old = await boot();
});
afterAll(async () => {
  await node.stop();
  await old.stop();
});

const dataOf = async ({ database }: TestServer): Promise<unknown> =>
  await database.rows(sql`select md5(string_agg(t::text, ',' order by id)) as sum, count(*) as n from users t
      union all select md5(string_agg(t::text, ',' order by id)), count(*) from roles t
      union all select md5(string_agg(t::text, ',' order by name)), count(*) from migration t
      union all select md5(string_agg(t::text, ',' order by id)), count(*) from clients t`);

test('adopted it is served with its sessions, keys and data; released it is what it was', async () => {
  const person = await old.as('list_break');
  const before = await dataOf(old);
  const host = '127.0.0.6';
  const url = `http://${host}:${new URL(node.node.url).port}`;
  const address = new URL(node.clusterUrl);
  address.pathname = `/${old.databaseName}`;
  const settings = join(old.folder, 'its.env');
  await writeFile(settings, `DATA_DIR=${old.folder}\nPORT=1\nMAX_WAIVER=40\n`);
  const name = `dipa-${process.pid}`;

  await expect(node.run((hands) => adopt(hands, ['Dipa!', host, address.href], {}))).rejects.toThrow(
    'no name',
  );
  const said = await node.run((hands) => adopt(hands, [name, host, address.href], { settings }));
  // The owner of the cluster of all tests may connect to everything, and everybody to this database.
  expect(said).toContain('Its role may also connect to');
  expect(said).toContain(`revoke connect on database ${old.databaseName} from public`);
  await expect(node.run((hands) => adopt(hands, [name, host, address.href], {}))).rejects.toThrow('already');
  await node.served(url);
  const seen = await fetch(`${url}/api/breaks`, { headers: { ...same, Cookie: `sid=${person.token}` } });
  expect(seen.status).toBe(200);
  expect((await node.directory.named(name))?.environment).toEqual({
    SECRETS_KEY: '',
    DATA_DIR: old.folder,
    MAX_WAIVER: '40',
  });

  // It is not ours to drop.
  await expect(
    node.run(async () => void (await node.run((hands) => turn(hands, name, 'suspended')))),
  ).rejects.toThrow('Another command');
  await node.run((hands) => turn(hands, name, 'suspended'));
  await node.served(url, 503);
  await expect(node.run((hands) => remove(hands, name, { really: name }))).rejects.toThrow('was adopted');
  await node.run((hands) => release(hands, name));
  await node.served(url, 404);

  expect(await dataOf(old)).toEqual(before);
  const again = await bootBeside(old);
  const answer = await fetch(`${again.url}/api/breaks`, {
    headers: { ...same, Cookie: `sid=${person.token}` },
  });
  expect(answer.status).toBe(200);
  await again.stop();
});
