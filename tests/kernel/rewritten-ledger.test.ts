/** An insider with database access changes money or time: the audit watch names what was changed. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openAnchors, vouch } from '../../src/app/server/operation/audit-anchors.ts';
import { auditWatch } from '../../src/app/server/operation/audit-watch.ts';
import { openSafe } from '../../src/app/server/operation/safe.ts';
import { post } from '../../src/contexts/payments/server/ledger/post.ts';
import type { Database } from '../../src/kernel/server/database/database.ts';
import { Fragment, sql } from '../../src/kernel/server/database/sql.ts';
import { type TestServer, boot } from '../kit.ts';
import { untilSealed } from '../sealed.ts';

let server: TestServer;
let database: Database;
beforeAll(async () => {
  server = await boot({ demo: true });
  ({ database } = server);
});
afterAll(() => server.stop());
beforeEach(() => untilSealed(database));

const watch = () => {
  const anchors = openAnchors({ safe: openSafe({ dataDir: server.folder }), dataDir: server.folder });
  return { anchors, ...auditWatch(database, anchors) };
};
/** Runs statements with all rights and triggers disabled. */
const tamper = (...statements: string[]): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    for (const statement of statements) await tx.run(new Fragment([statement], []));
  });
const one = async (statement: string): Promise<number> =>
  (await database.one<{ id: number }>(new Fragment([statement], [])))?.id ?? 0;

test('every posting of the demo agency is noted in a chained event', async () => {
  expect((await watch().whole()).is).toBe('whole');
  expect(await one(`select count(*) as id from event where type = 'ledger.posted'`)).toBeGreaterThan(0);
});

test('an amount changed in both a payment and its posting is found', async () => {
  const id = await one(`select p.id from postings p join payments y on y.id = p.source_id
    where p.source = 'payment' and p.opening_id is null and y.amount = p.amount and y.amount > 200000
      and (select count(*) from postings o where o.source = 'payment' and o.source_id = y.id) = 1 order by p.id limit 1`);
  expect(id).toBeGreaterThan(0);
  const change = (by: number): string[] => [
    `update payments set amount = amount + ${by} where id = (select source_id from postings where id = ${id})`,
    `update postings set amount = amount + ${by} where id = ${id}`,
  ];
  await tamper(...change(-100_000));
  expect(await one('select count(*) as id from ledger_differences')).toBe(0);
  expect(await watch().whole()).toMatchObject({ is: 'ledger' });
  await tamper(...change(100_000));
  expect((await watch().whole()).is).toBe('whole');
});

test('a deleted posting, and one added without triggers, are found', async () => {
  const kept = await database.one<{ row: string }>(
    sql`select to_jsonb(p)::text as row from postings p where opening_id is null order by id desc limit 1`,
  );
  const id = (JSON.parse(kept?.row ?? '{}') as { id: number }).id;
  await tamper(`delete from postings where id = ${id}`);
  expect(await watch().whole()).toMatchObject({ is: 'ledger' });
  await tamper(
    `insert into postings overriding system value select (jsonb_populate_record(null::postings, '${kept?.row.replaceAll("'", "''") ?? ''}'::jsonb)).*`,
  );
  expect((await watch().whole()).is).toBe('whole');
  await tamper(`insert into postings (loan_id, client_id, day, amount, from_account, to_account, reason, source, source_id)
    select loan_id, client_id, day, amount, from_account, to_account, reason, source, source_id from postings where id = ${id}`);
  const added = await one('select max(id) as id from postings');
  expect(await watch().whole()).toEqual({ is: 'unnoted', posting: added });
  await tamper(`delete from postings where id = ${added}`);
  expect((await watch().whole()).is).toBe('whole');
});

test('a posting created by the product is noted immediately', async () => {
  const before = await one('select max(id) as id from event');
  await post(database, [
    {
      loanId: await one('select min(id) as id from loans'),
      day: '2026-11-20',
      amount: 100,
      from: 'borrower',
      to: 'waived',
      reason: 'waived',
      source: 'settlement',
      sourceId: 1,
    },
  ]);
  expect(await one(`select count(*) as id from event where type = 'ledger.posted' and id > ${before}`)).toBe(
    1,
  );
});

test.each([
  ['20 days old', `now() - interval '20 days'`],
  ['from tomorrow', `now() + interval '1 day'`],
])('an event %s that is inserted as genuine is detected once it is chained', async (_, at) => {
  const id = await one(
    `insert into event (at, actor_id, type, domain) values (${at}, 3, 'settlements.changed', 'settlements') returning id`,
  );
  await untilSealed(database);
  expect(await watch().look()).toEqual({ is: 'broken', event: id });
  const { anchors } = watch();
  await vouch(database, anchors);
  expect((await watch().look()).is).toBe('whole');
});
