import { expect, test } from 'vitest';
import { laterOf, nextTry } from './rules.ts';

const noon = new Date('2026-11-20T06:30:00Z');

test('what is refused waits until it may leave, and is not tried again when no time ends the rule', () => {
  expect(laterOf({ rule: 'hours', until: '2026-11-21T02:30:00Z' }, noon)).toEqual(
    new Date('2026-11-21T02:30:00Z'),
  );
  expect(laterOf({ rule: 'rests', until: '2026-12-01T02:30:00Z' }, noon)).not.toBeNull();
  for (const rule of ['do_not_call', 'client_inactive', 'no_number', 'reference', 'rests'])
    expect(laterOf({ rule, until: null }, noon)).toBeNull();
});

test('hours that nobody set may be set later: it is asked again within the hour', () =>
  expect(laterOf({ rule: 'no_hours', until: null }, noon)).toEqual(new Date('2026-11-20T07:30:00Z')));

test('a wish that leaves no time at all is asked about again in a day', () =>
  expect(laterOf({ rule: 'no_time', until: null }, noon)).toEqual(new Date('2026-11-21T06:30:00Z')));

test('a carrier that is gone is tried again after longer and longer, five times', () => {
  expect(nextTry(1, noon)).toEqual(new Date('2026-11-20T06:30:10Z'));
  expect(nextTry(6, noon)).toBeNull();
});
