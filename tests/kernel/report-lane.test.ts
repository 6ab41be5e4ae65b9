/** Reports have connections of their own: however long they take, other work goes on. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { activity } from '../../src/contexts/reporting/contract/activity.ts';
import { breaks } from '../../src/contexts/agency/contract/breaks.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await boot({ demo: true });
  admin = await server.demo('admin');
});
afterAll(() => server.stop());

test('forty reports that wait hold up neither who reads nor who writes', async () => {
  const holder = await server.database.connect();
  await holder.query('begin');
  await holder.query('lock table agent_intervals in access exclusive mode');
  const reports = Array.from({ length: 40 }, () =>
    admin.call(activity.report, { size: 5, startDate: '2020-01-01' }),
  );
  await vi.waitFor(() => expect(server.database.lanes()['reports']).toMatchObject({ inUse: 3 }), 20_000);
  expect((await admin.call(breaks.list, {})).rows.length).toBeGreaterThan(0);
  await admin.call(breaks.create, { name: 'Unheard', duration: '00:15', description: '' });
  await holder.query('rollback');
  holder.release();
  const answers = await Promise.all(reports);
  expect(answers.every(({ count }) => count > 0)).toBe(true);
});

test('a report refuses whom it refused before', async () => {
  const agent = await server.demo('agent');
  expect((await refusal(agent.call(activity.report, {}))).body.code).toBe('FORBIDDEN');
  expect((await refusal(server.anonymous.call(activity.report, {}))).body.code).toBe('NOT_SIGNED_IN');
});
