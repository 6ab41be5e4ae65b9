import { expect, test } from 'vitest';
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import type { Amounts } from '../offered.ts';
import { today } from '#kernel/ui/parts/values/format.ts';
import { laidByAmount, laidByParts, laidBySub, presetOf, receiptNumber } from './presets.ts';

const offered = [
  { id: dispositionIds.PTP, name: 'PTP', parentId: null },
  { id: 10, name: 'Full Amount', parentId: dispositionIds.PTP },
  { id: 11, name: 'One EMI', parentId: dispositionIds.PTP },
  { id: 13, name: 'Part Payment', parentId: dispositionIds.PTP },
  { id: 12, name: 'After Salary', parentId: dispositionIds.PTP },
  { id: dispositionIds.FinalSettlement, name: 'FinalSettlement', parentId: null },
  { id: 31, name: 'One Time', parentId: dispositionIds.FinalSettlement },
  { id: 32, name: 'In Instalments', parentId: dispositionIds.FinalSettlement },
  { id: dispositionIds.Payment, name: 'Payment', parentId: null },
  { id: 40, name: 'Full Payment', parentId: dispositionIds.Payment },
  { id: 41, name: 'Part Payment', parentId: dispositionIds.Payment },
  { id: 90, name: 'Ringing', parentId: null },
];
const loan = { emiAmount: 3480, unpaidEmiAmount: 6960, totalOutstanding: 44_503 };
const preset = (id: number, o: { isCash?: boolean; loan?: Amounts } = {}) =>
  presetOf({ loan: o.loan ?? loan, offered, id, isCash: o.isCash ?? false, receipt: 'CASH-1' });

test('a promise is preset to one EMI with the sub-disposition that states it; the day is required', () => {
  expect(preset(dispositionIds.PTP)).toEqual({
    dispositionId: String(dispositionIds.PTP),
    subDispositionId: '11',
    amount: '3480',
  });
});

test.each([{}, { emiAmount: null }, { emiAmount: 0 }])(
  'no amount, and no sub-disposition that states one, is preset without an EMI (%j)',
  (emi) => {
    const bare = { ...emi, unpaidEmiAmount: 15_250, totalOutstanding: 32_044 };
    expect(preset(dispositionIds.PTP, { loan: bare })).toEqual({
      dispositionId: String(dispositionIds.PTP),
      subDispositionId: '12',
    });
    const cash = preset(dispositionIds.Payment, { isCash: true, loan: bare });
    expect([cash.amount, cash.subDispositionId]).toEqual([undefined, undefined]);
  },
);

test('an EMI above what is outstanding is preset as the full amount', () => {
  const last = { emiAmount: 4359, totalOutstanding: 900 };
  expect(preset(dispositionIds.PTP, { loan: last })).toMatchObject({ amount: '900', subDispositionId: '10' });
});

const promise = { dispositionId: '1', subDispositionId: '11', amount: '3480' };
const of = { loan, offered };
test('the amount updates with the sub-disposition', () => {
  expect(laidBySub(of, '10', promise)).toEqual({ amount: '44503' });
  expect(laidBySub(of, '11', { ...promise, amount: '5' })).toEqual({ amount: '3480' });
  expect(laidBySub(of, '12', promise)).toEqual({});
  expect(laidBySub(of, '13', { ...promise, amount: '44,503' })).toEqual({ amount: '' });
  expect(laidBySub({ ...of, loan: { totalOutstanding: 900 } }, '11', promise)).toEqual({ amount: '' });
});

test('the sub-disposition updates with the amount while it states another one', () => {
  expect(laidByAmount(of, '44503', promise)).toEqual({ subDispositionId: '10' });
  expect(laidByAmount(of, '5000', promise)).toEqual({ subDispositionId: '13' });
  expect(laidByAmount(of, '3,480', { ...promise, subDispositionId: '10' })).toEqual({
    subDispositionId: '11',
  });
  expect(laidByAmount(of, '5000', { ...promise, subDispositionId: '12' })).toEqual({});
  expect(laidByAmount(of, '', promise)).toEqual({});
});

test('a one-time settlement has one instalment, and one in instalments has several', () => {
  const settlement = { dispositionId: '3', subDispositionId: '31', parts: '3' };
  expect(laidBySub(of, '31', settlement)).toEqual({ parts: '1' });
  expect(laidBySub(of, '32', { ...settlement, parts: '' })).toEqual({ parts: '2' });
  expect(laidByParts(of, '3', settlement)).toEqual({ subDispositionId: '32' });
  expect(laidByParts(of, '1', { ...settlement, subDispositionId: '32' })).toEqual({ subDispositionId: '31' });
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

test('a disposition without children is selected alone', () => {
  expect(preset(90)).toEqual({ dispositionId: '90' });
});

test('a receipt number contains its day and is easy to read aloud', () => {
  expect(receiptNumber('2026-11-22', new Uint8Array([0, 1, 30, 31, 200, 255]))).toMatch(
    /^CASH-261122-[2-9A-HJKMNP-Z]{6}$/,
  );
  expect(receiptNumber()).not.toBe(receiptNumber());
});
