/** The present version restores what each release left of itself, starts on it and works with it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { demoPassword } from '../../src/app/demo/accounts.ts';
import { readConfig } from '../../src/app/server/config.ts';
import { rehearseStart } from '../../src/app/server/prepare.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { payments } from '../../src/contexts/payments/contract/payments.ts';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { businessDay } from '../../src/kernel/server/operation/clock.ts';
import { restore } from '../../src/tools/restore.ts';
import { rehearseUpgrade } from '../../src/tools/upgrade-rehearsal.ts';
import { type TestServer, bootBeside } from '../kit.ts';
import { fixtureKey, releaseFixtures } from '../release-fixtures.ts';

const fixtures = releaseFixtures().map((file) => ({ file, release: basename(file) }));

async function withOwner<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client(inject('postgres'));
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

/** A server of the present version on the restored data, at the moment of the backup. */
async function started(
  file: string,
  work: (server: TestServer & { now: Date }) => Promise<void>,
): Promise<void> {
  const databaseName = `recoup_test_fixture_${process.pid}`;
  await withOwner((owner) =>
    owner.query(`create database ${databaseName} template template0 encoding 'UTF8'`),
  );
  const config = { ...inject('postgres'), database: databaseName };
  try {
    await restore(config, file);
    const client = new pg.Client(config);
    await client.connect();
    const { rows } = await client.query<{ at: string }>(
      `select facts ->> 'backupAt' as at from event where type = 'system.restored'`,
    );
    await client.end();
    const now = new Date(rows[0]?.at ?? '');
    const server = await bootBeside({ databaseName }, { now: () => now }, { SECRETS_KEY: fixtureKey });
    try {
      await work({ ...server, now });
    } finally {
      await server.stop();
    }
  } finally {
    await withOwner((owner) => owner.query(`drop database if exists ${databaseName} with (force)`));
  }
}

const login = (server: TestServer, email: string): Promise<Response> =>
  server.anonymous.fetch('/api/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  });

/** A standard disposition with a sub-disposition of the agency. */
async function disposition({ database }: TestServer, id: number) {
  const sub = await database.one<{ id: number }>(
    sql`select id from dispositions where parent_id = ${id} and is_active order by name ilike '%part%' desc, id limit 1`,
  );
  return { dispositionId: id, subDispositionId: sub?.id ?? null };
}

test('a release fixture is committed, and each is smaller than 300 kB', () => {
  expect(fixtures.length).toBeGreaterThan(0);
  expect(fixtures.filter(({ file }) => statSync(file).size > 300_000)).toEqual([]);
});

test.each(fixtures)(
  'an agent signs in, finds a loan, saves an outcome and reports a payment on $release',
  ({ file }) =>
    started(file, async (server) => {
      expect((await server.anonymous.fetch('/readyz')).status).toBe(200);
      expect((await login(server, 'agent@recoup.test')).status).toBe(200);
      const agent = await server.demo('agent');
      const [loan] = (await agent.call(loans.list, {})).rows;
      const loanId = loan?.id ?? 0;
      expect(loanId).toBeGreaterThan(0);
      const recorded = () => agent.call(borrowerDispositions.list, { loanId, part: 'count' });
      const before = (await recorded()).count;
      await agent.call(borrowerDispositions.record, {
        loanId,
        ...(await disposition(server, 2)),
        followUpDate: new Date(server.now.getTime() + 86_400_000).toISOString(),
        comments: 'Call again',
      });
      await agent.call(borrowerDispositions.record, {
        loanId,
        ...(await disposition(server, 4)),
        paymentDate: businessDay(server.now),
        amount: 10,
        transactionId: 'UPI-OF-FIXTURE',
        paymentMode: 'PhonePe',
      });
      expect((await recorded()).count).toBe((before ?? 0) + 2);
      const admin = await server.demo('admin');
      const paid = await admin.call(payments.list, { type: 'UNREALIZED', q: loan?.loanNumber });
      expect(paid.rows.map(({ transactionId }) => transactionId)).toContain('UPI-OF-FIXTURE');
    }),
);

test.each(fixtures)('the upgrade of $release is rehearsed with a start', async ({ file }) => {
  const folder = await mkdtemp(join(tmpdir(), 'recoup-fixture-'));
  try {
    const config = readConfig({
      PORT: '0',
      DATA_DIR: folder,
      RECOUP_MODE: 'demo',
      LOG: 'file',
      SECRETS_KEY: fixtureKey,
    });
    const { startMs } = await rehearseUpgrade(inject('postgres'), file, {
      start: (copy) => rehearseStart(config, copy, join(folder, 'files')),
    });
    expect(startMs).toBeGreaterThan(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
