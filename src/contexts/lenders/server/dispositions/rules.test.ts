import { describe, expect, test } from 'vitest';
import { type Disposition, checkBuiltIn, checkReach, typeAndParentOf, swapped } from './rules.ts';

const own: Disposition = {
  id: 120,
  type: 'subDisposition',
  name: 'At Work',
  parentId: 104,
  defaultApply: true,
  isActive: true,
  isDeath: false,
};

describe('the four named dispositions', () => {
  test('may be spelled otherwise', () => {
    for (const [id, name] of [
      [1, 'Promise to Pay'],
      [1, 'P.T.P.'],
      [2, 'Follow Up'],
      [3, 'Final settlement'],
      [4, 'PAYMENT'],
    ] as const)
      expect(() => checkBuiltIn(id, { name })).not.toThrow();
  });

  test('system dispositions remain active with their meaning and position', () => {
    for (const change of [
      { name: 'Wrong Number' },
      { name: 'Followup' },
      { type: 'subDisposition' as const },
      { parentId: 2 },
      { isActive: false },
    ])
      expect(() => checkBuiltIn(1, change)).toThrow('BUILT_IN');
    expect(() =>
      checkBuiltIn(1, { isActive: true, isDeath: false, parentId: null, defaultApply: false }),
    ).not.toThrow();
  });

  test('any other may become what its owner likes', () => {
    expect(() => checkBuiltIn(104, { name: 'Payment', isActive: false })).not.toThrow();
  });
});

test('a sub-disposition needs a parent, a disposition has none', () => {
  expect(typeAndParentOf({ type: 'disposition', parentId: 7 })).toEqual({
    type: 'disposition',
    parentId: null,
  });
  expect(typeAndParentOf({ type: 'subDisposition', parentId: 7 })).toEqual({
    type: 'subDisposition',
    parentId: 7,
  });
  expect(() => typeAndParentOf({ type: 'subDisposition' })).toThrow('INVALID_INPUT');
  expect(typeAndParentOf({}, own)).toEqual({ type: 'subDisposition', parentId: 104 });
  expect(typeAndParentOf({ parentId: 105 }, own)).toEqual({ type: 'subDisposition', parentId: 105 });
  expect(() => typeAndParentOf({ parentId: null }, own)).toThrow('INVALID_INPUT');
});

test('clients are needed unless it applies to all', () => {
  expect(() => checkReach(false, [])).toThrow('INVALID_INPUT');
  expect(() => checkReach(false, [1])).not.toThrow();
  expect(() => checkReach(true, [])).not.toThrow();
});

test('swapping two positions changes no others', () => {
  expect(swapped([4, 5, 6, 7], 7, 5)).toEqual([4, 7, 6, 5]);
  expect(swapped([4, 5], 4, 4)).toBeUndefined();
  expect(swapped([4, 5], 4, 9)).toBeUndefined();
});
