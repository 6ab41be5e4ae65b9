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
