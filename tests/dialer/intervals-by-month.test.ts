/** Stretches of an agent's day lie by month: one is open at a time whatever month it began in, and figures stay. */
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeMonths } from '../../src/app/database/months.ts';
import {
  lockSession,
  openSession,
  saveSession,
  sessionOfUser,
} from '../../src/contexts/dialer/server/agent/sessions.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type TestServer, boot } from '../kit.ts';

/** Half past eleven at night of the last day of a month in India, and an hour later. */
const lastEvening = new Date('2026-11-30T18:00:00Z');
const firstMorning = new Date('2026-11-30T19:00:00Z');
const leg = { leg: 'webrtc', legPhone: null } as const;

let server: TestServer;
let client: pg.PoolClient;
let campaignId: number;
beforeAll(async () => {
  // Old sessions are ended by the watchdog: by the server's clock they are current.
  server = await boot({ clock: { now: () => lastEvening } });
  client = await server.database.connect();
  const made = await server.database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id) values ('By month', 'predictive', 1, 1) returning id`);
  campaignId = made?.id ?? 0;
  // Of this month and the next, whenever this is read.
  await makeMonths(client, firstMorning);
});
afterAll(async () => {
  client.release();
  await server.stop();
});

interface Interval {
  place: string;
  word: string;
  isOpen: boolean;
}
const intervalsOf = (userId: number): Promise<Interval[]> =>
  server.database.rows<Interval>(sql`
    select tableoid::regclass::text as place, word, ended_at is null as "isOpen" from agent_intervals
    where user_id = ${userId} order by started_at, id`);
const openOf = (sessionId: number) =>
  server.database.rows(sql`select started_at as at from open_intervals where session_id = ${sessionId}`);
const log = (userId: number, at: Date) =>
  server.database.transaction((tx) => openSession({ tx, now: at }, userId, campaignId, leg));
/** Answers which partitions were looked into. */
const turn = (userId: number, at: Date, o: { isReady?: boolean; isOff?: boolean }): Promise<string[]> =>
  server.database.transaction(async (tx) => {
    const session = await lockSession(tx, sessionOfUser(userId));
    if (!session) throw new Error('no session');
    const next = {
      ...session.state,
      neverReady: false,
      mode: o.isOff ? ('OFF' as const) : o.isReady ? ('READY' as const) : ('PAUSED' as const),
    };
    await saveSession({ tx, now: at }, session, next);
    const looked = await tx.rows<{ name: string }>(sql`
      select relname as name from pg_stat_xact_all_tables
      where schemaname = 'months' and relname like 'agent_intervals%' and coalesce(idx_scan, 0) + coalesce(seq_scan, 0) > 0`);
    return looked.map(({ name }) => name);
  });

test('a session continues across months with one open interval, found in one partition', async () => {
  const agent = await server.person({ roleType: 'agent' });
  const { id } = await log(agent.id, lastEvening);
  await makeMonths(client, firstMorning, 12);
  expect(await turn(agent.id, firstMorning, { isReady: true })).toHaveLength(1);
  const [before, after] = await intervalsOf(agent.id);
  expect([before?.isOpen, after?.isOpen]).toEqual([false, true]);
  expect(await openOf(id)).toEqual([{ at: '2026-11-30T19:00:00Z' }]);
  await turn(agent.id, new Date(firstMorning.getTime() + 60_000), { isOff: true });
  expect((await intervalsOf(agent.id)).map(({ isOpen }) => isOpen)).toEqual([false, false]);
  expect(await openOf(id)).toEqual([]);
});

test('a second open interval is rejected in any month', async () => {
  const agent = await server.person({ roleType: 'agent' });
  const { id } = await log(agent.id, lastEvening);
  for (const at of [firstMorning, new Date('2031-05-05T00:00:00Z')])
    await expect(
      server.database.run(sql`insert into agent_intervals (user_id, session_id, campaign_id, word, started_at)
        values (${agent.id}, ${id}, ${campaignId}, 'waiting', ${at})`),
    ).rejects.toMatchObject({ code: '23505' });
  expect(await intervalsOf(agent.id)).toHaveLength(1);
  // With their session, and only then, they go.
  await server.database.run(sql`delete from agent_sessions where id = ${id}`);
  expect([await intervalsOf(agent.id), await openOf(id)]).toEqual([[], []]);
});

test('intervals of a missing month are moved unchanged: open, and summed once', async () => {
  const agent = await server.person({ roleType: 'agent' });
  const far = new Date('2028-02-15T06:00:00Z');
  const { id } = await log(agent.id, far);
  await turn(agent.id, new Date(far.getTime() + 90_000), { isReady: true });
  const summed = () =>
    server.database.rows(sql`select sum(spans)::int as spans, sum(login)::bigint as login from agent_days_now
      where user_id = ${agent.id}`);
  const was = await summed();
  expect(was).toEqual([{ spans: 1, login: 90_000_000 }]);
  expect((await intervalsOf(agent.id)).map(({ place }) => place)).toEqual(
    Array(2).fill('months.agent_intervals_other'),
  );
  await makeMonths(client, far, 0);
  expect((await intervalsOf(agent.id)).map(({ place }) => place)).toEqual(
    Array(2).fill('months.agent_intervals_2028_02'),
  );
  expect([await summed(), await openOf(id)]).toEqual([was, [{ at: '2028-02-15T06:01:30Z' }]]);
  // Triggers of both partitions run: the closed one is summed, and the next stored.
  await turn(agent.id, new Date(far.getTime() + 100_000), { isReady: false });
  expect(await summed()).toEqual([{ spans: 2, login: 100_000_000 }]);
});
