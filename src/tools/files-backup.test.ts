import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newBackupKey } from './backup-keys.ts';
import type { FileSum } from '#app/providers/recorded.ts';
import { type Sums, backupFiles, restoreFiles, tryFiles } from './files-backup.ts';

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

const none = new Map<string, FileSum>();
const save = (recipients: string[], now?: number, sums: Sums = none) =>
  backupFiles({ from: at('files'), to: at('copy'), recipients }, sums, now);
const back = (identities: string[], sums: Sums = none) =>
  restoreFiles(at('copy'), at('back'), identities, sums);
/** As the database has them. */
function sumsNow(): Map<string, FileSum> {
  const keys = names('files');
  const sumAt = (bytes: Buffer) => ({
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest(),
  });
  return new Map(keys.map((key) => [key, sumAt(fs.readFileSync(at('files', key)))]));
}

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recoup-files-'));
  add('photo/one', 'Asha at the door');
  add('letter/two', 'Dear Asha');
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

test('the file backup is incremental, encrypted and fully restorable', async () => {
  const recipient = await newBackupKey(at('own.key'));
  const copy = () => save([recipient]);
  expect(await copy()).toMatchObject({ copied: 2, kept: 0, removed: 0 });
  add('photo/three', 'A receipt');
  expect(await copy()).toMatchObject({ copied: 1, kept: 2, removed: 0 });
  expect(names('copy')).toEqual([
    'SHA256SUMS',
    'letter/two.age',
    'photo/one.age',
    'photo/three.age',
    'recipients.txt',
  ]);
  for (const name of names('copy')) expect(fs.readFileSync(at('copy', name), 'utf8')).not.toContain('Asha');
  expect(fs.statSync(at('copy', 'photo/one.age')).mode & 0o777).toBe(0o600);

  await newBackupKey(at('other.key'));
  await expect(back(identityIn(at('other.key')))).rejects.toThrow('None of');
  const own = identityIn(at('own.key'));
  expect(await back(own)).toMatchObject({ copied: 3, kept: 0 });
  expect(names('back')).toEqual(names('files'));
  for (const name of names('files'))
    expect(fs.readFileSync(at('back', name))).toEqual(fs.readFileSync(at('files', name)));
  expect(await back(own)).toMatchObject({ copied: 0, kept: 3 });
  expect(await tryFiles(at('copy'), own, none)).toEqual({ tried: 3, damaged: [] });
});

test('a new key copies all files again, and the old one is no longer needed', async () => {
  await save([]);
  expect(names('copy')).toEqual(['SHA256SUMS', 'letter/two', 'photo/one', 'recipients.txt']);
  const [first, second] = [await newBackupKey(at('first.key')), await newBackupKey(at('second.key'))];
  expect(await save([first])).toMatchObject({ copied: 2 });
  expect(names('copy')).toEqual(['SHA256SUMS', 'letter/two.age', 'photo/one.age', 'recipients.txt']);
  expect(await save([second])).toMatchObject({ copied: 2 });
  expect(await tryFiles(at('copy'), identityIn(at('second.key')), none)).toMatchObject({ tried: 2 });
  await expect(tryFiles(at('copy'), identityIn(at('first.key')), none)).rejects.toThrow('None of');
});

test('deleted files are restorable for a month, and then removed from the copies', async () => {
  const copy = (now: number) => save([], now);
  await copy(Date.now());
  fs.rmSync(at('files', 'photo/one'));
  expect(await copy(Date.now())).toMatchObject({ copied: 0, kept: 1, removed: 0 });
  expect(await copy(Date.now() + 29 * DAY_MS)).toMatchObject({ removed: 0 });
  expect(await back([])).toMatchObject({ copied: 2, kept: 0 });
  expect(await copy(Date.now() + 31 * DAY_MS)).toMatchObject({ removed: 1 });
  expect(names('copy')).toEqual(['SHA256SUMS', 'letter/two', 'recipients.txt']);
});

test.each([
  ['clear', false],
  ['encrypted', true],
])(
  'a damaged %s copy is named by a rehearsal and a restore, and copied again by a backup',
  async (_, isSealed) => {
    const recipients = isSealed ? [await newBackupKey(at('own.key'))] : [];
    const own = isSealed ? identityIn(at('own.key')) : [];
    const sums = sumsNow();
    await save(recipients, undefined, sums);
    const end = isSealed ? '.age' : '';
    fs.truncateSync(at('copy', `photo/one${end}`), 5);
    const bytes = fs.readFileSync(at('copy', `letter/two${end}`));
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    fs.writeFileSync(at('copy', `letter/two${end}`), bytes);
    const { damaged } = await tryFiles(at('copy'), own, sums);
    expect(damaged.toSorted()).toEqual(['letter/two', 'photo/one']);
    expect(await back(own, sums)).toMatchObject({ copied: 0, damaged: expect.arrayContaining(damaged) });
    expect(fs.existsSync(at('back', 'photo/one'))).toBe(false);
    expect(await save(recipients, undefined, sums)).toMatchObject({ copied: 2, kept: 0, damaged: [] });
    expect(await back(own, sums)).toMatchObject({ copied: 2, damaged: [] });
  },
);

test('a damaged file is not copied over its sound copy, and is restored from it', async () => {
  const sums = sumsNow();
  await save([], undefined, sums);
  fs.writeFileSync(at('files', 'photo/one'), 'Asha at the d00r');
  fs.rmSync(at('files', 'letter/two'));
  const { damaged } = await save([], undefined, sums);
  expect(damaged.toSorted()).toEqual(['letter/two', 'photo/one']);
  expect(fs.readFileSync(at('copy', 'photo/one'), 'utf8')).toBe('Asha at the door');
  expect(names('copy')).toEqual(['SHA256SUMS', 'letter/two', 'photo/one', 'recipients.txt']);
  const done = await restoreFiles(at('copy'), at('files'), [], sums);
  expect(done).toEqual({ copied: 2, kept: 0, damaged: [], missing: [] });
  expect(sumsNow()).toEqual(sums);
});

test('a damaged copy replaces no file, and a file without a copy is named', async () => {
  const sums = sumsNow();
  await save([], undefined, sums);
  fs.writeFileSync(at('copy', 'photo/one'), 'Asha at the d00r');
  expect(await restoreFiles(at('copy'), at('files'), [], sums)).toMatchObject({ copied: 0, kept: 2 });
  expect(fs.readFileSync(at('files', 'photo/one'), 'utf8')).toBe('Asha at the door');
  fs.rmSync(at('files', 'letter/two'));
  fs.rmSync(at('copy', 'letter/two'));
  expect(await restoreFiles(at('copy'), at('files'), [], sums)).toMatchObject({ missing: ['letter/two'] });
});

test('a file that cannot be read is named, and the others are copied', async () => {
  const sums = sumsNow();
  fs.rmSync(at('files', 'letter/two'));
  fs.symlinkSync('two', at('files', 'letter/two'));
  expect(await save([], undefined, sums)).toMatchObject({ copied: 1, damaged: ['letter/two'] });
  expect(names('copy')).toEqual(['SHA256SUMS', 'photo/one', 'recipients.txt']);
});
