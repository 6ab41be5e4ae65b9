import { afterAll, beforeAll, expect, test } from 'vitest';
import { dashboard } from '../../src/contexts/reporting/contract/dashboard.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let lead: Caller;
let other: Caller;
let agent: Caller;
let at = Date.UTC(2026, 10, 27, 6);
/** Duration of a report, by the server's clock. */
let takes = 0;

beforeAll(async () => {
  server = await boot({
    clock: { now: () => new Date(at) },
    through: (database) => ({
      ...database,
      report: (work) =>
        database.report(async (tx, ageS) => {
          const done = await work(tx, ageS);
          at += takes;
          return done;
        }),
    }),
  });
  lead = await server.person({ roleType: 'tech_lead' });
  other = await server.person({ roleType: 'tech_lead' });
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  await server.database.run(sql`insert into borrowers (id, client_id, name) values (1, 1, 'Imran')`);
});
afterAll(() => server.stop());

let loans = 0;
const another = () =>
  server.database.run(sql`insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id)
    values (1, 1, 1, ${`LN-${++loans}`}, ${agent.id})`);
async function seen(who: Caller, init: RequestInit = {}): Promise<{ loans: number; age: string | null }> {
  const answer = await who.fetch('/api/dashboard/allocation', init);
  const { row } = (await answer.json()) as { row: { oldCount: number; newCount: number } };
  return { loans: row.oldCount + row.newCount, age: answer.headers.get('age') };
}

test('a quick report is queried each time', async () => {
  takes = 10;
  await another();
  expect(await seen(lead)).toEqual({ loans: 1, age: null });
  await another();
  expect(await seen(lead)).toEqual({ loans: 2, age: null });
});

test('a slow report is cached for its user for a minute and names its age', async () => {
  takes = 4000;
  expect(await seen(lead)).toEqual({ loans: 2, age: null });
  await another();
  at += 30_000;
  expect(await seen(lead)).toEqual({ loans: 2, age: '30' });
  // Another user sees other loans.
  expect(await seen(other)).toEqual({ loans: 0, age: null });
  // An agent's figures are current.
  expect(await seen(agent)).toEqual({ loans: 3, age: null });
  at += 40_000;
  expect(await seen(lead)).toEqual({ loans: 3, age: null });
});

test('a refresh queries a cached report again', async () => {
  takes = 4000;
  await another();
  at += 30_000;
  const before = (await seen(lead)).loans;
  expect(await seen(lead, { headers: { 'Cache-Control': 'no-cache' } })).toEqual({
    loans: before + 1,
    age: null,
  });
});

test('a deactivated user gets no cached report', async () => {
  takes = 4000;
  await seen(lead);
  await server.database.run(sql`update users set is_active = false where id = ${lead.id}`);
  expect((await refusal(lead.call(dashboard.allocation, {}))).status).toBe(401);
});
