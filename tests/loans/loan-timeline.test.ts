/** One list of everything that happened to a loan, out of all contexts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { changeDispositions, changePayments } from '../world.ts';

let server: TestServer;
let asha: Caller;
let other: Caller;

beforeAll(async () => {
  server = await boot();
  asha = await server.person({ roleType: 'agent' });
  other = await server.person({ roleType: 'agent' });
  const { database } = server;
  await database.run(sql`insert into borrowers (id, client_id, client_borrower_id, name)
    values (1, 1, 'CB1', 'Imran Lepcha')`);
  await database.run(sql`
    insert into loans (id, client_id, portfolio_id, borrower_id, loan_number, assignee_id, mobile, total_outstanding,
      is_active, created_at)
    values (1001, 1, 1, 1, 'LN-1001', ${asha.id}, '9876541001', 100, true, '2026-09-01T06:00Z')`);
  await changeDispositions(
    database,
    sql`
    insert into borrower_dispositions (id, loan_id, borrower_id, user_id, disposition_id, comments, amount, action_date,
      effective_at)
    values (1, 1001, 1, ${asha.id}, 1, 'Salary on the 20th', 348000, '2026-10-21', '2026-10-19T05:00Z')`,
  );
  await database.run(sql`
    update promises set state = 'broken', judged_at = '2026-10-21T19:00Z', received = 0 where id = 1`);
  await database.run(sql`
    insert into messages (loan_id, channel, mobile, message, status, created_at)
    values (1001, 'sms', '9876541001', 'Please pay', 'delivered', '2026-10-10T05:00Z')`);
  await changePayments(
    database,
    sql`
    insert into payments (loan_id, user_id, amount, payment_date, realized, source, mode, status, created_at) values
      (1001, ${asha.id}, 200000, '2026-10-11', true, 'PAYMENT_LINK', 'UPI', 'success', '2026-10-12T05:00Z'),
      (1001, ${asha.id}, 900000, '2026-10-12', true, 'PAYMENT_LINK', 'UPI', 'failed', '2026-10-12T05:00Z')`,
  );
  await database.run(sql`
    insert into visits (visit_key, loan_id, borrower_id, user_id, outcome, place, effective_at)
    values (gen_random_uuid(), 1001, 1, ${asha.id}, 'locked', 'none', '2026-10-15T05:00Z')`);
});
afterAll(() => server.stop());

test('a loan lists calls, PTPs, payments and visits together, newest first', async () => {
  const rows = await asha.call(loans.timeline, { id: '1001' });
  expect(rows.map(({ kind }) => kind)).toEqual([
    'judged',
    'promise',
    'visit',
    'payment',
    'message',
    'received',
  ]);
  expect(rows[0]).toMatchObject({ state: 'broken', amount: 3480, received: 0, day: '2026-10-21' });
  expect(rows[1]).toMatchObject({ amount: 3480, note: 'Salary on the 20th', state: 'broken' });
  expect(rows[3]).toMatchObject({ amount: 2000, what: 'UPI', day: '2026-10-11' });
  // Nothing that reaches a person leaves with it.
  expect(JSON.stringify(rows)).not.toContain('9876541001');
});

test('a page continues the one before it', async () => {
  const kinds = async (page: number) =>
    (await asha.call(loans.timeline, { id: '1001', page, size: 4 })).map(({ kind }) => kind);
  expect(await kinds(1)).toEqual(['judged', 'promise', 'visit', 'payment']);
  expect(await kinds(2)).toEqual(['message', 'received']);
  expect(await kinds(3)).toEqual([]);
});

test('another’s loan has no timeline', async () => {
  expect((await refusal(other.call(loans.timeline, { id: '1001' }))).body.code).toBe('NOT_FOUND');
});
