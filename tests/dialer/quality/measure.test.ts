import fc from 'fast-check';
import { expect, test } from 'vitest';
import { measure } from '../../../src/contexts/dialer/server/quality/measure.ts';
import { chanceOf, picksOf } from '../../../src/contexts/dialer/server/quality/picks.ts';
import { type Spoken, soundOf } from './spoken.ts';

const rate = 8000;
const figuresOf = (...channels: Spoken[][]) => measure(soundOf(channels, { rate, bits: 16, noise: 0.002 }));
const quiet = (seconds: number): Spoken => ({ seconds, loud: 0 });
const speech = (seconds: number, loud = 0.2): Spoken => ({ seconds, loud });

test('a recording has silence and loudness in seconds', async () => {
  expect(await figuresOf([speech(10), quiet(25), speech(5), quiet(3), speech(4, 0.9), speech(3)])).toEqual({
    seconds: 50,
    silenceSeconds: 28,
    longestSilence: 25,
    loudSeconds: 4,
    interruptions: null,
  });
});

test('simultaneous speech that continues is an interruption, and a brief assent is not', async () => {
  const agent = [speech(5), quiet(5), speech(6), quiet(4)];
  // Two seconds during the agent's speech; a short yes; then alternating.
  const borrower = [quiet(3), speech(4), quiet(5.5), speech(0.3), quiet(3.7), speech(3.5)];
  expect((await figuresOf(agent, borrower)).interruptions).toBe(1);
  expect((await figuresOf(agent, [quiet(5.4), speech(4), quiet(7), speech(3.6)])).interruptions).toBe(0);
});

test('alternating speech has no interruptions, and each planted overlap is detected', async () => {
  const turns = fc.array(fc.record({ seconds: fc.integer({ min: 3, max: 5 }), overlap: fc.boolean() }), {
    minLength: 2,
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(turns, async (all) => {
      const sides: [Spoken[], Spoken[]] = [[], []];
      const length = (of: Spoken[]): number => of.reduce((sum, { seconds }) => sum + seconds, 0);
      let end = 0;
      all.forEach(({ seconds, overlap }, i) => {
        const mine = i % 2 === 0 ? sides[0] : sides[1];
        const begin = i > 0 && overlap ? end - 0.9 : end + 0.6;
        mine.push(quiet(begin - length(mine)), speech(seconds));
        end = begin + seconds;
      });
      for (const side of sides) side.push(quiet(end + 1 - length(side)));
      const planted = all.filter(({ overlap }, i) => i > 0 && overlap).length;
      expect((await figuresOf(...sides)).interruptions).toBe(planted);
    }),
    { numRuns: 12 },
  );
});

test('calls are selected by audio, and a few at random', () => {
  const usual = { seconds: 90, silenceSeconds: 8, longestSilence: 4, loudSeconds: 0, interruptions: 1 };
  expect(picksOf(usual, 0.5)).toEqual([]);
  expect(picksOf(usual, 0.001)).toEqual(['random']);
  expect(picksOf({ ...usual, longestSilence: 31 }, 0.5)).toEqual(['silence']);
  expect(picksOf({ ...usual, silenceSeconds: 50 }, 0.5)).toEqual(['silence']);
  expect(picksOf({ ...usual, loudSeconds: 3, interruptions: 4 }, 0.5)).toEqual(['loudness', 'interruptions']);
  expect(picksOf({ ...usual, interruptions: null }, 0.5)).toEqual([]);
  // A call too short to show anything.
  expect(picksOf({ ...usual, seconds: 9, longestSilence: 9, silenceSeconds: 9 }, 0.001)).toEqual([]);
});

test('one call of fifty is picked by chance', () => {
  const all = Array.from({ length: 20_000 }, () => chanceOf(crypto.randomUUID()));
  const picked = all.filter((chance) => chance < 0.02).length;
  expect(picked).toBeGreaterThan(300);
  expect(picked).toBeLessThan(500);
});
