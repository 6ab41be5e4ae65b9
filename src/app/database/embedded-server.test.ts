import { expect, test } from 'vitest';
import { mayStartNow } from './embedded-server.ts';

test.each([
  ['FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use', true],
  ['FATAL:  lock file "postmaster.pid" already exists', true],
  ['FATAL:  could not create file "base/16384/24951": File exists', true],
  ['FATAL:  could not create file "base/16384/24951": No space left on device', false],
  ['FATAL:  could not create lock file "/run/.s.PGSQL.5432.lock": Permission denied', false],
])('%s: PostgreSQL is started again: %s', (reason, is) => expect(mayStartNow(reason)).toBe(is));
