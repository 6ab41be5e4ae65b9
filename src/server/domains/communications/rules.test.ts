import { expect, test } from 'vitest';
import { nextTry, refusalOf } from './rules.ts';

const noon = new Date('2026-11-20T06:30:00Z');
const night = new Date('2026-11-20T17:30:00Z');
const facts = { closed: null, isDNC: false, to: '9000000001' };
const limits = { hours: { from: '08:00', until: '19:00' }, closedOn: [], rest: null, cappedUntil: null };

test('a message leaves in the hours of contact and waits for them otherwise', () => {
  expect(refusalOf(facts, limits, noon)).toBeNull();
  expect(refusalOf(facts, limits, night)).toEqual({ rule: 'hours', until: new Date('2026-11-21T02:30:00Z') });
  expect(refusalOf(facts, { ...limits, cappedUntil: '2026-11-22' }, noon)?.until).toEqual(
    new Date('2026-11-22T02:30:00Z'),
  );
});

test('what no time ends is refused for good; hours that are not set are asked for again', () => {
  expect(refusalOf({ ...facts, isDNC: true }, limits, night)).toEqual({ rule: 'do_not_call', until: null });
  expect(refusalOf({ ...facts, closed: 'client_inactive' }, limits, noon)?.until).toBeNull();
  expect(refusalOf({ ...facts, to: null }, limits, noon)?.rule).toBe('no_number');
  expect(refusalOf(facts, undefined, noon)).toEqual({
    rule: 'no_hours',
    until: new Date('2026-11-20T07:30:00Z'),
  });
});

test('a carrier that does not answer is asked later and later, and at last not any more', () => {
  expect(nextTry(1, noon)).toEqual(new Date('2026-11-20T06:30:10Z'));
  expect(nextTry(6, noon)).toBeNull();
});
