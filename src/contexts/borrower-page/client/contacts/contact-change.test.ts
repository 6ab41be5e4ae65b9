import { expect, test } from 'vitest';
import { changeOf } from './contact-change.ts';

const line = (value: string, before = value) => ({ value, before });
const loan = { id: 7, otherMobiles: ['XXXXXX0001', 'XXXXXX0002', 'XXXXXX0002'] };
const others = loan.otherMobiles.map((number) => line(number));
const was = { alternateContact1: 'XXXXXX0009', alternateContact2: null };
const form = { first: line('XXXXXX0009'), second: line(''), others };

test('only changed numbers are sent, with their previous values', () => {
  expect(changeOf(loan, form)).toEqual({ id: '7', was });
  expect(changeOf(loan, { ...form, second: line('9111111111', '') })).toEqual({
    id: '7',
    alternateContact2: '9111111111',
    was,
  });
  expect(changeOf(loan, { ...form, first: line('', 'XXXXXX0009') })).toMatchObject({
    alternateContact1: null,
  });
});

test('an overwritten number is removed and its successor added; of two equal ones one remains', () => {
  const typed = [line('9222222222', 'XXXXXX0001'), line('XXXXXX0002'), line('9333333333', '')];
  expect(changeOf(loan, { ...form, others: typed })).toEqual({
    id: '7',
    removeMobiles: ['XXXXXX0001', 'XXXXXX0002'],
    addMobiles: ['9222222222', '9333333333'],
    was,
  });
});
