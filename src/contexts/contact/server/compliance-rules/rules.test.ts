import { expect, test } from 'vitest';
import type { Failure } from '#kernel/contract/failure.ts';
import {
  type Contacts,
  type ContactRule,
  tightestCap,
  cappedUntil,
  collide,
  daysBackOf,
  hoursFor,
  soundRule,
} from './rules.ts';

const empty: ContactRule = {
  kind: 'hours',
  clientId: null,
  productType: null,
  fromDay: '2022-08-12',
  untilDay: null,
  startsAt: null,
  endsAt: null,
  channel: null,
  most: null,
  everyDays: null,
  holdDays: null,
};
const hours = (startsAt: string, endsAt: string, o: Partial<ContactRule> = {}): ContactRule => ({
  ...empty,
  startsAt,
  endsAt,
  ...o,
});
const defaults = [
  hours('08:00', '19:00', { untilDay: '2026-12-31' }),
  hours('09:00', '18:00', { productType: 'Microfinance', untilDay: '2026-12-31' }),
  hours('08:00', '19:00', { fromDay: '2027-01-01' }),
];
const of = (day: string, productType: string | null = null, clientId = 7) => ({ day, productType, clientId });
const faults = (rule: Parameters<typeof soundRule>[0]): string[] => {
  try {
    soundRule(rule);
    return [];
  } catch (error) {
    return (error as Failure).fields.map(({ path }) => path);
  }
};

test('calling hours change with the year, and microfinance has separate ones until then', () => {
  expect(hoursFor(defaults, of('2026-12-31', 'microfinance'))).toEqual({
    startsAt: '09:00',
    endsAt: '18:00',
  });
  expect(hoursFor(defaults, of('2026-12-31', 'Tractor'))).toEqual({ startsAt: '08:00', endsAt: '19:00' });
  expect(hoursFor(defaults, of('2027-01-01', 'Microfinance'))).toEqual({
    startsAt: '08:00',
    endsAt: '19:00',
  });
  expect(hoursFor(defaults, of('2020-01-01'))).toBeUndefined();
});

test('a client rule precedes a product rule, and a client-and-product rule both', () => {
  const own = hours('10:00', '17:00', { clientId: 7 });
  const both = hours('11:00', '16:00', { clientId: 7, productType: 'Microfinance' });
  expect(hoursFor([...defaults, own], of('2026-11-21', 'Microfinance'))?.startsAt).toBe('10:00');
  expect(hoursFor([own, both, ...defaults], of('2026-11-21', 'Microfinance'))?.startsAt).toBe('11:00');
  expect(hoursFor([own, both, ...defaults], of('2026-11-21', 'Microfinance', 8))?.startsAt).toBe('09:00');
});

test('overlapping rules are rejected; other days, clients or periods are accepted', () => {
  const [first, micro, later] = defaults as [ContactRule, ContactRule, ContactRule];
  expect(collide(first, { ...first, fromDay: '2026-12-31', untilDay: null })).toBe(true);
  expect(collide(first, later)).toBe(false);
  expect(collide(first, micro)).toBe(false);
  expect(collide(first, { ...first, clientId: 7 })).toBe(false);
  const cap = { ...empty, kind: 'cap', channel: 'call', most: 3, everyDays: 1 };
  expect(collide(cap, { ...cap, most: 5 })).toBe(true);
  expect(collide(cap, { ...cap, everyDays: 7 })).toBe(false);
  expect(collide({ ...empty, kind: 'hold' }, { ...empty, kind: 'hold' })).toBe(false);
});

test('the contact history covers the longest cap, with a minimum of some days', () => {
  const cap = (everyDays: number): ContactRule => ({
    ...empty,
    kind: 'cap',
    channel: 'any',
    most: 1,
    everyDays,
  });
  expect([[], [cap(1)], [cap(7), cap(1)], [cap(31)]].map(daysBackOf)).toEqual([5, 5, 8, 32]);
});

test('a rule requires exactly the fields of its kind', () => {
  expect(faults({ kind: 'hours', fromDay: '2027-01-01' })).toEqual(['startsAt', 'endsAt']);
  expect(faults({ kind: 'cap', fromDay: '2027-01-01', channel: 'call' })).toEqual(['most', 'everyDays']);
  expect(faults({ kind: 'holiday', fromDay: '2027-01-26', untilDay: '2027-01-25' })).toEqual(['untilDay']);
  expect(faults(hours('19:00', '08:00'))).toEqual(['endsAt']);
  expect(soundRule(hours('08:00', '19:00', { most: 4, holdDays: 2 }))).toMatchObject({
    startsAt: '08:00',
    most: null,
    holdDays: null,
  });
});

test('the strictest cap is reported; of equal ones the shorter', () => {
  const cap = (channel: string, most: number, everyDays: number): ContactRule => ({
    ...empty,
    kind: 'cap',
    channel,
    most,
    everyDays,
  });
  const caps = [cap('any', 5, 7), cap('call', 3, 1), cap('message', 1, 1)];
  const call = { day: '2026-11-20', channel: 'call', by: 'call' } as const;
  const allowance = (...done: Contacts[]) => tightestCap(caps, of('2026-11-20'), { done, channel: 'call' });
  const today = { most: 3, everyDays: 1, since: '2026-11-20' };
  expect(allowance()).toEqual({ ...today, times: 0, by: [] });
  expect(allowance({ ...call, times: 2 })).toEqual({
    ...today,
    times: 2,
    by: [{ channel: 'call', times: 2 }],
  });
  const week = [
    { ...call, times: 1 },
    { day: '2026-11-15', channel: 'message' as const, by: 'sms', times: 3 },
    { day: '2026-11-16', channel: 'visit' as const, by: 'visit', times: 1 },
  ];
  expect(allowance(...week)).toEqual({
    times: 5,
    most: 5,
    everyDays: 7,
    since: '2026-11-14',
    by: [
      { channel: 'call', times: 1 },
      { channel: 'sms', times: 3 },
      { channel: 'visit', times: 1 },
    ],
  });
  expect(cappedUntil(caps, of('2026-11-20'), { done: week, channel: 'call' })).toBe('2026-11-22');
  expect(tightestCap([], of('2026-11-20'), { done: week, channel: 'call' })).toBeNull();
});
