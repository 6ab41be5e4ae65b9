/** Whoever calls in and finds nobody is answered, hears a sentence that tells nothing, and the call ends. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../src/kernel/server/database/sql.ts';
import { type Floor, openFloor, until } from './floor.ts';

let floor: Floor;
beforeAll(async () => {
  floor = await openFloor({ agents: 1 });
});
afterAll(() => floor.stop());

test('a number nobody knows is not refused: it is answered, spoken to, and kept as missed', async () => {
  const call = await floor.peer.callIn('9899999999');
  await until('the call is over', () => call.endedAt !== undefined, 40);
  expect(call.endedBy).toBe('exchange');
  expect(call.answeredAt).toBeDefined();
  expect(call.media?.heard.loud).toBeGreaterThan(200);
  // Nothing but the exchange's own sound: no agent.
  expect([...(call.media?.heard.voices.values() ?? [])].every((packets) => packets < 50)).toBe(true);
  const kept = () =>
    floor.server.database.one<{ outcome: string | null; loanId: number | null }>(sql`
      select outcome, loan_id as "loanId" from call_attempts where phone = '9899999999'`);
  await until('it is written down', async () => (await kept())?.outcome === 'no_answer', 5);
  expect(await kept()).toMatchObject({ loanId: null });
});
