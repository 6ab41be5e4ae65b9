import { expect, test } from 'vitest';
import { type PastCalls, type RedialRule, longestRestMs, restEnd } from './redial.ts';
import type { CallOutcome } from './attempt.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Half past four in India. */
const endedAt = new Date('2026-11-20T11:00:00Z');
const usual = new Map<CallOutcome, RedialRule>();
const minutes = (past: Partial<PastCalls> & Pick<PastCalls, 'outcome'>, own = usual): number | null => {
  const until = restEnd({ of: 'person', endedAt, timesToday: 1, ...past }, own);
  return until && (until.getTime() - endedAt.getTime()) / minute;
};

test('a person rests after each outcome as long as a lead does, and a day after a conversation', () => {
  expect(minutes({ outcome: 'busy' })).toBe(15);
  expect(minutes({ outcome: 'no_answer' })).toBe(180);
  expect(minutes({ outcome: 'switched_off' })).toBe(240);
  expect(minutes({ outcome: 'rejected' })).toBe(24 * 60);
  expect(minutes({ outcome: 'abandoned' })).toBe(72 * 60);
  expect(minutes({ outcome: 'connected' })).toBe(24 * 60);
});

test('a call that no carrier took keeps from nothing, a number that does not exist from itself alone', () => {
  expect(minutes({ outcome: 'congestion' })).toBeNull();
  expect(minutes({ outcome: 'congestion', of: 'number' })).toBeNull();
  expect(minutes({ outcome: 'invalid' })).toBeNull();
  expect(minutes({ outcome: 'invalid', of: 'number' })).toBe(24 * 60);
});

test('after the most calls of a day a number waits for the next morning, a person only where no other number follows', () => {
  const often = { outcome: 'busy', timesToday: 3 } as const;
  // 08:00 in India.
  const morning = (Date.parse('2026-11-21T02:30:00Z') - endedAt.getTime()) / minute;
  expect(minutes({ ...often, of: 'number' })).toBe(morning);
  expect(minutes(often)).toBe(15);
  expect(minutes({ outcome: 'machine', timesToday: 2 })).toBe(morning);
});

test('the rule of the campaign that would call decides, and calls are looked back at for as long as the longest', () => {
  const own = new Map<CallOutcome, RedialRule>([
    ['busy', { afterMs: 5 * 24 * hour, mostADay: 1, nextNumber: false }],
  ]);
  expect(minutes({ outcome: 'busy' }, own)).toBe(5 * 24 * 60);
  expect([longestRestMs(usual), longestRestMs(own)]).toEqual([72 * hour, 5 * 24 * hour]);
});
