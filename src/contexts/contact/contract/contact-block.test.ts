import { expect, test } from 'vitest';
import { type ContactFacts, blockOf } from './contact-block.ts';

const facts: ContactFacts = {
  closed: null,
  isDNC: false,
  hours: { from: '08:00', until: '19:00' },
  closedOn: [],
  rest: null,
  cappedUntil: null,
};
const at = (clock: string, day = '2026-11-20'): Date => new Date(`${day}T${clock}:00+05:30`);
const opens = (clock: string, day = '2026-11-20'): string => at(clock, day).toISOString();
const span = (from: string, until: string) => ({ from, until });
const afternoon = [span('14:00', '16:00')];

test.each<[string, Partial<ContactFacts>, string, { code: string; until: string | null } | null]>([
  ['before the time', { avoid: afternoon }, '13:59', null],
  ['at its beginning', { avoid: afternoon }, '14:00', { code: 'avoided', until: opens('16:00') }],
  ['within it', { avoid: afternoon }, '15:00', { code: 'avoided', until: opens('16:00') }],
  ['at its end', { avoid: afternoon }, '16:00', null],
  [
    'with an end beyond the hours',
    { avoid: [span('17:00', '20:00')] },
    '18:00',
    { code: 'avoided', until: opens('08:00', '2026-11-21') },
  ],
  [
    'with an end beyond the hours, before a holiday',
    { avoid: [span('17:00', '19:00')], closedOn: ['2026-11-21'] },
    '18:00',
    { code: 'avoided', until: opens('08:00', '2026-11-22') },
  ],
  [
    'before the hours, when they begin with it',
    { avoid: [span('07:00', '10:00')] },
    '06:00',
    { code: 'hours', until: opens('10:00') },
  ],
  [
    'after the hours, when they begin with it',
    { avoid: [span('08:00', '10:00')] },
    '20:00',
    { code: 'hours', until: opens('10:00', '2026-11-21') },
  ],
  [
    'of two people, one after the other',
    { avoid: [span('15:30', '18:00'), span('14:00', '16:00')] },
    '15:00',
    { code: 'avoided', until: opens('18:00') },
  ],
  [
    'where the hours of a lender lie within it',
    { hours: span('10:00', '12:00'), avoid: [span('09:00', '13:00')] },
    '11:00',
    { code: 'no_time', until: null },
  ],
  [
    'before the hours of a lender that lie within it',
    { hours: span('10:00', '12:00'), avoid: [span('09:00', '13:00')] },
    '06:00',
    { code: 'no_time', until: null },
  ],
  [
    'with one of whom the hours of a lender lie within the times of two people',
    { hours: span('10:00', '14:00'), avoid: [span('12:00', '15:00'), span('09:00', '12:00')] },
    '20:00',
    { code: 'no_time', until: null },
  ],
  [
    'with half an hour left',
    { hours: span('10:00', '12:30'), avoid: [span('09:00', '12:00')] },
    '11:00',
    { code: 'avoided', until: opens('12:00') },
  ],
  [
    'where the cap ends in it',
    { avoid: [span('08:00', '09:30')], cappedUntil: '2026-11-21' },
    '12:00',
    { code: 'capped', until: opens('09:30', '2026-11-21') },
  ],
  ['who wants no calls', { noCalls: true }, '12:00', { code: 'no_calls', until: null }],
  [
    'who is on the list and wants no calls',
    { isDNC: true, noCalls: true },
    '12:00',
    { code: 'do_not_call', until: null },
  ],
  ['of facts a phone kept before there were wishes', {}, '12:00', null],
])('a borrower %s', (_, o, clock, block) => {
  expect(blockOf({ ...facts, ...o }, at(clock))).toEqual(block);
});
