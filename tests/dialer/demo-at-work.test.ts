/** The demo is alive: agents at work by day, and by night the floor of their last day. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAtWork } from '../../src/app/demo/at-work/at-work.ts';
import { agentLive } from '../../src/contexts/dialer/contract/live/agent-live.ts';
import { secondShown } from '../../src/contexts/dialer/server/live/replay.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type TestServer, boot } from '../kit.ts';
import { asTimePasses } from '../until.ts';

/** 11:30 IST on the next working day. */
function morning(): Date {
  const at = new Date(Date.now() + 86_400_000);
  at.setUTCHours(6, 0, 0, 0);
  if (at.getUTCDay() === 0) at.setUTCDate(at.getUTCDate() + 1);
  return at;
}
let now = morning();
let server: TestServer;
beforeAll(async () => {
  server = await boot({ demo: true, clock: { now: () => now, isMoved: true }, env: { DEMO_AT_WORK: 'yes' } });
});
afterAll(() => server.stop());

const count = async (what: ReturnType<typeof sql>): Promise<number> =>
  (await server.database.one<{ n: number }>(sql`select count(*)::int as n from ${what}`))?.n ?? 0;
const until = asTimePasses(
  () => server.database,
  (ms) => (now = new Date(now.getTime() + ms)),
);

test('the demo floor replays the last working day at night, and agents work by day', async () => {
  const admin = await server.demo('admin');
  const board = async () => {
    const { rows, summary } = await admin.call(agentLive.list, { size: 1000 });
    const there = rows.filter(({ status }) => status !== 'logged-out');
    return { there, replay: (summary as { replay: string | null }).replay };
  };
  const working = sql`agent_sessions where ended_at is null`;
  const written = sql`borrower_dispositions where created_at > ${new Date(Date.now() - 120_000)}`;
  expect(await count(working)).toBe(0);
  const before = await board();
  expect(before.replay).toMatch(/^\d{4}-\d\d-\d\d$/u);

  const day = await startAtWork({
    database: server.database,
    url: server.url,
    now: () => now,
    every: 50,
  });
  try {
    await until(async () => (await count(written)) > 0);
    const live = await board();
    expect(live.replay).toBeNull();
    expect(live.there.length).toBeGreaterThan(0);
    // After six they go home.
    now = new Date(`${now.toISOString().slice(0, 10)}T13:00:00Z`);
    await until(async () => (await count(working)) === 0);
  } finally {
    await day.stop();
  }
  expect((await board()).replay).not.toBeNull();
});

test('a holiday replays a working day at the same hours', () => {
  expect(secondShown('2026-11-23T18:00:00')).toBe(9 * 3600);
  expect(secondShown('2026-11-23T23:30:10')).toBe(14.5 * 3600 + 10);
  expect(secondShown('2026-11-24T02:59:59')).toBe(18 * 3600 - 1);
  expect(secondShown('2026-11-24T03:00:00')).toBe(9 * 3600);
  expect(secondShown('2026-11-24T08:59:00')).toBe(15 * 3600 - 60);
  // A Sunday by day.
  expect(secondShown('2026-11-22T11:00:00')).toBe(11 * 3600);
});

test('no other tenant gets a replay', async () => {
  const other = await boot({ demo: true });
  const admin = await other.demo('admin');
  const { summary } = await admin.call(agentLive.list, { size: 5 });
  expect(summary).toMatchObject({ replay: null });
  await other.stop();
});

test('agents of the demo stop at once, also while their requests hang', async () => {
  now = morning();
  const holder = await server.database.connect();
  await holder.query('begin; lock table agent_sessions in access exclusive mode');
  const day = await startAtWork({ database: server.database, url: server.url, now: () => now, every: 50 });
  const waiting = sql`pg_locks where not granted and relation = 'agent_sessions'::regclass`;
  await expect.poll(() => count(waiting), { timeout: 20_000 }).toBeGreaterThan(0);
  const began = performance.now();
  await day.stop();
  expect(performance.now() - began).toBeLessThan(1000);
  await holder.query('rollback');
  holder.release();
});
