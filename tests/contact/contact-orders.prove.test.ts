/**
 * Random concurrent calls, links, messages, visits, holds and DNC: no cap, hour, hold, preference or DNC is violated,
 * and no borrower has two calls, for any number or loan.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { runsOf, seed, timeout } from '../prove.ts';
import { type Act, type Floor, act, breaches, openFloor, people } from './contact-floor.ts';

const ordersOfRun = 50;
let floor: Floor;
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor.server.stop());

const loan = fc.nat({ max: 11 });
const orders = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('call' as const), loan }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('link' as const), loan }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('message' as const),
      loan,
      channel: fc.constantFrom('sms' as const, 'whatsApp' as const, 'rcs' as const, 'ivr' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('visit' as const), loan }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('late-visit' as const), loan }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('ready' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('end' as const),
      outcome: fc.constantFrom('no_answer' as const, 'connected' as const, 'abandoned' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('hold' as const), loan }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('release' as const), loan }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('dnc' as const), loan, isOn: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wish' as const),
      loan,
      noCalls: fc.boolean(),
      from: fc.option(fc.integer({ min: 8, max: 17 })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.nat({ max: 400 }) }) },
);

test(`${runsOf(6, 200) * ordersOfRun} orders pass no rule of contact`, { timeout }, () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(orders, { minLength: ordersOfRun, maxLength: ordersOfRun }),
      async (history: Act[]) => {
        const scene = await people(floor);
        const queue = [...history];
        const work = async (worker: number): Promise<void> => {
          for (let next = queue.shift(); next; next = queue.shift()) await act(floor, scene, worker, next);
        };
        await Promise.all(floor.agents.map((_, worker) => work(worker)));
        await floor.rest();
        expect(await breaches(floor, scene)).toEqual([]);
      },
    ),
    { numRuns: runsOf(6, 200), seed, endOnFailure: true },
  ),
);

test('the runs reached what they are about: contacts of every kind, and refusals by every rule', async () => {
  const kinds = await floor.server.database.rows<{ channel: string; allowed: boolean }>(
    sql`select distinct channel, is_allowed as allowed from contact_decisions`,
  );
  for (const channel of ['call', 'message', 'visit'])
    for (const allowed of runsOf([true], [true, false])) expect(kinds).toContainEqual({ channel, allowed });
  const rules = await floor.server.database.rows<{ rule: string }>(
    sql`select distinct rule from contact_decisions where rule is not null`,
  );
  expect(rules.map(({ rule }) => rule)).toEqual(
    expect.arrayContaining(
      runsOf(['hours'], ['capped', 'hours', 'rests', 'do_not_call', 'on_call', 'no_calls', 'avoided']),
    ),
  );
});
