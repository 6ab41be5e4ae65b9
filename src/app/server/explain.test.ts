import { expect, test } from 'vitest';
import { explain } from './explain.ts';

const place = { dataDir: '/srv/data', host: '0.0.0.0', port: 3000 };
const system = (code: string, facts: object): Error =>
  Object.assign(new Error(`${code}: not so`), { code, syscall: 'open', ...facts });
const postgres = (code: string, message: string): Error =>
  Object.assign(new Error(message), { code, severity: 'FATAL' });
const remote = { ...place, databaseUrl: 'postgres://recoup:secret-word@db:5432/recoup' };

test.each<[Error, RegExp]>([
  [
    system('EACCES', { path: '/srv/data/secrets.key' }),
    /^The data folder \/srv\/data cannot be written or read: user .* \(EACCES\)/,
  ],
  // A sibling with a common prefix.
  [system('EACCES', { path: '/srv/database/x' }), /^\/srv\/database\/x cannot be used \(EACCES\)/],
  [system('ENOSPC', { path: '/srv/database/x' }), /^The disk of \/srv\/database is full/],
  [
    system('EMFILE', { path: '/srv/data/x' }),
    /no room for another file, connection or program \(EMFILE\): raise its limits/,
  ],
  [
    system('ECONNREFUSED', { syscall: 'connect', address: '10.0.0.7', port: 9000 }),
    /^Nothing answers at 10\.0\.0\.7:9000/,
  ],
  [system('ENOENT', { syscall: 'spawn pg', path: 'pg' }), /^The program pg cannot be run here/],
  [
    postgres('53300', 'sorry, too many clients already'),
    /no free connection for Recoup \(sorry, too many clients already\)\. Lower/,
  ],
  [
    postgres('42501', 'permission denied to create database'),
    /may not make a database .* alter role <role> createdb/,
  ],
  [postgres('42501', 'permission denied for schema public'), /too few rights/],
  [
    postgres('58030', 'could not read block 7 in file "base/1"'),
    /cannot read or write its own files \(could not read block 7/,
  ],
  [postgres('57014', 'canceling statement due to statement timeout'), /took too long \(canceling statement/],
])('%s is a sentence with what to do', (error, sentence) => {
  expect(explain(error, remote)).toMatch(sentence);
  expect(explain(new Error('a job failed', { cause: error }), remote)).toMatch(sentence);
  expect(explain(error, remote)).not.toContain('secret-word');
});

test('a multi-agency node names its setting in the error', () => {
  const node = { ...place, agenciesUrl: 'postgres://recoup:secret-word@db/agencies' };
  expect(explain(postgres('25006', 'cannot execute INSERT in a read-only transaction'), node)).toContain(
    'Point AGENCIES_URL to',
  );
});
