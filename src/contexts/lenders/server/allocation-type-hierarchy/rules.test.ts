import { expect, test } from 'vitest';
import type { Failure } from '#kernel/contract/failure.ts';
import { checkFixed } from './rules.ts';

const before = {
  clientId: 1,
  portfolioId: 2,
  allocationTypeId: 3,
  ownerId: 4,
  month: 11,
  year: 2026,
  target: 5,
};
const refusedFields = (draft: object): string[] => {
  try {
    checkFixed(draft as Record<string, unknown>, before);
    return [];
  } catch (error) {
    return (error as Failure).fields.map(({ path }) => path);
  }
};

test('owner and target may change', () => {
  expect(refusedFields({ ownerId: 9, target: 0 })).toEqual([]);
});

test('the subject of an allocation type can be named but not changed', () => {
  expect(refusedFields({ ...before, target: 9 })).toEqual([]);
  for (const field of ['clientId', 'portfolioId', 'allocationTypeId', 'month', 'year'])
    expect(refusedFields({ [field]: 10 })).toEqual([field]);
  expect(refusedFields({ month: 1, year: 2027 })).toEqual(['month', 'year']);
});
