import { expect, test } from 'vitest';
import { check1600, checkCallerId, checkCallerIds } from './caller-id.ts';

test('a caller id is a number as a line shows it, or none', () => {
  for (const right of ['1600123456', '+912261234567', '140', '', null, undefined])
    expect(() => checkCallerId(right)).not.toThrow();
  for (const wrong of ['Asha Bank', '12', '+', '1600-123456', '1234567890123456'])
    expect(() => checkCallerId(wrong)).toThrow('INVALID_INPUT');
});

test('one of the 1600 series has ten digits', () => {
  for (const right of ['1600123456', '+911600123456']) expect(() => check1600(right)).not.toThrow();
  for (const wrong of ['160012345', '16001234567', '+912261234567', '9816001234', '', null, undefined])
    expect(() => check1600(wrong)).toThrow('INVALID_INPUT');
});

test('purpose caller IDs are optional and respect the 1600-series rule', () => {
  const own = { callerId: '1600123456', seriesOnly: true };
  for (const right of [own, { ...own, callBackCallerId: '1600123457' }, { ...own, reminderCallerId: null }])
    expect(() => checkCallerIds(right)).not.toThrow();
  for (const wrong of [{ callBackCallerId: '+912261234567' }, { reminderCallerId: '140' }]) {
    expect(() => checkCallerIds(wrong)).not.toThrow();
    expect(() => checkCallerIds({ ...own, ...wrong })).toThrow('INVALID_INPUT');
  }
  expect(() => checkCallerIds({ reminderCallerId: 'Asha Bank' })).toThrow('INVALID_INPUT');
});
