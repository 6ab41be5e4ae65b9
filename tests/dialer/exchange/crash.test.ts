/** The exchange dies during calls: finished calls are closed, and no borrower is called twice. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../../src/contexts/dialer/contract/dialer.ts';
import { sql } from '../../../src/kernel/server/database/sql.ts';
import { agentVoice, borrowerVoice } from '../../fakes/sip/tones.ts';
import type { Caller } from '../../kit.ts';
import { type Floor, figure, hears, openFloor, until } from './floor.ts';

let floor: Floor;
beforeAll(async () => {
  floor = await openFloor({ agents: 3 });
});
afterAll(() => floor.stop());

const callOf = (reference: string) =>
  floor.server.database.one<{ state: string; outcome: string | null; endedBy: string | null }>(sql`
    select state, outcome, ended_by as "endedBy" from call_attempts where reference_id = ${reference}`);

test('a killed exchange frees all three agents, with correct outcomes and no duplicate calls', async () => {
  const { agents, peer, exchange } = floor;
  const numbers = ['9811100020', '9811100121', '9811100209'];
  const placed: string[] = [];
  for (const [i, { caller }] of agents.entries()) {
    await caller.call(dialer.login, { campaignId: floor.campaignId });
    await caller.call(dialer.ready, {});
    await floor.becomes(caller, 'waiting');
    await caller.call(dialer.pause, {});
    const loanId = await floor.addLoan(numbers[i] ?? '', caller);
    placed.push((await caller.call(dialer.manualCall, { id: String(loanId) })).callRefNo);
  }
  const [first, second, third] = agents.map(({ caller }) => caller) as [Caller, Caller, Caller];
  await floor.becomes(first, 'on-call');
  await floor.becomes(second, 'on-call');
  expect(await floor.statusOf(third)).toBe('ringing');
  await until('both are heard', () =>
    [0, 1].every(
      (i) =>
        hears(peer, numbers[i] ?? '', agentVoice(agents[i]?.extension ?? '')) &&
        hears(peer, agents[i]?.extension ?? '', borrowerVoice(numbers[i] ?? '')),
    ),
  );

  await exchange.kill();
  // During the outage an agent may disconnect manually.
  await first.call(dialer.hangUp, {});
  const byHand = await floor.becomes(first, 'wrap-up', 15);
  await exchange.start();
  const back = Date.now();
  for (const agent of [second, third]) await floor.becomes(agent, 'wrap-up', 25);
  const free = Date.now() - back;
  figure('the exchange killed: let go by hand after', byHand);
  figure('the others free after it was back', free);
  expect(await callOf(placed[0] ?? '')).toMatchObject({ state: 'ended', outcome: 'connected' });
  expect(await callOf(placed[1] ?? '')).toMatchObject({
    state: 'ended',
    outcome: 'connected',
    endedBy: 'network',
  });
  // The third may have answered before the crash.
  expect(await callOf(placed[2] ?? '')).toMatchObject({
    state: 'ended',
    outcome: 'abandoned',
    endedBy: 'network',
  });

  for (const { caller } of agents) {
    await floor.say(caller);
    await caller.call(dialer.ready, {});
  }
  // Their lines are rung again, and the next call is bridged.
  for (const { caller } of agents) await floor.becomes(caller, 'waiting', 30);
  for (const number of numbers) expect(peer.of(number)).toHaveLength(1);
  await first.call(dialer.pause, {});
  const loanId = await floor.addLoan('9811100322', first);
  await first.call(dialer.manualCall, { id: String(loanId) });
  await floor.becomes(first, 'on-call');
  await until('the next is heard', () => hears(peer, '9811100322', agentVoice('1001')));
  await first.call(dialer.hangUp, {});
  await floor.becomes(first, 'wrap-up');
  const bridges = await exchange.ask<{ bridge_type: string; id: string }[]>('/bridges');
  expect(bridges.filter((one) => one.bridge_type === 'mixing')).toEqual([]);
});
