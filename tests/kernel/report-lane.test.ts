/** Reports have separate connections, and yield: however long they run, other work continues. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { activity } from '../../src/contexts/reporting/contract/activity.ts';
import { breaks } from '../../src/contexts/agency/contract/breaks.ts';
import { reportsAtOnce } from '../../src/app/database/pools/report-turns.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let admin: Caller;
/** Users with a started report. */
const askers = new Set<number>();
beforeAll(async () => {
  server = await boot({
    demo: true,
    through: (database) => ({
      ...database,
      report(work, who) {
        askers.add(who);
        return database.report(work, who);
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
const most = Math.min(3, reportsAtOnce);
/** Awaits this number of running or queued reports; the limit runs, and more only besides those above five seconds. */
async function allThere(count: number, began: number): Promise<void> {
  await vi.waitFor(() => expect(lane().inUse + lane().waiting).toBe(count), 60_000);
  const { inUse } = lane();
  expect(inUse).toBeGreaterThanOrEqual(most);
  expect(inUse).toBeLessThanOrEqual(most * (1 + Math.floor((performance.now() - began) / 5000)));
}

test('forty queued reports delay neither readers nor writers', async () => {
  const letGo = await held();
  const began = performance.now();
  const reports = Array.from({ length: 40 }, (_, n) =>
    // Distinct ones: duplicates are joined.
    admin.call(activity.report, { size: n + 1, startDate: '2020-01-01' }),
  );
  await allThere(40, began);
  expect((await admin.call(breaks.list, {})).rows.length).toBeGreaterThan(0);
  await admin.call(breaks.create, { name: 'Unheard', duration: '00:15', description: '' });
  await letGo();
  const answers = await Promise.all(reports);
  expect(answers.every(({ count }) => count > 0)).toBe(true);
});

test('one report of a user queues after at most one of each heavy user', async () => {
  const manager = await server.demo('manager');
  const letGo = await held();
  const answered: string[] = [];
  const ask = async (who: Caller, name: string, size: number): Promise<void> => {
    await who.call(activity.report, { size, startDate: '2020-01-01' });
    answered.push(name);
  };
  const began = performance.now();
  // Distinct from before: a report delayed by a second is cached.
  const all = Array.from({ length: most + 6 }, (_, n) => ask(admin, 'many', n + 51));
  await allThere(most + 6, began);
  all.push(ask(manager, 'one', 61));
  await allThere(most + 7, began);
  const running = lane().inUse;
  await letGo();
  await Promise.all(all);
  // Those running at its arrival may finish first, and parallel ones.
  expect(answered.indexOf('one')).toBeLessThan(running + most);
});

test('a report has one process of the database', async () => {
  const shown = await server.database.report(
    (tx) => tx.one<{ most: string }>(sql`select current_setting('max_parallel_workers_per_gather') as most`),
    admin.id,
  );
  expect(shown).toEqual({ most: '0' });
});

test('a report rejects unauthorised users without queueing', async () => {
  askers.clear();
  const agent = await server.demo('agent');
  expect((await refusal(agent.call(activity.report, {}))).body.code).toBe('FORBIDDEN');
  expect((await refusal(server.anonymous.call(activity.report, {}))).body.code).toBe('NOT_SIGNED_IN');
  expect([...askers]).toEqual([]);
});
