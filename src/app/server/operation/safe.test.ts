import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openSafe } from './safe.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'recoup-safe-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

test('what is sealed opens with the same key for the same thing, and for nothing else', () => {
  const sealed = openSafe({ dataDir }).seal('a secret', 'row 1');
  expect(sealed).not.toContain('a secret');
  expect(openSafe({ dataDir }).open(sealed, 'row 1')).toBe('a secret');
  expect(() => openSafe({ dataDir }).open(sealed, 'row 2')).toThrow();
  const other = openSafe({ dataDir, secretsKey: Buffer.alloc(32, 7).toString('base64') });
  expect(() => other.open(sealed, 'row 1')).toThrow();
  expect(statSync(join(dataDir, 'secrets.key')).mode & 0o777).toBe(0o600);
});

test('what is sealed alike is the same each time for one thing, and tells nothing of what is sealed for another', () => {
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
  // Neither the initial values nor what follows them are the same.
  expect(new Set([one, ...others].map((sealed) => sealed.slice(0, 16))).size).toBe(4);
  expect(() => safe.open(one, 'pan of client 2')).toThrow();
});
