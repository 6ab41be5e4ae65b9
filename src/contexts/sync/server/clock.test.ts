import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeInTime } from './clock.ts';

const received = new Date('2026-11-21T10:00:00Z');
const hour = 3_600_000;
const at = (hours: number, o: { skewMs?: number | null; monoOk?: boolean } = {}) => ({
  occurredAt: {
    wall: new Date(received.getTime() + hours * hour).toISOString(),
    skewMs: 0,
    skewAgeMs: 0,
    monoOk: true,
    ...o,
  },
});
const hoursOf = (placed: ReturnType<typeof placeInTime>): number[] =>
  placed.map(({ effectiveAt }) => (effectiveAt.getTime() - received.getTime()) / hour);

test('an entry with a clock jump is timed between its neighbours', () => {
  expect(hoursOf(placeInTime([at(-5), at(-99, { monoOk: false }), at(-2)], received))).toEqual([-5, -5, -2]);
  expect(hoursOf(placeInTime([at(-5), at(7, { skewMs: null }), at(-2)], received))).toEqual([-5, -2, -2]);
});

test("the device's last delivery bounds the first of a batch", () => {
  const floor = new Date(received.getTime() - 3 * hour);
  expect(hoursOf(placeInTime([at(-50, { skewMs: null })], received, floor))).toEqual([-3]);
});

test('two minutes in the future are tolerated, more is reported', () => {
  const codes = (hours: number): string[] | undefined => placeInTime([at(hours)], received)[0]?.codes;
  expect([codes(1 / 60), codes(0.5), codes(-24 * 31)]).toEqual([[], ['CLOCK_FUTURE'], ['STALE']]);
});

const drawn = fc.array(
  fc.record({
    hours: fc.integer({ min: -2000, max: 2000 }),
    isSure: fc.boolean(),
    skew: fc.integer({ min: -9e7, max: 9e7 }),
  }),
  { maxLength: 12 },
);
test('no time is in the future, and an unsure one never precedes earlier entries', () => {
  fc.assert(
    fc.property(drawn, (entries) => {
      const items = entries.map(({ hours, isSure, skew }) => at(hours, { skewMs: isSure ? skew : null }));
      const placed = placeInTime(items, received);
      placed.forEach(({ effectiveAt }, i) => {
        expect(effectiveAt.getTime()).toBeLessThanOrEqual(received.getTime());
        const before = placed.slice(0, i).map((one) => one.effectiveAt.getTime());
        if (!entries[i]?.isSure)
          expect(effectiveAt.getTime()).toBeGreaterThanOrEqual(Math.max(...before, -Infinity));
      });
    }),
  );
});
