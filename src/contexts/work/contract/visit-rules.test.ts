import { expect, test } from 'vitest';
import { nextStepOf } from './visit-rules.ts';

test('a locked house escalates step by step and remains with the team leader', () => {
  expect([1, 2, 3, 4].map((times) => nextStepOf('locked', times))).toEqual([
    'another_time',
    'call_first',
    'tell_leader',
    'tell_leader',
  ]);
});

test('a visit with a person met needs a disposition, a wrong address a check', () => {
  expect(nextStepOf('met', 0)).toBe('write_down');
  expect(nextStepOf('family', 0)).toBe('call_first');
  expect(nextStepOf('refused', 0)).toBe('tell_leader');
  expect(nextStepOf('moved', 0)).toBe('check_address');
  expect(nextStepOf('wrong_address', 0)).toBe('check_address');
});
