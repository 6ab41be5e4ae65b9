import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLoop } from './loop.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const unexpected = (error: unknown): never => {
  throw error;
};

/** Work that takes 30 ms, and whether two ever ran at once. */
function slowWork() {
  const seen = { turns: 0, running: 0, most: 0 };
  const work = async (): Promise<void> => {
    seen.turns += 1;
    seen.running += 1;
    seen.most = Math.max(seen.most, seen.running);
    await new Promise((go) => setTimeout(go, 30));
    seen.running -= 1;
  };
  return { seen, work };
}

test('it turns again and again, never twice at once', async () => {
  const { seen, work } = slowWork();
  openLoop(100, work, unexpected);
  await vi.advanceTimersByTimeAsync(1000);
  expect(seen).toMatchObject({ turns: 7, most: 1 });
});

test('somebody who asks is served at once, and after the turn that is on', async () => {
  const { seen, work } = slowWork();
  const loop = openLoop(1000, work, unexpected);
  loop.wake();
  await vi.advanceTimersByTimeAsync(11);
  expect(seen.turns).toBe(1);
  loop.wake();
  loop.wake();
  await vi.advanceTimersByTimeAsync(40);
  expect(seen).toMatchObject({ turns: 2, most: 1 });
  await vi.advanceTimersByTimeAsync(900);
  expect(seen.turns).toBe(2);
});

test('stopped, it finishes its turn and begins no other', async () => {
  const { seen, work } = slowWork();
  const loop = openLoop(10, work, unexpected);
  await vi.advanceTimersByTimeAsync(15);
  const stopped = loop.stop();
  await vi.advanceTimersByTimeAsync(100);
  await stopped;
  loop.wake();
  await vi.advanceTimersByTimeAsync(100);
  expect(seen).toMatchObject({ turns: 1, running: 0 });
});

test('a turn that fails is told of, and the next one comes', async () => {
  const told: unknown[] = [];
  const fault = new Error('no line');
  openLoop(
    100,
    () => Promise.reject(fault),
    (error) => told.push(error),
  );
  await vi.advanceTimersByTimeAsync(250);
  expect(told).toEqual([fault, fault]);
});
