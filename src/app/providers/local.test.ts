import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UNFINISHED, localFiles, removeLeftovers } from './local.ts';
import { type FileStore, KeyTaken, TooLarge } from '#kernel/server/providers/files/port.ts';

let folder: string;
let files: FileStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recoup-files-'));
  files = localFiles(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const key = (n: number): string => `customer-file/00000000-0000-4000-8000-00000000000${n}`;
const body = (...parts: string[]): Readable => Readable.from(parts.map((part) => Buffer.from(part)));
const left = (): Promise<string[]> => readdir(join(folder, 'customer-file'));

test('a file is read unchanged, and is missing after deletion', async () => {
  expect(await files.put(key(1), body('one,', 'two'), 100)).toBe(7);
  expect(await text(await files.get(key(1)))).toBe('one,two');
  expect(await files.has(key(1))).toBe(true);
  await files.remove(key(1));
  await files.remove(key(1));
  expect(await files.has(key(1))).toBe(false);
  await expect(files.get(key(1))).rejects.toThrow('ENOENT');
});

test('a key is written once, even by two at the same moment', async () => {
  const both = await Promise.allSettled([
    files.put(key(2), body('a'), 100),
    files.put(key(2), body('b'), 100),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const kept = await text(await files.get(key(2)));
  await expect(files.put(key(2), body('later'), 100)).rejects.toThrow(KeyTaken);
  expect(await text(await files.get(key(2)))).toBe(kept);
});

test('an oversized or interrupted upload leaves no file', async () => {
  await expect(files.put(key(3), body('12345', '67890'), 9)).rejects.toThrow(TooLarge);
  const broken = Readable.from(
    (function* () {
      yield Buffer.from('half');
      throw new Error('line went dead');
    })(),
  );
  await expect(files.put(key(4), broken, 100)).rejects.toThrow('line went dead');
  expect(await left()).toEqual([key(2).split('/')[1]]);
});

test.each(['../outside', 'a/../../b', '/etc/passwd', 'customer-file/x', 'customer-file/%2e%2e'])(
  '%s is no key of ours',
  async (foreign) => {
    await expect(files.put(foreign, body('x'), 10)).rejects.toThrow('not a key of ours');
    await expect(files.get(foreign)).rejects.toThrow('not a key of ours');
  },
);

test('a partly written file of a killed server is deleted after a day, and no other file', async () => {
  const own = await mkdtemp(join(tmpdir(), 'recoup-left-'));
  const store = localFiles(own);
  await store.put(key(7), body('whole'), 100);
  const half = (name: string): string => join(own, 'customer-file', `${name}${UNFINISHED}`);
  const now = new Date();
  const longAgo = new Date(now.getTime() - 2 * 86_400_000);
  for (const name of ['old', 'new']) await writeFile(half(name), 'half');
  await utimes(half('old'), longAgo, longAgo);
  await utimes(join(own, key(7)), longAgo, longAgo);
  await removeLeftovers(own, (name) => name.endsWith(UNFINISHED), now);
  expect((await readdir(join(own, 'customer-file'))).sort()).toEqual([
    key(7).split('/')[1],
    `new${UNFINISHED}`,
  ]);
  await rm(own, { recursive: true, force: true });
});
