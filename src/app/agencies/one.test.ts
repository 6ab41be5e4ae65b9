import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openSafe } from '#app/server/operation/safe.ts';
import { readConfig } from '../server/config.ts';
import { configOf } from './one.ts';

const folder = mkdtempSync(join(tmpdir(), 'recoup-one-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fileOf = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const base = { AGENCIES_URL: 'postgres://owner@127.0.0.1/agencies', DATA_DIR: folder };
function configs(env: Record<string, string>, environment: Record<string, string>) {
  const all = { ...base, ...env };
  const node = readConfig(all);
  const agency = { id: 'one', name: 'asha', host: 'asha.in', databaseUrl: 'postgres://asha@127.0.0.1/asha' };
  return configOf({ ...agency, environment }, { node, env: all, safe: openSafe(node) });
}

test('what is shared may lie in a file, as a secret does', () => {
  const env = {
    FILES_URL_FILE: fileOf('files', 's3://key:secret@bucket.example.in/recoup'),
    SMTP_URL_FILE: fileOf('mail', 'smtp://mail.example.in'),
  };
  const { filesUrl, smtpUrl } = configs(env, {});
  expect(filesUrl).toBe('s3://key:secret@bucket.example.in/recoup/one');
  expect(smtpUrl).toBe('smtp://mail.example.in');
});

test('agency settings override shared ones, as values or as files', () => {
  const own = 's3://own:secret@bucket.example.in/asha';
  const shared = 's3://key:secret@bucket.example.in/recoup';
  const given = fileOf('own', own);
  for (const env of [{ FILES_URL: shared }, { FILES_URL_FILE: fileOf('shared', shared) }] as Record<
    string,
    string
  >[])
    for (const [name, value] of [
      ['FILES_URL', own],
      ['FILES_URL_FILE', given],
    ] as const)
      expect(configs(env, { [name]: value }).filesUrl).toBe(own);
});
