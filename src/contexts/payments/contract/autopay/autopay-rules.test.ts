import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type MandateWord,
  autopayLimit,
  chargeAt,
  leftOf,
  mandateAfter,
  mandateIsOver,
  lastTryOn,
  planAt,
  termsOf,
  tryAgainOn,
} from './autopay-rules.ts';

const told = fc.record({
  state: fc.constantFrom('registering', 'rejected', 'active', 'paused', 'expired', 'revoked'),
  askedAt: fc.integer({ min: 1, max: 6 }),
}) as fc.Arbitrary<MandateWord>;
const first: MandateWord = { state: 'registering', askedAt: null };
const end = (words: readonly MandateWord[]): MandateWord => words.reduce(mandateAfter, first);

test('late, duplicate and unordered responses reach the same final state', () => {
  fc.assert(
    fc.property(fc.array(told, { minLength: 1, maxLength: 8 }), fc.integer(), (words, seed) => {
      const mixed = words.toSorted(
        (a, b) => (((a.askedAt ?? 0) * seed) % 7) - (((b.askedAt ?? 0) * seed) % 7),
      );
      expect(end([...mixed, ...words, ...mixed.toReversed()])).toEqual(end(words));
      let is = first;
      for (const word of words) {
        const next = mandateAfter(is, word);
        if (is.state === 'revoked') expect(next.state).toBe('revoked');
        if (is.state === 'expired') expect(['expired', 'revoked']).toContain(next.state);
        is = next;
      }
    }),
    { numRuns: 2000 },
  );
});

test('the newer query wins between paused and active, and a tie chooses the one without debit', () => {
  const active = { state: 'active', askedAt: 2 } as const;
  expect(mandateAfter(active, { state: 'paused', askedAt: 1 }).state).toBe('active');
  expect(mandateAfter(active, { state: 'paused', askedAt: 3 }).state).toBe('paused');
  expect(mandateAfter(active, { state: 'paused', askedAt: 2 }).state).toBe('paused');
  expect(mandateIsOver('paused')).toBe(false);
  expect(mandateIsOver('withdrawn')).toBe(true);
});

test('an instalment is charged on its day, never sooner than the notice allows, or not at all', () => {
  const at = (day: string, clock: string) => new Date(`${day}T${clock}:00+05:30`);
  expect(planAt('2026-12-10')).toEqual(at('2026-12-07', '00:00'));
  expect(chargeAt('2026-12-10', at('2026-12-07', '10:00'), 24)).toEqual(at('2026-12-10', '07:00'));
  expect(chargeAt('2026-12-10', at('2026-12-09', '12:00'), 24)).toEqual(at('2026-12-10', '12:00'));
  expect(chargeAt('2026-12-10', at('2026-12-09', '12:00'), 48)).toBeNull();
  expect(chargeAt('2026-12-10', at('2026-12-09', '21:01'), 24)).toBeNull();
});

test('a plan with an instalment above the limit is not offered, and one that is paid or changed is not charged', () => {
  const now = new Date('2026-12-01T06:00:00Z');
  const open = {
    key: '1',
    dueOn: '2026-12-10',
    amount: autopayLimit,
    left: autopayLimit,
    until: '2026-12-17',
  };
  expect(termsOf([open], now, 24)).toEqual([{ key: '1', dueOn: '2026-12-10', amount: autopayLimit }]);
  expect(termsOf([open, { ...open, key: '2', amount: autopayLimit + 1 }], now, 24)).toBe('above-limit');
  expect(termsOf([{ ...open, dueOn: '2026-12-01' }], now, 24)).toBe('no-plan');
  expect(termsOf([{ ...open, left: 0 }], now, 24)).toBe('no-plan');
  expect(leftOf(open, [{ ...open, left: 100 }])).toBe(100);
  expect(leftOf(open, [])).toBe('paid');
  expect(leftOf(open, [{ ...open, amount: 5 }])).toBe('changed');
});

test('a failed debit is retried after three days or the notice period, never after the mandate expires', () => {
  const at = (day: string, clock: string) => new Date(`${day}T${clock}:00+05:30`);
  const o = { most: 3, until: '2026-12-17', now: at('2026-12-10', '10:00'), noticeHours: 24 };
  expect(tryAgainOn({ tries: 1, on: '2026-12-10' }, o)).toBe('2026-12-13');
  expect(tryAgainOn({ tries: 2, on: '2026-12-13' }, { ...o, now: at('2026-12-13', '22:00') })).toBe(
    '2026-12-16',
  );
  // A late status update: two nights of notice finish on the sixteenth.
  expect(
    tryAgainOn({ tries: 1, on: '2026-12-10' }, { ...o, now: at('2026-12-13', '22:00'), noticeHours: 48 }),
  ).toBe('2026-12-16');
  expect(tryAgainOn({ tries: 3, on: '2026-12-16' }, { ...o, until: '2027-01-31' })).toBeNull();
  expect(tryAgainOn({ tries: 1, on: '2026-12-10' }, { ...o, until: '2026-12-12' })).toBeNull();
  expect(tryAgainOn({ tries: 1, on: '2026-12-10' }, { ...o, most: 1 })).toBeNull();
  expect(lastTryOn({ dueOn: '2026-12-10', until: '2027-01-10' })).toBe('2026-12-16');
  expect(lastTryOn({ dueOn: '2026-12-10', until: '2026-12-11' })).toBe('2026-12-11');
  expect(lastTryOn({ dueOn: '2026-12-10', until: '2026-12-09' })).toBe('2026-12-10');
});
