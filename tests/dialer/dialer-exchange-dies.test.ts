/** The exchange's process dies and comes back: nobody stays on a call that is over, and lines are rung again. */
import { setTimeout as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { FakeAri } from '../fakes/ari.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';

const began = Date.now();
const clock = { now: () => new Date(Date.parse('2026-11-20T05:00:00Z') + Date.now() - began) };
let fake: FakeAri;
let server: TestServer;
let campaignId: number;
beforeAll(async () => {
  fake = await new FakeAri(20).open();
  server = await boot({ clock, env: { ARI_URL: fake.url } });
  const made = await server.database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Desk', 'progressive', 1, 1) returning id`);
  campaignId = made?.id ?? 0;
  await until(async () => fake.isHeard());
});
afterAll(async () => {
  await server.stop();
  fake.close();
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 1500; i += 1) {
    if (await isSo()) return;
    await turn(10);
  }
  throw new Error('it never came');
}
const becomes = (agent: Caller, word: string): Promise<void> =>
  until(async () => (await agent.call(dialer.status, {})).status === word);
async function waiting(extension: number): Promise<Caller> {
  const agent = await server.person({ roleType: 'agent' });
  await server.database.run(sql`
    with a as (insert into campaign_agents (campaign_id, user_id) values (${campaignId}, ${agent.id}))
    update users set extension_number = ${extension} where id = ${agent.id}`);
  await agent.call(dialer.login, { campaignId });
  await agent.call(dialer.ready, {});
  await becomes(agent, 'waiting');
  return agent;
}
const lineOf = (extension: number): string | undefined =>
  [...fake.channels.values()].find(({ name }) => name.includes(String(extension)))?.id;

test('whoever waited waits again without a press, whoever spoke writes it down, and no number is dialled twice', async () => {
  const [idle, talking] = [await waiting(4001), await waiting(4002)];
  const line = lineOf(4001);
  await talking.call(dialer.pause, {});
  const loan = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Spoken to') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, assignee_id)
    select 1, 1, b.id, 'Spoken to', 'X1', '9811111120', ${talking.id} from b returning id`);
  const { callRefNo } = await talking.call(dialer.manualCall, { id: String(loan?.id) });
  await becomes(talking, 'on-call');
  fake.crash();
  await until(
    async () =>
      (await server.database.one(
        sql`select 1 as ok from telephony_lines where provider = 'asterisk' and not is_up`,
      )) !== undefined,
  );
  fake.restart();
  await becomes(talking, 'wrap-up');
  expect(
    await server.database.one(sql`
      select outcome, ended_by as "endedBy" from call_attempts where reference_id = ${callRefNo}`),
  ).toEqual({ outcome: 'connected', endedBy: 'network' });
  await until(async () => lineOf(4001) !== undefined && lineOf(4001) !== line);
  await becomes(idle, 'waiting');
  expect(fake.asked.filter((one) => one === `POST /channels/${callRefNo}`)).toHaveLength(1);
});

test('whoever puts their line down rests', async () => {
  const agent = await waiting(4003);
  fake.giveUp(lineOf(4003) ?? '');
  await becomes(agent, 'IDLE');
});
