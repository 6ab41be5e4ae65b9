import { expect, test } from 'vitest';
import { agentPlan, planOf } from './number-plan.ts';
import { toneWav } from './tone.ts';

test("the last two digits determine a call's result", () => {
  const lastOf = (end: string) => planOf(`98765432${end}`).steps.at(-1);
  expect(lastOf('00')).toMatchObject({ type: 'ended', cause: 17 });
  expect(lastOf('02')).toMatchObject({ cause: 20 });
  expect(lastOf('20')).toMatchObject({ type: 'answered' });
  expect(planOf('9876543208').steps).toEqual([]);
  expect(planOf('9876543210').refuses).toBe('retryable');
  expect(planOf('9876543211').tellsTwice).toBe(true);
  const ends = Array.from({ length: 100 }, (_, n) => lastOf(String(n).padStart(2, '0'))?.type);
  expect(ends.filter((type) => type === 'answered').length).toBeGreaterThan(38);
  expect(agentPlan('1099').steps.at(-1)?.type).toBe('ended');
});

test('a recording is a wav of its length that sounds the same each time', () => {
  const wav = toneWav('a', 3);
  expect(wav.subarray(0, 4).toString()).toBe('RIFF');
  expect(wav.length).toBe(44 + 3 * 4000);
  expect(wav.readUInt32LE(40)).toBe(3 * 4000);
  expect(toneWav('a', 3).equals(wav)).toBe(true);
  expect(toneWav('b', 3).equals(wav)).toBe(false);
  expect(toneWav('a', 4000).length).toBe(44 + 30 * 4000);
});
