import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Loop, openLoop } from './loop.ts';
import { type Rest, openRest } from './rest.ts';

const calmMs = 1000;
const restMs = 10_000;
const stops: (() => unknown)[] = [];
beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  vi.useRealTimers();
});

/** A loop that runs ten times per second when not idle. */
function turning(rest: Rest, everyMs = 100): { turns: () => number; loop: Loop } {
  let turns = 0;
  const work = (): Promise<number> => Promise.resolve((turns += 1));
  const loop = openLoop(everyMs, work, (error) => expect.unreachable(String(error)), rest);
  stops.push(loop.stop);
  return {
    loop,
    turns: () => {
      const seen = turns;
      turns = 0;
      return seen;
    },
  };
}
function resting(): Rest {
  const rest = openRest({ calmMs, restMs });
  stops.push(rest.stop);
  return rest;
}

test('an idle loop runs once per idle interval, in step with all others', async () => {
  const rest = resting();
  const [one, other] = [turning(rest), turning(rest, 130)];
  await vi.advanceTimersByTimeAsync(calmMs + 200);
  expect(one.turns()).toBeGreaterThan(8);
  other.turns();
  await vi.advanceTimersByTimeAsync(restMs - calmMs - 300);
  expect([one.turns(), other.turns()]).toEqual([0, 0]);
  await vi.advanceTimersByTimeAsync(200);
  expect([one.turns(), other.turns()]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(restMs * 3);
  expect([one.turns(), other.turns()]).toEqual([3, 3]);
});

test('activity wakes all loops until the system is idle again', async () => {
  const rest = resting();
  const { turns } = turning(rest);
  await vi.advanceTimersByTimeAsync(calmMs * 3);
  turns();
  rest.touch();
  await vi.advanceTimersByTimeAsync(20);
  expect(turns()).toBe(1);
  await vi.advanceTimersByTimeAsync(calmMs - 100);
  expect(turns()).toBeGreaterThan(7);
});

test('no loop idles while one is needed, and one woken or stopped by name is not woken again', async () => {
  const rest = resting();
  let isNeeded = true;
  rest.awakeWhile(() => isNeeded);
  const { loop, turns } = turning(rest);
  await vi.advanceTimersByTimeAsync(calmMs * 4);
  expect(turns()).toBeGreaterThan(35);
  isNeeded = false;
  await vi.advanceTimersByTimeAsync(200);
  turns();
  loop.wake();
  await vi.advanceTimersByTimeAsync(200);
  expect(turns()).toBe(1);
  await loop.stop();
  await vi.advanceTimersByTimeAsync(restMs * 2);
  expect(turns()).toBe(0);
});

test('a loop with a longer interval than the idle one preserves it', async () => {
  const { turns } = turning(resting(), restMs * 2);
  await vi.advanceTimersByTimeAsync(restMs * 4 + 100);
  expect(turns()).toBe(2);
});
