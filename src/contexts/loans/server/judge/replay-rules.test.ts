import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Situation, judgementOf } from './replay-rules.ts';

const now = new Date('2026-11-21T10:00:00Z');
const moment = fc.integer({ min: -40, max: 0 }).map((days) => new Date(now.getTime() + days * 86_400_000));
const day = moment.map((at) => at.toISOString().slice(0, 10));
const amount = fc.integer({ min: 0, max: 3 });
const loan = fc.record({
  isActive: fc.boolean(),
  isPaidOff: fc.boolean(),
  closedAt: fc.option(moment),
  isDnc: fc.boolean(),
  dncSince: fc.option(moment),
  isSeen: fc.boolean(),
  wasSeen: fc.boolean(),
});
const situation: fc.Arbitrary<Situation> = fc.record({
  now: fc.constant(now),
  effectiveAt: moment,
  isLive: fc.boolean(),
  isReviewed: fc.boolean(),
  loan: fc.option(loan),
  knewDnc: fc.boolean(),
  isContact: fc.boolean(),
  ptpDate: fc.option(day),
  paymentDate: fc.option(day),
  master: fc.constantFrom('known', 'retired', 'unknown'),
  hasTwin: fc.boolean(),
  paid: fc.option(fc.record({ id: fc.constant(7), amount, wanted: amount })),
  needsDebt: fc.boolean(),
  settlement: fc.constantFrom(null, 'open', 'approved'),
  above: fc.option(fc.constant({ field: 'amount', wanted: '9.00', found: '5.00' })),
  differences: fc.constantFrom([], [{ field: 'mobile', wanted: '1', found: '2' }]),
});
const always = (holds: (s: Situation, verdict: ReturnType<typeof judgementOf>) => void): void =>
  fc.assert(
    fc.property(situation, (s) => holds(s, judgementOf(s))),
    { numRuns: 2000 },
  );

test('nothing is written on a loan that is not there, or that the author neither sees nor saw', () => {
  always(({ loan, isLive, isReviewed }, { verdict }) => {
    const isOurs = loan && (loan.isSeen || isReviewed || (!isLive && loan.wasSeen));
    if (!isOurs) expect(verdict).toBe('REJECTED');
  });
});

test('online callers get the error immediately; none of their requests becomes a review', () => {
  always(({ isLive }, { verdict }) => {
    if (isLive) expect(['APPLIED', 'APPLIED_WITH_NOTICE', 'REJECTED']).toContain(verdict);
  });
});

test('an accepted review is not reviewed again', () => {
  always(({ isReviewed }, { verdict }) => {
    if (isReviewed) expect(verdict).not.toBe('NEEDS_REVIEW');
  });
});

test('a review has a reason, a notice a code, and doubtful requests are never applied silently', () => {
  always((s, judged) => {
    if (judged.verdict === 'NEEDS_REVIEW') expect(judged.reasons.length).toBeGreaterThan(0);
    if (judged.verdict !== 'APPLIED') return;
    expect(judged.notices).toEqual([]);
    expect(s.loan?.isActive).toBe(true);
    expect(s.hasTwin).toBe(false);
    expect(s.master).toBe('known');
    expect(s.isContact && s.loan?.isDnc).toBeFalsy();
  });
});

test('a second settlement is never applied, nor a payment with a used number and another amount', () => {
  always((s, { verdict }) => {
    const isDouble = s.settlement !== null || (s.paid && s.paid.amount !== s.paid.wanted);
    if (isDouble) expect(['NEEDS_REVIEW', 'REJECTED', 'DUPLICATE_OF']).toContain(verdict);
  });
});

test('contact after its prohibition always needs a review', () => {
  always((s, { verdict }) => {
    const { loan } = s;
    const isAfter = loan?.isDnc && (loan.dncSince === null || s.effectiveAt >= loan.dncSince);
    if (isAfter && s.isContact && !s.isLive && !s.isReviewed && !s.knewDnc)
      expect(['NEEDS_REVIEW', 'REJECTED', 'DUPLICATE_OF']).toContain(verdict);
  });
});
