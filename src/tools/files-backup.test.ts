import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newBackupKey } from './backup-keys.ts';
import { backupFiles, restoreFiles, tryFiles } from './files-backup.ts';

const DAY_MS = 86_400_000;
let folder = '';
const at = (...names: string[]): string => path.join(folder, ...names);
const add = (key: string, text: string): void => {
  fs.mkdirSync(path.dirname(at('files', key)), { recursive: true });
  fs.writeFileSync(at('files', key), text);
};
const names = (below: string): string[] =>
  fs
    .readdirSync(at(below), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => path.relative(at(below), path.join(one.parentPath, one.name)))
    .sort();
const identityIn = (file: string): string[] => fs.readFileSync(file, 'utf8').match(/^AGE-.*$/m) ?? [];

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recoup-files-'));
  add('photo/one', 'Asha at the door');
  add('letter/two', 'Dear Asha');
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

test('only new files are copied, nobody reads them without the key, and all come back', async () => {
  const recipient = await newBackupKey(at('own.key'));
  const copy = () => backupFiles(at('files'), at('copy'), [recipient]);
  expect(await copy()).toEqual({ copied: 2, kept: 0, removed: 0 });
  add('photo/three', 'A receipt');
  expect(await copy()).toEqual({ copied: 1, kept: 2, removed: 0 });
  expect(names('copy')).toEqual(['letter/two.age', 'photo/one.age', 'photo/three.age', 'recipients.txt']);
  for (const name of names('copy')) expect(fs.readFileSync(at('copy', name), 'utf8')).not.toContain('Asha');
  expect(fs.statSync(at('copy', 'photo/one.age')).mode & 0o777).toBe(0o600);

  await newBackupKey(at('other.key'));
  await expect(restoreFiles(at('copy'), at('back'), identityIn(at('other.key')))).rejects.toThrow('None of');
  const own = identityIn(at('own.key'));
  expect(await restoreFiles(at('copy'), at('back'), own)).toEqual({ copied: 3, kept: 0 });
  expect(names('back')).toEqual(names('files'));
  for (const name of names('files'))
    expect(fs.readFileSync(at('back', name))).toEqual(fs.readFileSync(at('files', name)));
  expect(await restoreFiles(at('copy'), at('back'), own)).toEqual({ copied: 0, kept: 3 });
  expect(await tryFiles(at('copy'), own, 2)).toBe(2);
});

test('with a new key all are copied anew, and the old one is not needed any more', async () => {
  await backupFiles(at('files'), at('copy'), []);
  expect(names('copy')).toEqual(['letter/two', 'photo/one', 'recipients.txt']);
  const [first, second] = [await newBackupKey(at('first.key')), await newBackupKey(at('second.key'))];
  expect(await backupFiles(at('files'), at('copy'), [first])).toMatchObject({ copied: 2 });
  expect(names('copy')).toEqual(['letter/two.age', 'photo/one.age', 'recipients.txt']);
  expect(await backupFiles(at('files'), at('copy'), [second])).toMatchObject({ copied: 2 });
  expect(await tryFiles(at('copy'), identityIn(at('second.key')), 9)).toBe(2);
  await expect(tryFiles(at('copy'), identityIn(at('first.key')), 9)).rejects.toThrow('None of');
});

test('what was deleted can be brought back for a month, and is gone from the copies then', async () => {
  const copy = (now: number) => backupFiles(at('files'), at('copy'), [], now);
  await copy(Date.now());
  fs.rmSync(at('files', 'photo/one'));
  expect(await copy(Date.now())).toEqual({ copied: 0, kept: 1, removed: 0 });
  expect(await copy(Date.now() + 29 * DAY_MS)).toMatchObject({ removed: 0 });
  expect(await restoreFiles(at('copy'), at('back'), [])).toEqual({ copied: 2, kept: 0 });
  expect(await copy(Date.now() + 31 * DAY_MS)).toMatchObject({ removed: 1 });
  expect(names('copy')).toEqual(['letter/two', 'recipients.txt']);
});
