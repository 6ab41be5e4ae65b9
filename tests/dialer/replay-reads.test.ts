/** What a demo's live wall reads to know its last working day. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replayOf } from '../../src/contexts/dialer/server/live/replay.ts';
import { type Fragment, sql } from '../../src/kernel/server/database/sql.ts';
import { type TestServer, boot } from '../kit.ts';

interface Plan {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

let server: TestServer;
beforeAll(async () => {
  server = await boot({ demo: true });
  await server.database.run(sql`analyze agent_intervals`);
});
afterAll(() => server.stop());

const rowsOf = (plan: Plan): number =>
  (plan['Relation Name']?.startsWith('agent_intervals')
    ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
    : 0) + (plan.Plans ?? []).reduce((sum, one) => sum + rowsOf(one), 0);

test('the last working day is the newest interval before today, read as one row of an index', async () => {
  const now = new Date();
  const last = await server.database.one<{ day: string; n: number }>(sql`
    select to_char(max(started_at) at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day, count(*)::int as n from agent_intervals
    where (started_at at time zone 'Asia/Kolkata')::date < (${now}::timestamptz at time zone 'Asia/Kolkata')::date`);
  expect(last?.n).toBeGreaterThan(500);
  await server.database.run(sql`update agent_sessions set ended_at = now() where ended_at is null`);
  await server.database.transaction(async (tx) => {
    const asked: Fragment[] = [];
    const replay = await replayOf({ ...tx, one: (query) => (asked.push(query), tx.one(query)) }, now);
    expect(replay?.day).toBe(last?.day);
    const [query = sql``] = asked;
    const plan = await tx.one<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      sql`explain (analyze, format json) ${query}`,
    );
    expect(
      rowsOf(
        plan?.['QUERY PLAN'][0].Plan ?? {
          'Actual Rows': 1e9,
          'Actual Loops': 1,
          'Relation Name': 'agent_intervals',
        },
      ),
    ).toBeLessThan(50);
  });
});
