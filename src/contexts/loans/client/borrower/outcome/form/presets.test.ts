import { expect, test } from 'vitest';
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import { today } from '#kernel/ui/parts/format.ts';
import { presetOf, receiptNumber } from './presets.ts';

const offered = [
  { id: dispositionIds.PTP, name: 'PTP', parentId: null },
  { id: 11, name: 'One EMI', parentId: dispositionIds.PTP },
  { id: 12, name: 'After Salary', parentId: dispositionIds.PTP },
  { id: dispositionIds.Payment, name: 'Payment', parentId: null },
  { id: 41, name: 'Part Payment', parentId: dispositionIds.Payment },
  { id: 90, name: 'Ringing', parentId: null },
];
const loan = { emiAmount: 3480, unpaidEmiAmount: 6960, totalOutstanding: 44_503 };
const preset = (
  id: number,
  o: { isCash?: boolean; loan?: typeof loan | { totalOutstanding: number } } = {},
) => presetOf({ loan: o.loan ?? loan, offered, id, isCash: o.isCash ?? false, receipt: 'CASH-1' });

test('a promise is of one instalment, for its first reason; the day is asked', () => {
  expect(preset(dispositionIds.PTP)).toEqual({
    dispositionId: String(dispositionIds.PTP),
    subDispositionId: '11',
    amount: '3480',
  });
  expect(preset(dispositionIds.PTP, { loan: { totalOutstanding: 900 } }).amount).toBe('900');
});

test('cash was paid today and has the number of its receipt', () => {
  expect(preset(dispositionIds.Payment, { isCash: true })).toEqual({
    dispositionId: String(dispositionIds.Payment),
    subDispositionId: '41',
    paymentDate: today(),
    amount: '3480',
    paymentMode: 'Cash',
    transactionId: 'CASH-1',
  });
  expect(preset(dispositionIds.Payment).transactionId).toBeUndefined();
});

test('an outcome without anything below it is chosen alone', () => {
  expect(preset(90)).toEqual({ dispositionId: '90' });
});

test('a receipt number tells its day and is easily read out', () => {
  expect(receiptNumber('2026-11-22', new Uint8Array([0, 1, 30, 31, 200, 255]))).toMatch(
    /^CASH-261122-[2-9A-HJKMNP-Z]{6}$/,
  );
  expect(receiptNumber()).not.toBe(receiptNumber());
});
