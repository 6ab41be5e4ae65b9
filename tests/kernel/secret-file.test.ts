import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { openSafe } from '../../src/app/server/operation/safe.ts';
import { secretIn } from '../../src/app/server/operation/secret-file.ts';

const folders: string[] = [];
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'recoup-secret-'));
  folders.push(folder);
  return folder;
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const module = new URL('../../src/app/server/operation/secret-file.ts', import.meta.url).href;
const form = "{ bytes: 32, encoding: 'base64' }";
/** A separate process, on a disk with this many blocks. */
const inProcess = (file: string, blocks = 'unlimited') =>
  promisify(execFile)('sh', [
    '-c',
    `ulimit -f ${blocks}; exec "$0" "$@"`,
    process.execPath,
    '--input-type=module',
    '-e',
    `const { secretIn } = await import(${JSON.stringify(module)});
     try { process.stdout.write(secretIn(${JSON.stringify(file)}, ${form}).toString('hex')); }
     catch (error) { process.stdout.write(String(error.code)); }`,
  ]);

test('a key from before there were checksums is accepted and gets one', () => {
  const dataDir = newFolder();
  const text = Buffer.alloc(32, 9).toString('base64');
  writeFileSync(join(dataDir, 'secrets.key'), text);
  openSafe({ dataDir }).check();
  expect(readFileSync(join(dataDir, 'secrets.key'), 'utf8')).toBe(text);
  expect(readFileSync(join(dataDir, 'secrets.key.sha256'), 'utf8')).toMatch(
    /^[0-9a-f]{64} {2}secrets\.key\n$/,
  );
});

test.each([
  ['empty', ''],
  ['short', 'AAAA'],
  ['cut in the middle', Buffer.alloc(32, 7).toString('base64').slice(0, 30)],
  ['of another kind', `${'x y'.repeat(14)}==`],
])('a key that is %s is rejected with the name of its file', (_, content) => {
  const dataDir = newFolder();
  writeFileSync(join(dataDir, 'secrets.key'), content);
  expect(() => openSafe({ dataDir }).check()).toThrow(
    /secrets\.key is not a complete key .* Bring it back from a backup/,
  );
});

test('a changed or lost key is rejected, and no other is created', () => {
  const dataDir = newFolder();
  const file = join(dataDir, 'secrets.key');
  openSafe({ dataDir }).check();
  writeFileSync(file, Buffer.alloc(32, 1).toString('base64'));
  expect(() => openSafe({ dataDir }).check()).toThrow('does not match its checksum');
  rmSync(file);
  expect(() => openSafe({ dataDir }).check()).toThrow('is missing, and its checksum');
  expect(readdirSync(dataDir)).toEqual(['secrets.key.sha256']);
});

test('processes that start at the same moment have one key and leave nothing unfinished', async () => {
  const file = join(newFolder(), 'secrets.key');
  const made = await Promise.all(Array.from({ length: 6 }, () => inProcess(file)));
  expect(new Set(made.map(({ stdout }) => stdout))).toEqual(
    new Set([secretIn(file, { bytes: 32, encoding: 'base64' }).toString('hex')]),
  );
  expect(readdirSync(join(file, '..')).toSorted()).toEqual(['secrets.key', 'secrets.key.sha256']);
});

test('a process that may write nothing more leaves no part of a key', async () => {
  const file = join(newFolder(), 'secrets.key');
  expect((await inProcess(file, '0')).stdout).toBe('EFBIG');
  expect(readdirSync(join(file, '..'))).toEqual([]);
});
