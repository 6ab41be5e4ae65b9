import { expect, test } from 'vitest';
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import { savedWords } from './outcome-words.ts';

test('the notice names what was saved', () => {
  const { PTP, Payment, FinalSettlement, Followup } = dispositionIds;
  expect([PTP, Payment, FinalSettlement, Followup, 300].map(savedWords)).toEqual([
    'Promise saved',
    'Payment saved',
    'Settlement request saved',
    'Follow-up saved',
    'Disposition added successfully',
  ]);
});
