import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { notice as Notices, noticeStore as Store } from './notice-store.ts';

let notice: typeof Notices;
let noticeStore: typeof Store;
/** Callbacks queued for the next frame. */
let frame: (() => void)[] = [];
function draw(): void {
  const due = frame;
  frame = [];
  for (const one of due) one();
}

beforeEach(async () => {
  vi.useFakeTimers();
  // Files of one worker share modules, so notices and viewers of an earlier file must be dropped.
  vi.resetModules();
  ({ notice, noticeStore } = await import('./notice-store.ts'));
  vi.stubGlobal('requestAnimationFrame', (then: () => void) => frame.push(then));
});
afterEach(() => {
  frame = [];
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const texts = (): string[] => noticeStore.all().map(({ text }) => text);

/** It is drawn in one frame, and has been by the next. */
function drawn(): void {
  draw();
  draw();
}

test('a notice is visible for 2.5 seconds', () => {
  const stop = noticeStore.subscribe(() => undefined);
  notice.success('Saved');
  drawn();
  vi.advanceTimersByTime(2400);
  expect(texts()).toEqual(['Saved']);
  vi.advanceTimersByTime(200);
  expect(texts()).toEqual([]);
  stop();
});

test('a notice is shown once the page becomes visible', () => {
  notice.success('Login successful');
  vi.advanceTimersByTime(60_000);
  expect(texts()).toEqual(['Login successful']);
  const stop = noticeStore.subscribe(() => undefined);
  drawn();
  vi.advanceTimersByTime(2600);
  expect(texts()).toEqual([]);
  stop();
});

test('a notice is visible for 2.5 seconds after drawing, on a busy page too', () => {
  const stop = noticeStore.subscribe(() => undefined);
  notice.success('Saved');
  draw();
  vi.advanceTimersByTime(60_000);
  expect(texts()).toEqual(['Saved']);
  draw();
  vi.advanceTimersByTime(2400);
  expect(texts()).toEqual(['Saved']);
  vi.advanceTimersByTime(200);
  expect(texts()).toEqual([]);
  stop();
});

test('equal notices are not stacked', () => {
  notice.error('Session expired');
  notice.error('Session expired');
  expect(texts()).toEqual(['Session expired']);
});

test('a hovered notice remains, and runs its full time afterwards', () => {
  const stop = noticeStore.subscribe(() => undefined);
  notice.info('Read me');
  drawn();
  noticeStore.hold(true);
  vi.advanceTimersByTime(10_000);
  expect(texts()).toEqual(['Read me']);
  noticeStore.hold(false);
  drawn();
  vi.advanceTimersByTime(2600);
  expect(texts()).toEqual([]);
  stop();
});
