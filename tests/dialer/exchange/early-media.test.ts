/** Early media on a real exchange: a ringing tone, and announcements of the carrier. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../../src/contexts/dialer/contract/dialer.ts';
import { sql } from '../../../src/kernel/server/database/sql.ts';
import { agentVoice, borrowerVoice } from '../../fakes/sip/tones.ts';
import type { Caller } from '../../kit.ts';
import { type Floor, figure, openFloor, until } from './floor.ts';
import { announced } from './telephones.ts';

let floor: Floor;
let agent: Caller;
const extension = '1001';
beforeAll(async () => {
  floor = await openFloor({ agents: 1 });
  agent = floor.agents[0]?.caller as Caller;
  await agent.call(dialer.login, { campaignId: floor.campaignId });
  await until('the line is up', () => floor.peer.live(extension)[0]?.answeredAt !== undefined);
});
afterAll(() => floor.stop());

const ears = () => floor.peer.live(extension)[0]?.media?.heard;
const loud = (): number => ears()?.loud ?? 0;
const heard = (mobile: string): number => ears()?.voices.get(borrowerVoice(mobile)) ?? 0;
const outcomeOf = async (ref: string) =>
  (
    await floor.server.database.one<{ outcome: string | null }>(
      sql`select outcome from call_attempts where reference_id = ${ref}`,
    )
  )?.outcome;
async function dial(mobile: string): Promise<string> {
  const id = String(await floor.addLoan(mobile, agent));
  return (await agent.call(dialer.manualCall, { id })).callRefNo;
}

test('a carrier announcement is audible, and the outcome is switched off', async () => {
  const mobile = `98111113${announced}`;
  const before = Date.now();
  const ref = await dial(mobile);
  await until('the announcement is heard', () => heard(mobile) > 50, 10);
  figure('the agent hears an announcement after', Date.now() - before);
  await floor.becomes(agent, 'wrap-up');
  expect(await outcomeOf(ref)).toBe('switched_off');
  await floor.say(agent);
});

test('a ringing tone is audible until the answer, then the borrower', async () => {
  const mobile = '9811111120';
  const before = loud();
  const ref = await dial(mobile);
  await until('the phone rings', () => floor.peer.live(mobile)[0]?.rangAt !== undefined);
  const rang = floor.peer.live(mobile)[0]?.rangAt ?? 0;
  await until('the tone is heard', () => loud() - before > 10, 10);
  figure('the agent hears ringing after the ring by', Date.now() - rang);
  expect(floor.peer.live(mobile)[0]?.answeredAt).toBeUndefined();
  expect(heard(mobile)).toBe(0);
  await until('the borrower answers', () => floor.peer.live(mobile)[0]?.answeredAt !== undefined);
  await until('the borrower is heard', () => heard(mobile) > 50);
  const borrower = floor.peer.live(mobile)[0];
  await until(
    'the agent is heard',
    () => (borrower?.media?.heard.voices.get(agentVoice(extension)) ?? 0) > 50,
  );
  // No other audio remains.
  const others = async (): Promise<string[]> =>
    (await floor.exchange.ask<{ id: string }[]>('/bridges'))
      .map(({ id }) => id)
      .filter((id) => id.includes('early'));
  await until('the early bridge is gone', async () => (await others()).length === 0, 10);
  await agent.call(dialer.hangUp, {});
  await floor.becomes(agent, 'wrap-up');
  expect(await outcomeOf(ref)).toBe('connected');
  await floor.say(agent);
});

test('an unanswered call leaves the line idle, and the next one is bridged', async () => {
  const ref = await dial('9811111303');
  await until('the phone rings', () => floor.peer.live('9811111303')[0]?.rangAt !== undefined);
  await floor.becomes(agent, 'wrap-up');
  expect(await outcomeOf(ref)).toBe('rejected');
  const silent = loud();
  await new Promise((go) => void setTimeout(go, 1500));
  expect(loud() - silent).toBeLessThan(5);
  await floor.say(agent);
  await dial('9811111121');
  await until('the borrower is heard', () => heard('9811111121') > 50);
  await agent.call(dialer.hangUp, {});
  await floor.becomes(agent, 'wrap-up');
});
