/**
 * Any order of callers arriving, waiting, pressing keys and hanging up, and of agents arriving, answering, passing on
 * and leaving, on two nodes of which one stops: no agent has two callers, no caller two agents, and every call is
 * answered, a callback, a voicemail, or missed with an open task.
 */
import { setTimeout as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { session } from '../../src/kernel/contract/session.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, bootBeside } from '../kit.ts';
import { runsOf, seed, timeout } from '../prove.ts';
import { type Floor, type Known, openFloor } from './floor-of-callers.ts';
import { until } from '../until.ts';

const did = '1600000001';
let floor: Floor;
let beside: TestServer;
let team: number;
beforeAll(async () => {
  floor = await openFloor();
  team = await floor.team('First team');
  const second = await floor.team('Second team');
  // An expired wrap-up is dropped, so that agents are free again.
  await floor.server.database.run(sql`update campaigns set wrap_max_s = 1`);
  await floor.queue({ number: did, teamId: team, secondTeamId: second, overflowSeconds: 5 });
  beside = await bootBeside(floor.server, floor.clock, { ARI_URL: floor.fake.url });
});
afterAll(async () => {
  await beside.stop().catch(() => undefined);
  await floor.stop();
});

const who = fc.nat({ max: 4 });
const acts = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('calls' as const), who }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('gives up' as const), who }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('presses' as const), who, key: fc.constantFrom('1', '2', '#') }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('answers' as const), who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('hangs up' as const), who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('lets pass' as const), who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('ready' as const), who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leaves' as const), who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('time' as const), who }) },
);
type Act = typeof acts extends fc.Arbitrary<infer T> ? T : never;

/** Without callers, or with another agent rung, it does not occur, which is acceptable. */
async function soon(agent: Caller, word: string): Promise<void> {
  for (let i = 0; i < 25 && (await floor.status(agent)).status !== word; i += 1) await turn(10);
}

/** No duplicates at any time. */
async function nobodyTwice(): Promise<void> {
  const twice = await floor.server.database.rows(sql`
    select user_id from call_attempts where state <> 'ended' and user_id is not null group by user_id having count(*) > 1
    union all
    select current_attempt_id from agent_sessions where ended_at is null and current_attempt_id is not null and activity <> 'WRAP'
    group by current_attempt_id having count(*) > 1`);
  expect(twice).toEqual([]);
}

async function run(all: readonly Act[]): Promise<void> {
  const { database } = floor.server;
  const agents: Caller[] = [await floor.agent(team), await floor.agent(team)];
  const known: Known[] = [await floor.loan(), await floor.loan(), await floor.loan(), await floor.loan()];
  const numbers = [...known.map(({ mobile }) => mobile), '9600000011'];
  const live = new Map<number, string>();
  const first =
    (await database.one<{ id: number }>(sql`select coalesce(max(id), 0) as id from call_attempts`))?.id ?? 0;
  let made = 0;
  const came = async (): Promise<number> =>
    (
      await database.one<{ n: number }>(sql`
        select count(*)::int as n from call_attempts where id > ${first} and direction = 'inbound'`)
    )?.n ?? 0;
  const tried = async (work: Promise<unknown>): Promise<void> => void (await work.catch(() => undefined));
  for (const act of all) {
    const agent = agents[act.who % agents.length] as Caller;
    const channel = live.get(act.who) ?? '';
    if (act.kind === 'calls' && !floor.fake.channels.has(channel)) {
      live.set(act.who, floor.fake.callIn(numbers[act.who] ?? '', did));
      made += 1;
      await until(async () => (await came()) === made, 'the call');
    }
    if (act.kind === 'gives up') floor.fake.giveUp(channel);
    if (act.kind === 'presses') {
      const there = [...live.values()].filter((one) => floor.fake.channels.has(one));
      floor.fake.press(there[act.who % Math.max(there.length, 1)] ?? '', act.key);
    }
    if (act.kind === 'answers') {
      await soon(agent, 'ringing');
      await tried(agent.call(dialer.answer, {}));
      await soon(agent, 'on-call');
    }
    if (act.kind === 'hangs up') await tried(agent.call(dialer.hangUp, {}));
    if (act.kind === 'lets pass') await tried(agent.call(dialer.decline, {}));
    if (act.kind === 'ready') await tried(agent.call(dialer.ready, {}));
    if (act.kind === 'leaves') await tried(agent.call(dialer.pause, {}));
    if (act.kind === 'time') floor.pass(6);
    await nobodyTwice();
  }
  for (const channel of live.values()) floor.fake.giveUp(channel);
  const open = async (): Promise<boolean> =>
    (await database.one(sql`
      select 1 as ok from call_attempts where id > ${first} and direction = 'inbound' and state <> 'ended'`)) !==
    undefined;
  await until(async () => !(await open()), 'the end of all calls');
  await nobodyTwice();
  const lost = await database.rows(sql`
    select k.id, c.result, k.outcome from call_attempts k left join queue_calls c on c.attempt_id = k.id
    where k.id > ${first} and k.direction = 'inbound' and (c.result is null or c.left_at is null
      or (c.result = 'answered') <> (k.outcome = 'connected'))`);
  expect(lost).toEqual([]);
  // Each unanswered caller has a task, unless reached later.
  const untold = await database.rows(sql`
    select k.id from call_attempts k join queue_calls c on c.attempt_id = k.id
    where k.id > ${first} and c.result <> 'answered'
      and not exists (select from missed_calls m where m.number = k.phone and (m.closed_at is null or m.closed_at >= k.ended_at))`);
  expect(untold).toEqual([]);
  for (const agent of agents) await agent.call(session.logout, {});
}

/** Under load the patience may expire before any ring: at least one answer is certain. */
async function answerOne(): Promise<void> {
  const agent = await floor.agent(team);
  const { mobile } = await floor.loan();
  const caller = floor.fake.callIn(mobile, did);
  await until(async () => (await floor.status(agent)).status === 'ringing', 'the caller');
  await agent.call(dialer.answer, {});
  await until(async () => (await floor.status(agent)).status === 'on-call', 'the talk');
  floor.fake.giveUp(caller);
  await until(async () => (await floor.status(agent)).status !== 'on-call', 'the end of the talk');
  await agent.call(session.logout, {});
}

const histories = fc.array(acts, { minLength: 6, maxLength: 24 });
test('in any order no caller is assigned twice or lost, though a node stops', { timeout }, async () => {
  const prove = (numRuns: number): Promise<void> =>
    fc.assert(fc.asyncProperty(histories, run), { numRuns, seed, endOnFailure: true });
  await answerOne();
  await prove(runsOf(3, 150));
  await beside.stop();
  await prove(runsOf(1, 100));
  // Each end there is was reached.
  const ends = await floor.server.database.rows<{ result: string }>(
    sql`select distinct result from queue_calls order by 1`,
  );
  expect(ends.map(({ result }) => result)).toEqual(
    expect.arrayContaining(['answered', 'call_back', 'missed']),
  );
});
