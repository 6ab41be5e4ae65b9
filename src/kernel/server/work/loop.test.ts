import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLoop } from './loop.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const unexpected = (error: unknown): never => {
  throw error;
};

/** Work of 30 ms, and whether two ever overlapped. */
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

test('iterations repeat and never overlap', async () => {
  const { seen, work } = slowWork();
  openLoop(100, work, unexpected);
  await vi.advanceTimersByTimeAsync(1000);
  expect(seen).toMatchObject({ turns: 7, most: 1 });
});

test('a request runs immediately, also after the current iteration', async () => {
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

test('stopping finishes the iteration and starts no other', async () => {
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

test('a failed iteration is logged, and the next one runs', async () => {
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
