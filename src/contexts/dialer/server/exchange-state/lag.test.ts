import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Backpressure, lagLimits, noPressure, stepLag } from './lag.ts';

const { aheadMs, anyMs, calmMs, calmForMs } = lagLimits;
const lags = fc.array(
  fc.record({
    lagMs: fc.oneof(
      fc.nat(4000),
      fc.constantFrom(calmMs, calmMs + 1, aheadMs, aheadMs + 1, anyMs, anyMs + 1),
    ),
    afterMs: fc.integer({ min: 1, max: 3000 }),
  }),
  { maxLength: 60 },
);
const play = (all: readonly { lagMs: number; afterMs: number }[]) => {
  let at = 0;
  let state: Backpressure = noPressure;
  return all.map(({ lagMs, afterMs }) => {
    at += afterMs;
    const before = state;
    state = stepLag(state, lagMs, at);
    return { at, lagMs, before, after: state };
  });
};

test('no call is placed ahead while the lag is above the limit, after any history', () => {
  fc.assert(
    fc.property(lags, (all) => {
      for (const { lagMs, after } of play(all)) {
        if (lagMs > aheadMs) expect(after.dials).not.toBe('free');
        if (lagMs > anyMs) expect(after.dials).toBe('none');
      }
    }),
  );
});

test('predictive dialing resumes only after a short lag for the full calm time', () => {
  fc.assert(
    fc.property(lags, (all) => {
      const steps = play(all);
      for (const [i, { at, before, after }] of steps.entries()) {
        if (before.dials === 'free' || after.dials !== 'free') continue;
        const recent = steps.slice(0, i + 1).filter((one) => at - one.at < calmForMs);
        expect(recent.every(({ lagMs }) => lagMs <= calmMs)).toBe(true);
      }
    }),
  );
});

test('a lasting short lag always removes the pressure, and a lag under the limit never starts it', () => {
  fc.assert(
    fc.property(lags, fc.integer({ min: 0, max: calmMs }), (all, lagMs) => {
      const last = play([...all, { lagMs, afterMs: 1 }, { lagMs, afterMs: calmForMs }]).at(-1);
      expect(last?.after.dials).toBe('free');
    }),
  );
  for (const lagMs of [0, calmMs, aheadMs]) expect(stepLag(noPressure, lagMs, 1).dials).toBe('free');
});
