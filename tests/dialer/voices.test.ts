/** The measure of answer to voice itself: who had an agent free for them, and who had not. */
import { expect, test } from 'vitest';
import { type Answer, type Span, waitsOf } from './exchange/voices.ts';

const answer = (attemptId: number, answeredAt: number, more: Partial<Answer> = {}): Answer => ({
  number: `98${attemptId}`,
  answeredAt,
  voices: new Map(),
  endedAt: answeredAt + 5000,
  attemptId,
  isInTrouble: false,
  sounds: [],
  ...more,
});
const span = (
  userId: number,
  word: string,
  from: number,
  to: number,
  attemptId: number | null = null,
): Span => ({
  userId,
  word,
  attemptId,
  from,
  to,
});
/** Agent 1 is idle from the start, and gets call 1 after `ms`. */
const given = (ms: number): Span[] => [span(1, 'waiting', 0, ms), span(1, 'ringing', ms, 9000, 1)];

test('an answer with an idle agent is one with a free agent, however late the audio', () => {
  for (const ms of [40, 2390]) {
    const { free, over } = waitsOf([answer(1, 10, { voices: new Map([[1, 10 + ms]]) })], given(ms));
    expect(over).toEqual([]);
    expect(free.map((one) => one.ms)).toEqual([ms]);
  }
});

test("a hang-up without audio is included with its wait, and so is one with another agent's voice", () => {
  const gone = answer(1, 10, { endedAt: 3010, voices: new Map([[2, 30]]) });
  expect(waitsOf([gone], given(2000)).free.map(({ ms, voiceAt }) => [ms, voiceAt])).toEqual([
    [3000, undefined],
  ]);
});

test('an agent freed without a new call is free from that moment', () => {
  const spans = [
    span(1, 'wrap-up', 0, 500),
    span(1, 'waiting', 500, 1900),
    span(1, 'ringing', 1900, 9000, 1),
  ];
  const { free, over } = waitsOf([answer(1, 10, { voices: new Map([[1, 1950]]) })], spans);
  expect(free).toEqual([]);
  expect(over.map(({ ms, freeAt }) => [ms, freeAt])).toEqual([[1450, 500]]);
});

test('of two who answer, the agent is free for the first; for the second once the first is served', () => {
  const spans = [...given(60), span(2, 'wrap-up', 0, 800), span(2, 'ringing', 800, 9000, 2)];
  const both = [
    answer(2, 12, { voices: new Map([[2, 830]]) }),
    answer(1, 10, { voices: new Map([[1, 80]]) }),
  ];
  const { free, over } = waitsOf(both, spans);
  expect(free.map(({ attemptId, ms }) => [attemptId, ms])).toEqual([[1, 70]]);
  expect(over.map(({ attemptId, ms }) => [attemptId, ms])).toEqual([[2, 30]]);
});

test('a clearly earlier answer was skipped when a later one got the agent', () => {
  const spans = [span(1, 'waiting', 0, 200), span(1, 'ringing', 200, 9000, 2)];
  const { free } = waitsOf([answer(1, 10, { endedAt: 2010 }), answer(2, 150)], spans);
  expect(free.map(({ attemptId, ms }) => [attemptId, ms])).toContainEqual([1, 2000]);
});

test('an unrecorded call with an idle agent is one with a free agent', () => {
  const { free } = waitsOf([answer(1, 10, { attemptId: undefined })], [span(1, 'waiting', 0, 9000)]);
  expect(free.map(({ ms }) => ms)).toEqual([5000]);
});
