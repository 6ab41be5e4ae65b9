import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLagProbe } from './lag-probe.ts';

const sent: string[] = [];
let probe: ReturnType<typeof openLagProbe>;
beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  sent.length = 0;
  probe = openLagProbe({
    send: (name) => Promise.resolve(sent.push(name) > 0),
    backlogMs: () => 0,
    everyMs: 1000,
    now: Date.now,
  });
  probe.whileOpen(
    () => undefined,
    () => undefined,
  )[0]();
});
afterEach(() => {
  probe.stop();
  vi.useRealTimers();
});

test('the lag is the time from a probe to its event, and grows while the event is awaited', () => {
  vi.advanceTimersByTime(40);
  expect(probe.hear(sent[0])).toBe(true);
  expect(probe.lagMs()).toBe(40);
  vi.advanceTimersByTime(3960);
  expect(probe.lagMs()).toBe(3000);
});

test('a lost event no longer counts once a later probe returns', () => {
  vi.advanceTimersByTime(5020);
  expect(probe.lagMs()).toBe(5020);
  probe.hear(sent.at(-1));
  expect(probe.lagMs()).toBe(20);
});

test('events of another process are no measurement', () => {
  expect(probe.hear('recoup-other-1')).toBe(false);
  expect(probe.hear('recoup-lag-00000000-1')).toBe(false);
});
