/** Two servers receive the same monitoring request: one executes it, and no line leaves its call again. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { listening } from '../../src/contexts/dialer/contract/call-control/listening.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, bootBeside } from '../kit.ts';
import { type Desk, becomes, openDesk } from './desk.ts';
import { until } from '../until.ts';

const began = Date.now();
const clock = {
  now: () => new Date(Date.parse('2026-11-20T05:00:00Z') + Date.now() - began),
  isMoved: true as const,
};
let desk: Desk;
let other: TestServer;
let boss: Caller;
let callRefNo: string;
beforeAll(async () => {
  desk = await openDesk(clock);
  other = await bootBeside(desk.server, clock, { ARI_URL: desk.fake.url });
  boss = await desk.server.person({ roleType: 'admin', flags: ['listen_calls'] });
  await desk.server.database.run(sql`update users set extension_number = 2011 where id = ${boss.id}`);
  const agent = await desk.agent(1001);
  await agent.call(dialer.login, { campaignId: desk.campaignId });
  const id = await desk.loan(agent, 'L1');
  ({ callRefNo } = await agent.call(dialer.manualCall, { id: String(id) }));
  await becomes(agent, 'on-call');
  await boss.call(listening.start, { userId: agent.id, mode: 'listen' });
  await isTold('listen');
});
afterAll(async () => {
  await other.stop();
  await desk.close();
});

const isTold = (mode: string): Promise<unknown> =>
  until(
    async () =>
      (await desk.server.database.one(sql`
        select 1 as ok from call_listens where user_id = ${boss.id} and told_mode = ${mode} and ended_at is null`)) !==
      undefined,
  );
const line = (): string =>
  [...desk.fake.channels.values()].find(({ name }) => name.startsWith('PJSIP/2011'))?.id ?? '';
const bridgeOf = (id: string): string | undefined =>
  [...desk.fake.bridges.values()].find(({ channels }) => channels.includes(id))?.id;

test.each([
  ['join', 'call'],
  ['listen', 'ear'],
  ['join', 'call'],
  ['whisper', 'ear'],
] as const)('%s: lines are added once, though the exchange is slow', async (mode, where) => {
  const { fake } = desk;
  const puts = (): number => fake.asked.filter((one) => /(call|ear)-.*addChannel$/.test(one)).length;
  const before = puts();
  fake.fail({ path: /(call|ear)-.*addChannel$/, how: { ms: 400 } });
  await boss.call(listening.change, { mode });
  await isTold(mode);
  expect(bridgeOf(line())).toBe(`recoup-${where}-${where === 'ear' ? line() : callRefNo}`);
  // To listen they are put there when what listens has come, which is looked for.
  if (mode === 'join') expect(puts()).toBe(before + 1);
});

test('another mode during a change: the last request applies', async () => {
  const { fake } = desk;
  fake.fail({ path: /call-.*addChannel$/, how: { ms: 300 } });
  await boss.call(listening.change, { mode: 'join' });
  await boss.call(listening.change, { mode: 'listen' });
  await isTold('listen');
  expect(bridgeOf(line())).toBe(`recoup-ear-${line()}`);
});
