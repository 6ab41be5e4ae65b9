import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { numberOf, openSafe, readKey } from './safe.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'recoup-safe-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

test('encrypted data opens only with the same key and context', () => {
  const sealed = openSafe({ dataDir }).seal('a secret', 'row 1');
  expect(sealed).not.toContain('a secret');
  expect(openSafe({ dataDir }).open(sealed, 'row 1')).toBe('a secret');
  expect(() => openSafe({ dataDir }).open(sealed, 'row 2')).toThrow();
  const other = openSafe({ dataDir, secretsKey: Buffer.alloc(32, 7).toString('base64') });
  expect(() => other.open(sealed, 'row 1')).toThrow();
  expect(statSync(join(dataDir, 'secrets.key')).mode & 0o777).toBe(0o600);
});

test('deterministic encryption is stable per context and reveals nothing across contexts', () => {
  const safe = openSafe({ dataDir });
  const one = safe.sealAlike('ABCPX1234F', 'pan of client 1');
  expect(openSafe({ dataDir }).sealAlike('ABCPX1234F', 'pan of client 1')).toBe(one);
  expect(safe.open(one, 'pan of client 1')).toBe('ABCPX1234F');
  const others = [
    safe.sealAlike('ABCPX1234G', 'pan of client 1'),
    safe.sealAlike('ABCPX1234F', 'pan of client 2'),
    openSafe({ dataDir, secretsKey: Buffer.alloc(32, 7).toString('base64') }).sealAlike(
      'ABCPX1234F',
      'pan of client 1',
    ),
  ];
  // Neither the initialisation vectors nor the ciphertexts are equal.
  expect(new Set([one, ...others].map((sealed) => sealed.slice(0, 16))).size).toBe(4);
  expect(() => safe.open(one, 'pan of client 2')).toThrow();
});

test('a second key encrypts new values, and values of the first key still decrypt', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recoup-ring-'));
  const before = openSafe({ dataDir: folder });
  const [sealed, mark] = [before.seal('a secret', 'row 1'), before.mac('text', 'purpose')];
  readKey(folder, 2);
  const after = openSafe({ dataDir: folder });
  expect(after.numbers()).toEqual([2, 1]);
  expect(after.open(sealed, 'row 1')).toBe('a secret');
  const anew = after.seal('a secret', 'row 1');
  expect([numberOf(sealed), numberOf(anew)]).toEqual([1, 2]);
  expect(after.open(anew, 'row 1')).toBe('a secret');
  expect(() => before.open(anew, 'row 1')).toThrow('key 2');
  // A value with the id of another key does not decrypt.
  expect(() => after.open(`2.${sealed}`, 'row 1')).toThrow();
  expect(after.mac('text', 'purpose', 1)).toEqual(mark);
  expect(after.mac('text', 'purpose')).not.toEqual(mark);
  rmSync(folder, { recursive: true });
});

test('keys of the setting are numbered, in any order', () => {
  const [one, two] = [7, 8].map((n) => Buffer.alloc(32, n).toString('base64'));
  const first = openSafe({ dataDir, secretsKey: one ?? '' });
  const both = openSafe({ dataDir, secretsKey: `2:${two},1:${one}` });
  expect(openSafe({ dataDir, secretsKey: `1:${one}\n2:${two}` }).numbers()).toEqual([2, 1]);
  expect(both.open(first.seal('x', 'y'), 'y')).toBe('x');
  expect(() => openSafe({ dataDir, secretsKey: `2:${two}` }).open(first.seal('x', 'y'), 'y')).toThrow(
    'key 1',
  );
});
