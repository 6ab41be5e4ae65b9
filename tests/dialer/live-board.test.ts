/** The live board: agents' changes are sent on every node, to users with access only. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  type AgentChange,
  agentLive,
  mostChangeBytes,
} from '../../src/contexts/dialer/contract/live/agent-live.ts';
import { breaks } from '../../src/contexts/agency/contract/breaks.ts';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { signal } from '../../src/kernel/server/live/event.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, bootBeside } from '../kit.ts';
import { type Line, lineOf } from '../matrix/socket.ts';

let one: TestServer;
let other: TestServer;
let campaignId = 0;
beforeAll(async () => {
  one = await boot();
  other = await bootBeside(one);
  campaignId =
    (
      await one.database.one<{ id: number }>(
        sql`insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Board', 'progressive', 1, 1) returning id`,
      )
    )?.id ?? 0;
});
const open: Line[] = [];
afterEach(() => {
  for (const line of open.splice(0)) line.close();
});
afterAll(async () => {
  await other.stop();
  await one.stop();
});

async function listen(server: TestServer, person: Caller): Promise<Line> {
  const line = await lineOf(server, person);
  open.push(line);
  return line;
}
const flags = ['list_agent_live_status'] as const;
const lead = (o: object = {}) => one.person({ roleType: 'tech_lead', flags, ...o });
async function agentBelow(reportingTo: number): Promise<Caller> {
  const agent = await one.person({ roleType: 'agent', reportingTo });
  await one.database.run(
    sql`insert into campaign_agents (campaign_id, user_id) values (${campaignId}, ${agent.id})`,
  );
  return agent;
}
/** All changes so far, in order. */
const heard = (line: Line): AgentChange[] =>
  line.heard.filter(({ name }) => name === 'agents').flatMap(({ facts }) => facts as AgentChange[]);
const until = (isSo: () => boolean): Promise<void> => expect.poll(isSo, { interval: 30 }).toBe(true);

test('a change on one node reaches, on the other, the team leader and the admins, and no stranger', async () => {
  const own = await lead();
  const agent = await agentBelow(own.id);
  const admin = await one.as(...flags);
  const [leads, admins] = [await listen(other, own), await listen(other, admin)];
  const strangers = [
    await listen(other, await lead()),
    await listen(other, await lead({ flags: [] })),
    await listen(other, await one.as()),
    await listen(other, agent),
    await listen(other, await one.person({ roleType: 'client', clientId: 1, flags })),
  ];
  const before = Date.now();
  await agent.call(dialer.login, { campaignId });
  await until(() => heard(leads).length > 0);
  const [change] = heard(leads);
  expect(change).toEqual([agent.id, 'logged-out', 'First-login', expect.any(Number), campaignId]);
  expect(heard(admins)).toEqual(heard(leads));
  // In seconds.
  expect(change?.[3]).toBeGreaterThanOrEqual(Math.floor(before / 1000));
  expect(change?.[3]).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000));
  await agent.call(dialer.onBreak, {});
  await until(() => heard(leads).some(([, , word]) => word === 'Break'));
  const { rows, summary } = await own.call(agentLive.list, { size: 1000 });
  const last = heard(leads).at(-1);
  expect(rows).toMatchObject([{ id: agent.id, status: last?.[2], timestamp: last?.[3], campaignId }]);
  expect(summary).toMatchObject({ statusCount: { Break: 1 }, breaks: expect.any(Object) });
  for (const line of strangers) expect(heard(line)).toEqual([]);
});

test('a change is at most 200 bytes with the longest names, and a longer one has only the user', async () => {
  const own = await lead();
  const agent = await agentBelow(own.id);
  const line = await listen(one, own);
  await agent.call(dialer.login, { campaignId });
  const maker = await one.as('create_break');
  const names = ['Lunch', 'L'.repeat(60), 'च'.repeat(60)];
  for (const name of names) {
    const made = await maker.call(breaks.create, { name, duration: '00:15' });
    await agent.call(dialer.onBreak, { breakId: made?.id });
    await until(() => heard(line).at(-1)?.[2] !== 'IDLE');
    await agent.call(dialer.pause, {});
    await until(() => [1, 5].includes(heard(line).at(-1)?.length ?? 0));
  }
  const changes = heard(line);
  expect(changes.some((change) => change.length === 1)).toBe(true);
  for (const change of changes)
    expect(Buffer.byteLength(JSON.stringify(change))).toBeLessThanOrEqual(mostChangeBytes);
});

test('concurrent changes are one message, with first and last status per agent', async () => {
  const line = await listen(one, await one.as(...flags));
  const tell = (id: number, was: string, word: string) =>
    signal(one.database, { board: { change: [id, was, word, 1, 2], to: [] } });
  await one.database.transaction(async (tx) => {
    for (let id = 1; id <= 50; id += 1)
      await signal(tx, { board: { change: [id, 'waiting', 'ringing', 1, 2], to: [] } });
    await signal(tx, { board: { change: [1, 'ringing', 'on-call', 3, 2], to: [] } });
  });
  await tell(99, 'IDLE', 'waiting');
  await until(() => heard(line).some(([id]) => id === 99));
  const [first] = line.heard
    .filter(({ name }) => name === 'agents')
    .map(({ facts }) => facts as AgentChange[]);
  expect(first?.filter(([id]) => id <= 50)).toHaveLength(50);
  expect(first?.find(([id]) => id === 1)).toEqual([1, 'waiting', 'on-call', 3, 2]);
});

test('the board contains the limit of each kind of break', async () => {
  const admin = await one.as('create_break', 'list_break', 'edit_break');
  await admin.call(breaks.create, { name: 'Long Tea', duration: '01:05' });
  const lead = await one.as('list_agent_live_status');
  expect((await lead.call(agentLive.list, {})).summary).toMatchObject({ breaks: { 'BREAK-LONG TEA': 3900 } });
});

test('the floor of one team includes its agents alone, and names every visible team', async () => {
  const manager = await one.person({ roleType: 'manager', flags });
  const leads = [await lead({ reportingTo: manager.id }), await lead({ reportingTo: manager.id })];
  const mine = await agentBelow(leads[0]?.id ?? 0);
  await agentBelow(leads[1]?.id ?? 0);
  await agentBelow(leads[1]?.id ?? 0);
  const board = await manager.call(agentLive.list, { leadId: leads[0]?.id });
  expect(board.rows.map(({ id }) => id)).toEqual([mine.id]);
  expect(board.summary).toMatchObject({
    statusCount: { 'logged-out': 1 },
    teams: expect.arrayContaining([
      expect.objectContaining({ id: leads[0]?.id, agents: 1 }),
      expect.objectContaining({ id: leads[1]?.id, agents: 2 }),
    ]),
  });
  const stranger = await lead();
  expect((await stranger.call(agentLive.list, { leadId: leads[0]?.id })).rows).toEqual([]);
});
