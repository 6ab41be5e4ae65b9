import { expect, test } from 'vitest';
import { type Limits, reasonAgainst, stateOf } from './rules.ts';

const open: Limits = {
  hours: { from: '08:00', until: '19:00' },
  closedOn: [],
  rest: null,
  cappedUntil: null,
};
const loan = { closed: null, isDnc: false };
const noon = { day: '2026-11-20', time: '12:00' };

test('a borrower may be sent a link in the hours of contact, and not when anything is against it', () => {
  expect(reasonAgainst(loan, open, noon)).toBeUndefined();
  expect(reasonAgainst({ ...loan, closed: 'inactive' }, open, noon)).toEqual({ why: 'inactive' });
  expect(reasonAgainst({ ...loan, isDnc: true }, open, noon)).toEqual({ why: 'dnc' });
  expect(reasonAgainst(loan, { ...open, rest: { until: '2026-12-01' } }, noon)).toEqual({ why: 'rest' });
  expect(reasonAgainst(loan, { ...open, closedOn: ['2026-11-20'] }, noon)).toEqual({ why: 'closed' });
  expect(reasonAgainst(loan, { ...open, cappedUntil: '2026-11-21' }, noon)).toEqual({
    why: 'capped',
    until: '2026-11-21',
  });
});

test.each([
  ['07:59', true],
  ['08:00', false],
  ['18:59', false],
  ['19:00', true],
])('at %s that it is too late or too early is %s', (time, isAgainst) => {
  expect(reasonAgainst(loan, open, { ...noon, time })).toEqual(
    isAgainst ? { why: 'hours', until: '08:00' } : undefined,
  );
});

test('where no rule says when, nobody is contacted', () => {
  expect(reasonAgainst(loan, { ...open, hours: null }, noon)).toEqual({ why: 'hours' });
});

const now = new Date('2026-11-20T06:00:00Z');
const link = {
  paidAt: null,
  revokedAt: null,
  isReplaced: false,
  expiresAt: '2026-11-21T06:00:00Z',
  openedAt: null,
};
test.each([
  [link, 'sent'],
  [{ ...link, openedAt: '2026-11-20T05:00:00Z' }, 'opened'],
  [{ ...link, expiresAt: '2026-11-20T06:00:00Z' }, 'expired'],
  [{ ...link, revokedAt: '2026-11-20T05:00:00Z' }, 'revoked'],
  [{ ...link, revokedAt: '2026-11-20T05:00:00Z', isReplaced: true }, 'replaced'],
  [{ ...link, paidAt: '2026-11-20T05:00:00Z', revokedAt: '2026-11-20T05:00:00Z' }, 'paid'],
])('a link %o is %s', (one, state) => {
  expect(stateOf(one, now)).toBe(state);
});
