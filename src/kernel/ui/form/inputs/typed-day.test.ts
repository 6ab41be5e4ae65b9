import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shownDay, typedDay, typedMoment } from './typed-day.ts';

test.each([
  ['24-11-2026', '2026-11-24'],
  ['24/11/2026', '2026-11-24'],
  ['4.1.2026', '2026-01-04'],
  ['24112026', '2026-11-24'],
  [' 2026-11-24 ', '2026-11-24'],
  ['29-02-2028', '2028-02-29'],
  ['28-11-26', '2026-11-28'],
  ['28 Nov 2026', '2026-11-28'],
  ['२८-११-२०२६', '2026-11-28'],
])('%s is a day', (typed, day) => expect(typedDay(typed)).toBe(day));

test.each(['', '24', '24-11', '24112', '24-11-202', '11-24-2026', '31-02-2026', '29-02-2026', 'tomorrow'])(
  '%s is none, or not one yet',
  (typed) => expect(typedDay(typed)).toBeUndefined(),
);

test.each([
  ['24-11-2026', '2026-11-24T10:00'],
  ['24/11/2026 14:30', '2026-11-24T14:30'],
  ['24-11-2026 02:30 PM', '2026-11-24T14:30'],
  ['24-11-2026, 2 pm', '2026-11-24T14:00'],
  ['24-11-2026 12.05am', '2026-11-24T00:05'],
  ['2026-11-24T09:15', '2026-11-24T09:15'],
  ['24 Nov 2026 2:30 pm', '2026-11-24T14:30'],
  ['२४-११-२०२६ १४:३०', '2026-11-24T14:30'],
])('%s is a moment', (typed, moment) => expect(typedMoment(typed)).toBe(moment));

test.each([
  '24-11-2026 2',
  '24-11-2026 25:00',
  '24-11-2026 13 pm',
  '24-11-2026 10:75',
  '31-02-2026 10:00',
  '10:00',
])('%s is no moment', (typed) => expect(typedMoment(typed)).toBeUndefined());

test('what is shown is read as what it was', () => {
  const moments = fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(moments, (at) => {
      const said = at.toISOString().slice(0, 16);
      expect(typedMoment(shownDay(said))).toBe(said);
      expect(typedDay(shownDay(said.slice(0, 10)))).toBe(said.slice(0, 10));
    }),
  );
  expect(shownDay('2026-11-24T14:30')).toBe('24-11-2026 02:30 PM');
  expect(shownDay('31-02-2026')).toBe('31-02-2026');
});
