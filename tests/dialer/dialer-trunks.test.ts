/** Several carriers: by order and weight, within their limits, and by the next when one refuses or cannot be reached. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { chooseTrunk } from '../../src/contexts/dialer/server/trunks/choice.ts';
import { session } from '../../src/kernel/contract/session.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { FakeAri } from '../fakes/ari.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';
import { until } from '../until.ts';

let fake: FakeAri;
let server: TestServer;
let campaignId: number;
let trunks: number[];
beforeAll(async () => {
  fake = await new FakeAri(20).open();
  const url = fake.url.replace('@trunk&', '@{trunk}&');
  server = await boot({ env: { ARI_URL: `${url}&answers=recoup-answered` } });
  // Removes contact hours, so that calls are allowed at any time.
  await server.database.run(sql`
    update compliance_rules set starts_at = '00:00', ends_at = '23:59' where kind = 'hours'`);
  await server.database.run(sql`update compliance_rules set is_active = false where kind = 'holiday'`);
  const made = await server.database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Desk', 'progressive', 1, 1) returning id`);
  campaignId = made?.id ?? 0;
  const rows = await server.database.rows<{ id: number }>(sql`
    insert into trunks (name, host, weight, channel_limit, place)
    values ('Near', '10.0.0.1', 1, 100, 1), ('Far', '10.0.0.2', 1, 100, 2) returning id`);
  trunks = rows.map(({ id }) => id);
  await until(async () => fake.isHeard());
});
afterAll(async () => {
  await server.stop();
  fake.close();
});
afterEach(async () => {
  fake.congested.clear();
  fake.unreachable.clear();
  await server.database.run(sql`update trunks set rests_until = null, channel_limit = 100, weight = 1`);
});
const becomes = (agent: Caller, word: string): Promise<void> =>
  until(async () => (await agent.call(dialer.status, {})).status === word);
let made = 0;
/** An agent calls a new borrower whose number answers. */
async function call(): Promise<{ agent: Caller; reference: string }> {
  made += 1;
  const agent = await server.person({ roleType: 'agent' });
  await server.database.run(sql`
    with a as (insert into campaign_agents (campaign_id, user_id) values (${campaignId}, ${agent.id}))
    update users set extension_number = ${5000 + made} where id = ${agent.id}`);
  await agent.call(dialer.login, { campaignId });
  const loan = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, ${`Borrower ${made}`}) returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, assignee_id)
    select 1, 1, b.id, ${`Borrower ${made}`}, ${`T${made}`}, ${`98${String(made).padStart(6, '0')}20`}, ${agent.id}
    from b returning id`);
  const { callRefNo } = await agent.call(dialer.manualCall, { id: String(loan?.id) });
  return { agent, reference: callRefNo };
}
const trunkOf = (reference: string) =>
  server.database.one<{ trunk: number; refused: number[]; outcome: string | null }>(sql`
    select trunk_id as trunk, refused_trunks as refused, outcome from call_attempts where reference_id = ${reference}`);

test.each(['congested', 'unreachable'] as const)(
  'a carrier that is %s is replaced by the next for the same call',
  async (how) => {
    const [near, far] = trunks as [number, number];
    fake[how].add(`trunk-${near}`);
    const { agent, reference } = await call();
    await becomes(agent, 'on-call');
    expect(await trunkOf(reference)).toMatchObject({ trunk: far, refused: [near] });
    // The next call skips the rejecting trunk.
    const next = await call();
    await becomes(next.agent, 'on-call');
    expect(await trunkOf(next.reference)).toMatchObject({ trunk: far, refused: [] });
    expect(fake.drowned).toEqual([]);
    for (const one of [agent, next.agent]) await one.call(session.logout, {});
  },
);

test('a call rejected by every carrier is congested and rang no phone', async () => {
  for (const id of trunks) fake.congested.add(`trunk-${id}`);
  const { agent, reference } = await call();
  await becomes(agent, 'wrap-up');
  expect(await trunkOf(reference)).toMatchObject({ outcome: 'congestion' });
  await agent.call(session.logout, {});
});

test('a full carrier is skipped, and with all full no call is dialled', async () => {
  const [near, far] = trunks as [number, number];
  await server.database.run(sql`update trunks set channel_limit = 1`);
  const first = await call();
  await becomes(first.agent, 'on-call');
  const second = await call();
  await becomes(second.agent, 'on-call');
  expect((await trunkOf(first.reference))?.trunk).toBe(near);
  expect((await trunkOf(second.reference))?.trunk).toBe(far);
  const third = await call();
  await becomes(third.agent, 'wrap-up');
  expect(await trunkOf(third.reference)).toMatchObject({ outcome: 'congestion' });
  expect(fake.asked.filter((one) => one.startsWith(`POST /channels/${third.reference}`))).toEqual([]);
  for (const { agent } of [first, second, third]) await agent.call(session.logout, {});
});

test('among equals the weight decides', async () => {
  await server.database.run(sql`
    insert into trunks (name, host, weight, channel_limit, place) values ('Beside', '10.0.0.3', 3, 100, 1)`);
  const chosen = new Map<number | null, number>();
  for (let i = 0; i < 400; i += 1) {
    const { trunkId } = await server.database.transaction((tx) => chooseTrunk(tx, new Date()));
    chosen.set(trunkId, (chosen.get(trunkId) ?? 0) + 1);
  }
  expect(chosen.get(trunks[1] ?? 0)).toBeUndefined();
  // A quarter, within five standard deviations.
  expect(Math.abs((chosen.get(trunks[0] ?? 0) ?? 0) - 100)).toBeLessThan(45);
});

test('a call answered without a server gets the announcement and is abandoned', async () => {
  const { agent, reference } = await call();
  await until(async () => fake.channels.get(reference)?.state === 'Ringing');
  fake.isClosed = true;
  fake.endSockets('cut');
  await until(async () => fake.media.includes('dialplan:nobody-free'));
  fake.isClosed = false;
  await until(async () => (await trunkOf(reference))?.outcome !== null);
  expect(await trunkOf(reference)).toMatchObject({ outcome: 'abandoned' });
  await agent.call(session.logout, {});
});

test('an agent’s line lost without an event is rung again when needed, and the caller connected', async () => {
  const { agent, reference } = await call();
  fake.media.length = 0;
  await until(async () => fake.channels.get(reference)?.state === 'Ringing');
  // As if the exchange had lost it during an outage.
  const line = [...fake.channels.values()].find(({ args, state }) => args === 'agent' && state === 'Up');
  fake.channels.delete(line?.id ?? '');
  await becomes(agent, 'on-call');
  expect(await trunkOf(reference)).toMatchObject({ outcome: null });
  expect(fake.media).toEqual([]);
  await agent.call(session.logout, {});
});
