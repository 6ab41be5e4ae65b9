/** Message totals by day, channel and status are maintained, and the full-visibility dashboard reads only those. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { communicationDashboard } from '../../src/contexts/messaging/contract/communication-dashboard.ts';
import { communications } from '../../src/contexts/messaging/contract/communications.ts';
import { charts } from '../../src/contexts/reporting/contract/charts.ts';
import { foldSums } from '../../src/contexts/reporting/server/sums.ts';
import type { Tx } from '../../src/kernel/server/database/database.ts';
import { type Fragment, compile, sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';
import { notingReads } from '../statements.ts';

let server: TestServer;
let admin: Caller;
let asked: string[] = [];
const through = notingReads((fragment, isPlanned) => {
  if (isPlanned) asked.push(compile(fragment).text);
});
beforeAll(async () => {
  server = await boot({ through });
  admin = await server.as('admin_dashboard', 'list_communication_tracker');
  await server.database.run(sql`
    with person as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (id, client_id, portfolio_id, borrower_id, loan_number, borrower_name)
    select n, 1, 1, person.id, 'S' || n, 'Asha Rao' from person, generate_series(1, 3) n`);
});
afterAll(() => server.stop());

const told = sql`select day::text, channel, status, sum(messages)::int as n from message_days_now
  group by 1, 2, 3 having sum(messages) <> 0 order by 1, 2, 3`;
const rows = sql`select (created_at at time zone 'Asia/Kolkata')::date::text as day, channel, status, count(*)::int as n
  from messages group by 1, 2, 3 order by 1, 2, 3`;
const read = (query: Fragment): Promise<object[]> => server.database.rows(query);
async function holds(): Promise<void> {
  const expected = await read(rows);
  expect(await read(told)).toEqual(expected);
  await foldSums(server.database);
  expect(await read(sql`select from message_days_changes`)).toEqual([]);
  expect(await read(told)).toEqual(expected);
}
const write = (tx: Pick<Tx, 'run'>, loanId: number, n: number): Promise<number> =>
  tx.run(sql`insert into messages (loan_id, channel, mobile, message, created_at)
    select ${loanId}, (array['sms', 'ivr', 'whatsApp'])[1 + n % 3], '9876500001', n::text,
      '2026-01-04T18:00:00Z'::timestamptz + n * interval '1 hour' from generate_series(1, ${n}) n`);

test('created, changed and erased messages are in the totals, also with their loan', async () => {
  for (const loanId of [1, 2]) await write(server.database, loanId, 9);
  await holds();
  await server.database.run(sql`update messages set status = 'sent' where message < '6'`);
  await server.database.run(sql`update messages set status = 'read' where message in ('1', '2')`);
  await server.database.run(
    sql`update messages set created_at = created_at + interval '1 day' where message = '3'`,
  );
  await holds();
  await server.database.run(sql`update messages set tries = tries + 1`);
  expect(await read(sql`select from message_days_changes`)).toEqual([]);
  await server.database.run(sql`delete from messages where message = '9'`);
  await server.database.run(sql`delete from loans where id = 2`);
  await holds();
  expect(await read(rows)).not.toEqual([]);
});

test('no messages are read to compute totals', async () => {
  asked = [];
  const answer = await admin.call(communicationDashboard.summary, {});
  const sent = await read(sql`select from messages where channel = 'sms'`);
  expect(answer?.smsSummary?.at(-1)).toEqual({ status: 'TOTAL', count: sent.length });
  const day = { startDate: '2026-01-05', endDate: '2026-01-05' };
  const ofDay = await admin.call(communicationDashboard.smsSummary, day);
  const sentThen = await read(sql`select from messages where channel = 'sms'
    and (created_at at time zone 'Asia/Kolkata')::date = '2026-01-05'`);
  expect(ofDay?.smsSummary?.at(-1)).toEqual({ status: 'TOTAL', count: sentThen.length });
  expect(asked).toHaveLength(2);
  expect(asked.filter((text) => /from messages\b/.test(text))).toEqual([]);
});

test('full visibility lists and totals messages without joining loans', async () => {
  asked = [];
  for (const part of ['rows', 'count'] as const) {
    await admin.call(communications.sms, { size: 2, part });
    await admin.call(communicationDashboard.list, { size: 2, part });
  }
  await admin.call(charts.messages, {});
  expect(asked.filter((text) => text.includes('from messages m'))).toHaveLength(5);
  expect(asked.filter((text) => /\bloans l\b/.test(text))).toEqual([]);
});
