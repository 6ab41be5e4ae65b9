import { expect, test } from 'vitest';
import { type PastCalls, type RedialRule, longestRestMs, restEnd } from './redial.ts';
import type { CallOutcome } from './attempt/attempt.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Half past four in India. */
const endedAt = new Date('2026-11-20T11:00:00Z');
const usual = new Map<CallOutcome, RedialRule>();
const minutes = (past: Partial<PastCalls> & Pick<PastCalls, 'outcome'>, own = usual): number | null => {
  const until = restEnd({ of: 'person', endedAt, timesToday: 1, ...past }, own);
  return until && (until.getTime() - endedAt.getTime()) / minute;
};

test('a person is not redialled after an outcome for its rest time, and for a day after a conversation', () => {
  expect(minutes({ outcome: 'busy' })).toBe(15);
  expect(minutes({ outcome: 'no_answer' })).toBe(180);
  expect(minutes({ outcome: 'switched_off' })).toBe(240);
  expect(minutes({ outcome: 'rejected' })).toBe(24 * 60);
  expect(minutes({ outcome: 'abandoned' })).toBe(72 * 60);
  expect(minutes({ outcome: 'connected' })).toBe(24 * 60);
});

test('a congested call blocks no redial, an invalid number blocks only itself', () => {
  expect(minutes({ outcome: 'congestion' })).toBeNull();
  expect(minutes({ outcome: 'congestion', of: 'number' })).toBeNull();
  expect(minutes({ outcome: 'invalid' })).toBeNull();
  expect(minutes({ outcome: 'invalid', of: 'number' })).toBe(24 * 60);
});

test('a number at its daily limit continues the next morning, a person only without another number', () => {
  const often = { outcome: 'busy', timesToday: 3 } as const;
  // 08:00 in India.
  const morning = (Date.parse('2026-11-21T02:30:00Z') - endedAt.getTime()) / minute;
  expect(minutes({ ...often, of: 'number' })).toBe(morning);
  expect(minutes(often)).toBe(15);
  expect(minutes({ outcome: 'machine', timesToday: 2 })).toBe(morning);
});

test("the calling campaign's rule applies, and past calls are read for the longest rest time", () => {
  const own = new Map<CallOutcome, RedialRule>([
    ['busy', { afterMs: 5 * 24 * hour, mostADay: 1, nextNumber: false }],
  ]);
  expect(minutes({ outcome: 'busy' }, own)).toBe(5 * 24 * 60);
  expect([longestRestMs(usual), longestRestMs(own)]).toEqual([72 * hour, 5 * 24 * hour]);
});
