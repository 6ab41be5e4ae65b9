import { expect, test } from 'vitest';
import { type PacedCall, lessonsOf } from './lessons.ts';

const call = (over: Partial<PacedCall>): PacedCall => ({
  paced: 0,
  state: 'ringing',
  outcome: null,
  claimedAt: 0,
  answeredAt: null,
  bridgedAt: null,
  endedAt: null,
  wrapEndAt: null,
  isUndisposed: false,
  isMachine: false,
  leftAt: null,
  ...over,
});
const at = { now: 1_000_000, targetAbandon: 0.025 };
const typesOf = (over: Partial<PacedCall>): [string[], number] => {
  const { events, paced } = lessonsOf(call(over), at);
  return [events.map(({ type }) => type), paced];
};
const ended = { state: 'ended', endedAt: 9000 };

test('a call teaches nothing while it rings, and how it failed once it has', () => {
  expect(typesOf({})).toEqual([[], 0]);
  expect(lessonsOf(call({ ...ended, outcome: 'no_answer' }), at)).toEqual({
    events: [{ type: 'failed', afterS: 9 }],
    paced: 3,
  });
});

test('a caller without an agent is one answer and one abandon; cancelled calls are ignored', () => {
  expect(typesOf({ ...ended, outcome: 'abandoned', answeredAt: 7000 })).toEqual([['answered', 'reached'], 3]);
  expect(typesOf({ ...ended, outcome: 'cancelled' })).toEqual([[], 3]);
  // Rang while no server was running: included in the day's figure, but not a lesson for the threshold.
  expect(typesOf({ ...ended, outcome: 'abandoned' })).toEqual([['unheard'], 3]);
});

test('a conversation teaches three times, each once', () => {
  const spoken = { outcome: 'connected', answeredAt: 7000, bridgedAt: 8000 };
  expect(typesOf({ ...spoken, state: 'bridged', outcome: null })).toEqual([['answered', 'reached'], 1]);
  expect(typesOf({ ...spoken, ...ended, paced: 1 })).toEqual([['talked'], 2]);
  expect(typesOf({ ...spoken, ...ended, paced: 2 })).toEqual([[], 2]);
  expect(typesOf({ ...spoken, ...ended, paced: 2, wrapEndAt: 20_000 })).toEqual([['wrapped'], 3]);
  expect(typesOf({ ...spoken, ...ended, wrapEndAt: 20_000 })).toEqual([
    ['answered', 'reached', 'talked', 'wrapped'],
    3,
  ]);
  expect(typesOf({ ...spoken, ...ended, paced: 2, isUndisposed: true })).toEqual([[], 3]);
});

test('an answering machine an agent spoke to is no live answer after the disposition; its talk time is used', () => {
  const heard = { outcome: 'connected', answeredAt: 7000, bridgedAt: 8000, ...ended, isMachine: true };
  expect(typesOf({ ...heard, paced: 1 })).toEqual([['talked'], 2]);
  expect(lessonsOf(call({ ...heard, paced: 2, wrapEndAt: 20_000 }), at).events).toEqual([
    { type: 'wrapped', seconds: 11 },
    { type: 'unreached', at: 8000, targetAbandon: 0.025 },
  ]);
  expect(typesOf({ ...heard, paced: 2, isUndisposed: true })).toEqual([['unreached'], 3]);
});

test("a call with a message fails at detection, whatever the message's length", () => {
  expect(
    lessonsOf(call({ ...ended, outcome: 'machine', answeredAt: 4000, leftAt: 6000, endedAt: 40_000 }), at)
      .events,
  ).toEqual([{ type: 'failed', afterS: 6 }]);
});
