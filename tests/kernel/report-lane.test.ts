/** Reports have separate connections, and yield: however long they run, other work continues. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { activity } from '../../src/contexts/reporting/contract/activity.ts';
import { breaks } from '../../src/contexts/agency/contract/breaks.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let admin: Caller;
let queries = 0;
beforeAll(async () => {
  server = await boot({
    demo: true,
    through: (database) => ({
      ...database,
      report(work) {
        queries += 1;
        return database.report(work);
      },
    }),
  });
  admin = await server.demo('admin');
});
afterAll(() => server.stop());

/** Blocks all readers of agents' time until released. */
async function held(): Promise<() => Promise<void>> {
  const holder = await server.database.connect();
  await holder.query('begin');
  await holder.query('lock table agent_intervals in access exclusive mode');
  return async () => {
    await holder.query('rollback');
    holder.release();
  };
}
const lane = () => server.database.lanes()['reports'] ?? { inUse: 0, waiting: 0 };
/** Connections for reports of a test server. */
const most = 3;

test('forty queued reports delay neither readers nor writers', async () => {
  const letGo = await held();
  const reports = Array.from({ length: 40 }, (_, n) =>
    // Different ones, as equal ones share a query.
    admin.call(activity.report, { size: n + 1, startDate: '2020-01-01' }),
  );
  await vi.waitFor(() => expect(lane()).toEqual({ inUse: most, waiting: 40 - most }), 60_000);
  expect((await admin.call(breaks.list, {})).rows.length).toBeGreaterThan(0);
  await admin.call(breaks.create, { name: 'Unheard', duration: '00:15', description: '' });
  await letGo();
  const answers = await Promise.all(reports);
  expect(answers.every(({ count }) => count > 0)).toBe(true);
});

test('a report has one process of the database', async () => {
  const shown = await server.database.report((tx) =>
    tx.one<{ most: string }>(sql`select current_setting('max_parallel_workers_per_gather') as most`),
  );
  expect(shown).toEqual({ most: '0' });
});

test('a rejected report uses no connection', async () => {
  queries = 0;
  const agent = await server.demo('agent');
  expect((await refusal(agent.call(activity.report, {}))).body.code).toBe('FORBIDDEN');
  expect((await refusal(server.anonymous.call(activity.report, {}))).body.code).toBe('NOT_SIGNED_IN');
  expect(queries).toBe(0);
});
