import { setImmediate as soon } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { queueHashing } from './passwords.ts';

/** Work that finishes on command. */
function held() {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { end, work: () => ended };
}

test('a burst at one agency fills its queue only, and another agency is served next', async () => {
  const [rush, other] = [{ home: {} }, { home: {} }];
  const order: string[] = [];
  const all: { end(): void }[] = [];
  const begun: Promise<unknown>[] = [];
  let busy = 0;
  const ask = (house: { home: object }, name: string): void => {
    const one = held();
    all.push(one);
    begun.push(
      queueHashing(house, () => {
        order.push(name);
        return one.work();
      }).catch(() => void (busy += 1)),
    );
  };
  // Four hash concurrently, and a hundred are queued.
  for (let n = 0; n < 200; n += 1) ask(rush, 'rush');
  await soon();
  expect(busy).toBeGreaterThanOrEqual(96);
  const refused = busy;
  const working = order.length;
  ask(other, 'other');
  ask(other, 'other');
  for (const one of all.slice(0, working)) one.end();
  await soon();
  for (const one of all) one.end();
  await Promise.all(begun);
  expect(busy).toBe(refused);
  // The first in the queue is next, then each in rotation.
  expect(order.slice(working, working + 4)).toEqual(['rush', 'other', 'rush', 'other']);
  expect(order).toHaveLength(202 - refused);
});
