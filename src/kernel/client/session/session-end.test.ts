import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Callbacks queued for the next frame. */
let frames: (() => void)[] = [];
function draw(): void {
  const due = frames;
  frames = [];
  for (const one of due) one();
}
let addresses: string[] = [];
/** Storage of a device without data. */
const empty = {
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
  clear: () => undefined,
};

beforeEach(() => {
  addresses = [];
  vi.useFakeTimers();
  const location = { pathname: '/home', search: '', assign: (to: string) => addresses.push(to) };
  vi.stubGlobal('window', { location, removeEventListener: () => undefined });
  vi.stubGlobal('localStorage', empty);
  vi.stubGlobal('sessionStorage', empty);
  vi.stubGlobal('requestAnimationFrame', (then: () => void) => frames.push(then));
});
afterEach(() => {
  frames = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
  // Page and notices are dropped here: later files of the worker load fresh ones.
  vi.resetModules();
});

/** On a page that has just been opened, and shows notices. */
async function expire(): Promise<void> {
  vi.resetModules();
  const { learnRefusals } = await import('../calls/api-failure.ts');
  const { noticeStore } = await import('../app/notices/notice-store.ts');
  const { sessionExpired } = await import('./session-end.ts');
  await learnRefusals();
  noticeStore.subscribe(() => undefined);
  sessionExpired();
  await vi.advanceTimersByTimeAsync(0);
}

test('an expired session shows its message for two seconds after drawing, on a busy page too', async () => {
  await expire();
  await vi.advanceTimersByTimeAsync(9000);
  expect(addresses).toEqual([]);
  draw();
  draw();
  await vi.advanceTimersByTimeAsync(1900);
  expect(addresses).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(addresses).toEqual(['/login']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(addresses).toEqual(['/login']);
});

test('navigation also happens from a page that draws nothing', async () => {
  await expire();
  await vi.advanceTimersByTimeAsync(10_100);
  expect(addresses).toEqual(['/login']);
});
