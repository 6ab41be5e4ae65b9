/** Each agency is backed up and restored separately, while the others are served. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOwner } from '../../src/app/agencies/place.ts';
import { turn } from '../../src/tools/agencies/keep.ts';
import { putBack, save } from '../../src/tools/agencies/save.ts';
import { type TestAgency, type TestNode, bootNode } from './kit.ts';

let node: TestNode;
let [asha, bandhu]: TestAgency[] = [];
let folder = '';
beforeAll(async () => {
  node = await bootNode();
  asha = await node.add('asha', '127.0.0.6');
  bandhu = await node.add('bandhu', '127.0.0.7');
  // A foreign connection would count as a running server.
  for (const { database } of [asha, bandhu]) await database.end();
  folder = await mkdtemp(join(tmpdir(), 'recoup-saved-'));
});
afterAll(async () => {
  await node.stop();
  await rm(folder, { recursive: true, force: true });
});

const addressOf = async ({ name }: TestAgency): Promise<string> =>
  (await node.directory.named(name))?.databaseUrl ?? '';
const note = async (of: TestAgency, text: string): Promise<unknown> =>
  asOwner(await addressOf(of), (client) =>
    client.query('insert into breaks (name, duration) values ($1, 10)', [text]),
  );
const notes = async (of: TestAgency): Promise<string[]> =>
  asOwner(await addressOf(of), async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select name from breaks where name like 'Note%' order by name",
    );
    return rows.map(({ name }) => name);
  });
const saved = async ({ name }: TestAgency): Promise<string[]> =>
  (await readdir(join(folder, name))).filter((file) => file.includes('.backup'));

test('all agencies are backed up into separate folders, and one is restored while the other works', async () => {
  const [one, other] = [asha as TestAgency, bandhu as TestAgency];
  const found = await node.directory.named(one.name);
  const files = join(node.env['DATA_DIR'] ?? '', 'agencies', found?.id ?? '', 'files');
  await mkdir(files, { recursive: true });
  await writeFile(join(files, 'proof'), 'paper');
  await note(one, 'Note before');
  await note(other, 'Note of another');
  const said = await node.run((hands) => save(hands, ['all', folder]));
  expect(said.match(/^Saved /gm)).toHaveLength(2);
  expect(await readdir(join(folder, one.name))).toContain('files');
  const [file = ''] = await saved(one);
  expect(file).toContain(one.name);

  await note(one, 'Note later');
  await note(other, 'Note of another later');
  const back = join(folder, one.name, file);
  await expect(node.run((hands) => putBack(hands, [one.name, back]))).rejects.toThrow(/Suspend it first/);
  await node.run((hands) => turn(hands, one.name, 'suspended'));
  await node.served(one.url, 503);
  await node.run((hands) => putBack(hands, [one.name, back]));
  await node.served(other.url);
  await node.run((hands) => turn(hands, one.name, 'active'));
  await node.served(one.url);
  expect(await notes(one)).toEqual(['Note before']);
  expect(await notes(other)).toEqual(['Note of another', 'Note of another later']);
});

test('a failing agency backup stops no other, and the command exits with an error', async () => {
  const [one, other] = [asha as TestAgency, bandhu as TestAgency];
  const before = (await saved(other)).length;
  const found = await node.directory.named(one.name);
  const wrong = new URL(found?.databaseUrl ?? '');
  wrong.pathname = '/agency_lost';
  await node.run((hands) => turn(hands, one.name, 'suspended'));
  await node.directory.change(found?.id ?? '', { databaseUrl: wrong.href });
  let said = '';
  await expect(
    node.run((hands) => save({ ...hands, say: (line) => void (said += line) }, ['all', folder])),
  ).rejects.toThrow(one.name);
  expect(said).toContain(`${one.name} was not saved`);
  expect(await saved(other)).toHaveLength(before + 1);
});
