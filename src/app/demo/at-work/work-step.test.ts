import { expect, test } from 'vitest';
import { borrowerDispositions } from '#contexts/work/contract/borrower-dispositions.ts';
import { ptp, ringing } from '../setup/outcomes.ts';
import { isWorkingTime, nextStep } from './work-step.ts';
import { outcomeOf } from './work-outcome.ts';

const now = new Date('2026-11-23T05:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString();
const step = (status: string, seconds: number, dice = 0) =>
  nextStep({ status, since: ago(seconds) }, now, dice);

test('agents of the demo work from Monday to Saturday, nine to six in India', () => {
  expect(isWorkingTime(now)).toBe(true);
  expect(isWorkingTime(new Date('2026-11-23T03:29:59Z'))).toBe(false);
  expect(isWorkingTime(new Date('2026-11-23T12:30:00Z'))).toBe(false);
  // A Sunday.
  expect(isWorkingTime(new Date('2026-11-22T05:00:00Z'))).toBe(false);
});

test('agents sign in, become ready, record after a call, and return from a break', () => {
  expect(step('logged-out', 0)).toBe('login');
  expect([step('First-login', 10), step('IDLE', 10), step('IDLE', 1)]).toEqual(['ready', 'ready', undefined]);
  expect([step('wrap-up', 20), step('wrap-up', 20, 0.9), step('wrap-up', 2)]).toEqual([
    'write',
    undefined,
    undefined,
  ]);
  expect([step('BREAK-TEA', 300), step('BREAK-TEA', 10)]).toEqual(['endBreak', undefined]);
  expect([step('waiting', 60), step('waiting', 60, 0.5), step('on-call', 600)]).toEqual([
    'break',
    undefined,
    undefined,
  ]);
});

test('random dispositions are always valid ones', () => {
  const call = {
    callRefNo: 'C1',
    loanId: 7,
    totalOutstanding: 1500,
    answeredAt: ago(50),
  };
  const all = Array.from({ length: 200 }, (_, i) => outcomeOf(call, now, i / 200));
  for (const one of all) {
    expect(borrowerDispositions.record.takes.safeParse(one).success).toBe(true);
    expect(one.dispositionId === ptp.id).toBe(one.amount !== undefined);
    expect(one.amount ?? 0).toBeLessThanOrEqual(1500);
  }
  expect(new Set(all.map(({ dispositionId }) => dispositionId)).size).toBe(5);
  expect(outcomeOf({ ...call, answeredAt: null }, now, 0.3).dispositionId).toBe(ringing.id);
});
