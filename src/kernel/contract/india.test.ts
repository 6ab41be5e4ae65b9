import { afterEach, expect, test, vi } from 'vitest';
import { clockInIndia, dayInIndia, halfDayTime, startOfDayInIndia, timeInIndia } from './india.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a moment is read as clocks in India show it', () => {
  expect(clockInIndia('2026-11-22T18:29:59.999Z')).toBe('2026-11-22T23:59:59');
  expect(dayInIndia(new Date('2026-11-22T18:30:00Z'))).toBe('2026-11-23');
  expect(timeInIndia(Date.parse('2026-12-31T20:05:00Z'))).toBe('01:35');
});

test('a day in India starts at 18:30 UTC of the previous day', () => {
  expect(startOfDayInIndia('2026-11-22T18:29:59Z').toISOString()).toBe('2026-11-21T18:30:00.000Z');
  expect(startOfDayInIndia('2026-11-22T18:30:00Z').toISOString()).toBe('2026-11-22T18:30:00.000Z');
});

test('hours are shown as half days', () => {
  expect(halfDayTime('2026-11-22T18:30:09Z')).toBe('12:00 AM');
  expect(halfDayTime('2026-11-22T06:30:09Z')).toBe('12:00 PM');
  expect(halfDayTime('2026-11-22T12:34:56Z', true)).toBe('06:04:56 PM');
});

/** CLDR 42, in browsers of ICU 72: the date of Canada is written as that of its southern neighbour. */
class AsIcu72 extends Intl.DateTimeFormat {
  override format = (): string => '11/22/2026';
  override formatToParts = (): Intl.DateTimeFormatPart[] => [{ type: 'literal', value: '11/22/2026' }];
}

test('the day is the same in a browser that spells dates in another way', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-22T04:00:00Z'), toFake: ['Date'] });
  vi.stubGlobal('Intl', { NumberFormat: Intl.NumberFormat, DateTimeFormat: AsIcu72 });
  vi.resetModules();
  const { today } = await import('#kernel/ui/parts/values/format.ts');
  const { businessDay } = await import('#kernel/server/operation/clock.ts');
  expect(today()).toBe('2026-11-22');
  expect(today(1)).toBe('2026-11-23');
  expect(businessDay(new Date())).toBe('2026-11-22');
});
