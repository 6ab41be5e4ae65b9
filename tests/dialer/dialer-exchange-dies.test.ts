/** The exchange process dies and restarts: finished calls are closed, and lines are rung again. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import type { Caller } from '../kit.ts';
import { type Desk, becomes, openDesk } from './desk.ts';
import { until } from '../until.ts';

const began = Date.now();
const clock = { now: () => new Date(Date.parse('2026-11-20T05:00:00Z') + Date.now() - began) };
let desk: Desk;
let fake: Desk['fake'];
beforeAll(async () => {
  desk = await openDesk(clock);
  fake = desk.fake;
});
afterAll(() => desk.close());

async function waiting(extension: number): Promise<Caller> {
  const agent = await desk.agent(extension);
  await agent.call(dialer.login, { campaignId: desk.campaignId });
  await agent.call(dialer.ready, {});
  await becomes(agent, 'waiting');
  return agent;
}
const lineOf = (extension: number): string | undefined =>
  [...fake.channels.values()].find(({ name }) => name.includes(String(extension)))?.id;

test('idle agents wait again automatically, bridged ones dispose, and no number is dialled twice', async () => {
  const [idle, talking] = [await waiting(4001), await waiting(4002)];
  const line = lineOf(4001);
  await talking.call(dialer.pause, {});
  const { callRefNo } = await talking.call(dialer.manualCall, { id: String(await desk.loan(talking, 'X1')) });
  await becomes(talking, 'on-call');
  fake.crash();
  await until(
    async () =>
      (await desk.server.database.one(
        sql`select 1 as ok from telephony_lines where provider = 'asterisk' and not is_up`,
      )) !== undefined,
  );
  fake.restart();
  await becomes(talking, 'wrap-up');
  expect(
    await desk.server.database.one(sql`
      select outcome, ended_by as "endedBy" from call_attempts where reference_id = ${callRefNo}`),
  ).toEqual({ outcome: 'connected', endedBy: 'network' });
  await until(() => lineOf(4001) !== undefined && lineOf(4001) !== line);
  await becomes(idle, 'waiting');
  expect(fake.asked.filter((one) => one === `POST /channels/${callRefNo} 1600000001`)).toHaveLength(1);
});

test('an agent who hangs up their line is paused', async () => {
  const agent = await waiting(4003);
  fake.giveUp(lineOf(4003) ?? '');
  await becomes(agent, 'IDLE');
});
