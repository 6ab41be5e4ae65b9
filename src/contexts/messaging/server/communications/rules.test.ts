import { expect, test } from 'vitest';
import { laterOf, nextTry } from './rules.ts';

const noon = new Date('2026-11-20T06:30:00Z');

test('a blocked message is queued until its next time, and not retried when no time ends the rule', () => {
  expect(laterOf({ rule: 'hours', until: '2026-11-21T02:30:00Z' }, noon)).toEqual(
    new Date('2026-11-21T02:30:00Z'),
  );
  expect(laterOf({ rule: 'rests', until: '2026-12-01T02:30:00Z' }, noon)).not.toBeNull();
  for (const rule of ['do_not_call', 'client_inactive', 'no_number', 'reference', 'rests'])
    expect(laterOf({ rule, until: null }, noon)).toBeNull();
});

test('messages without calling hours are retried within the hour', () =>
  expect(laterOf({ rule: 'no_hours', until: null }, noon)).toEqual(new Date('2026-11-20T07:30:00Z')));

test('preferences without free time are rechecked after one day', () =>
  expect(laterOf({ rule: 'no_time', until: null }, noon)).toEqual(new Date('2026-11-21T06:30:00Z')));

test('an unreachable carrier is retried five times with increasing delays', () => {
  expect(nextTry(1, noon)).toEqual(new Date('2026-11-20T06:30:10Z'));
  expect(nextTry(6, noon)).toBeNull();
});
