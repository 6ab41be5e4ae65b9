/** An unattended inbound caller gets a neutral announcement, and the call is over. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../src/kernel/server/database/sql.ts';
import { type Floor, openFloor, until } from './floor.ts';

let floor: Floor;
beforeAll(async () => {
  floor = await openFloor({ agents: 1 });
});
afterAll(() => floor.stop());

test('an unidentified number is answered, gets the announcement, and is recorded as missed', async () => {
  const call = await floor.peer.callIn('9899999999');
  await until('the call is over', () => call.endedAt !== undefined, 40);
  expect(call.endedBy).toBe('exchange');
  expect(call.answeredAt).toBeDefined();
  expect(call.media?.heard.loud).toBeGreaterThan(200);
  // Only the exchange's sound: no agent.
  expect([...(call.media?.heard.voices.values() ?? [])].every((packets) => packets < 50)).toBe(true);
  const kept = () =>
    floor.server.database.one<{ outcome: string | null; loanId: number | null }>(sql`
      select outcome, loan_id as "loanId" from call_attempts where phone = '9899999999'`);
  await until('it is written down', async () => (await kept())?.outcome === 'no_answer', 5);
  expect(await kept()).toMatchObject({ loanId: null });
});
