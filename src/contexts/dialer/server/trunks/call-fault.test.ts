import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCarrierFault, unansweredOutcome } from './call-fault.ts';

type FaultCase = [sip: number | undefined, cause: number, outcome: string, before?: 180 | 183];
describe('an unanswered call gets an outcome', () => {
  test.each<FaultCase>([
    [403, 21, 'congestion'],
    [401, 21, 'congestion'],
    [407, 21, 'congestion'],
    [408, 18, 'congestion'],
    [488, 58, 'congestion'],
    [606, 58, 'congestion'],
    [302, 23, 'congestion'],
    [305, 23, 'congestion'],
    [402, 127, 'congestion'],
    [500, 38, 'congestion'],
    [502, 27, 'congestion'],
    [503, 34, 'congestion'],
    [504, 102, 'congestion'],
    [503, 34, 'congestion', 183],
    [403, 21, 'congestion', 183],
    // The phone rang: a later carrier fault changes nothing.
    [503, 34, 'no_answer', 180],
    [408, 18, 'no_answer', 180],
    // A Reason header describes the called phone.
    [503, 17, 'busy'],
    [500, 1, 'invalid'],
    [603, 17, 'busy'],
    [480, 17, 'busy'],
    [480, 18, 'no_answer'],
    [480, 19, 'no_answer'],
    [480, 20, 'switched_off'],
    [480, 20, 'switched_off', 183],
    [480, 20, 'no_answer', 180],
    [404, 1, 'invalid'],
    [404, 1, 'switched_off', 183],
    [404, 1, 'no_answer', 180],
    [484, 28, 'invalid'],
    [410, 22, 'invalid'],
    [486, 17, 'busy'],
    [600, 17, 'busy'],
    [603, 21, 'rejected'],
    [607, 127, 'no_answer'],
    // Trunks without SIP.
    [undefined, 34, 'congestion'],
    [undefined, 3, 'congestion'],
    [undefined, 21, 'rejected'],
    [undefined, 0, 'no_answer'],
  ])('status %s with cause %s is %s (after %s)', (sip, cause, outcome, before) =>
    expect(unansweredOutcome({ sip, cause, hasRung: before === 180, hasProgress: before === 183 })).toBe(
      outcome,
    ),
  );
});

test('a call that rang is never a carrier fault, and one with an unknown status always is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 300, max: 699 }), fc.integer({ min: 0, max: 127 }), (sip, cause) => {
      expect(unansweredOutcome({ sip, cause, hasRung: true, hasProgress: false })).not.toBe('congestion');
    }),
  );
  expect(isCarrierFault({ sip: 499, cause: 127 })).toBe(true);
  expect(isCarrierFault({ sip: 0, cause: null })).toBe(false);
});
