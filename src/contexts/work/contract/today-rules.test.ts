import { expect, test } from 'vitest';
import { blockOf } from '#contexts/contact/contract/contact-block.ts';
import { type TodayRow, bestHours, inTurn, isDone, nextOf, reasonsOf, sectionOf } from './today-rules.ts';

const now = new Date('2026-11-20T06:00:00Z'); // 11:30 in India
const row = (o: Partial<TodayRow> = {}): TodayRow => ({
  id: 1,
  loanNumber: 'LN-1',
  borrowerName: 'Asha Rao',
  city: 'Pune',
  mobile: 'XXXXXX3210',
  client: 'Lender',
  totalOutstanding: 5000,
  principalOutstanding: 4000,
  dpd: 0,
  tags: [],
  assignedAt: '2026-11-01T04:00:00Z',
  lastDisposition: 'Followup',
  lastDispositionAt: '2026-11-18T06:00:00Z',
  followUpAt: null,
  broken: null,
  promise: null,
  closed: null,
  isDNC: false,
  hours: { from: '08:00', until: '19:00' },
  closedOn: [],
  rest: null,
  cappedUntil: null,
  visitCappedUntil: null,
  ...o,
});
const promised = (dueOn: string, received = 0) => ({ amount: 2000, received, dueOn, lapsesOn: dueOn });
const yesterday = '2026-11-19';
const paidOff = { on: yesterday, isSettled: false };

test.each<[string, Partial<TodayRow>, string]>([
  ['a promise was not kept', { broken: promised(yesterday), followUpAt: '2026-11-20T04:00:00Z' }, 'broken'],
  ['it was not kept, but spoken about since', { broken: promised('2026-11-15') }, 'rest'],
  ['a follow-up is due later today', { followUpAt: '2026-11-20T12:00:00Z' }, 'follow_up'],
  ['a follow-up was missed', { followUpAt: '2026-11-17T12:00:00Z' }, 'follow_up'],
  ['a follow-up is due after midnight in India', { followUpAt: '2026-11-20T18:30:00Z' }, 'rest'],
  ['a promise is due today', { promise: promised('2026-11-20') }, 'promise'],
  ['a promise is due tomorrow', { promise: promised('2026-11-21') }, 'rest'],
  ['nobody has spoken to them', { lastDispositionAt: null }, 'new'],
  ['nobody has since it is theirs', { assignedAt: '2026-11-19T04:00:00Z' }, 'new'],
  [
    'it is paid off, whatever was planned',
    { paidOff, broken: promised(yesterday), followUpAt: '2026-11-20T04:00:00Z' },
    'rest',
  ],
  ['it is nobody’s', { assignedAt: null, lastDispositionAt: null }, 'rest'],
])('where %s', (_, o, section) => {
  expect(sectionOf(row(o), now)).toBe(section);
});

test('broken PTPs lead, then follow-ups, PTPs of today, new ones, others, those worked today last', () => {
  const rows = [
    row({ id: 1, lastDispositionAt: '2026-11-20T05:00:00Z', totalOutstanding: 9000 }),
    row({ id: 2, totalOutstanding: 100 }),
    row({ id: 3, totalOutstanding: 200 }),
    row({ id: 4, lastDispositionAt: null }),
    row({ id: 5, promise: promised('2026-11-20') }),
    row({ id: 6, followUpAt: '2026-11-20T12:00:00Z' }),
    row({ id: 7, followUpAt: '2026-11-20T09:00:00Z' }),
    row({ id: 8, broken: promised('2026-11-18') }),
    row({ id: 9, broken: promised(yesterday) }),
  ];
  expect(inTurn(rows, now).map(({ row: { id } }) => id)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
});

test('there are at most three reasons, the weightiest first', () => {
  const everything = row({
    broken: promised('2026-11-18'),
    followUpAt: '2026-11-20T12:00:00Z',
    promise: promised('2026-11-22'),
    dpd: 40,
  });
  expect(reasonsOf(everything, now).map(({ code }) => code)).toEqual([
    'broken',
    'follow_up',
    'promise_ahead',
  ]);
  const reasons = (o: Partial<TodayRow>) => reasonsOf(row(o), now);
  expect(reasons({ broken: promised(yesterday, 500) })[0]).toMatchObject({
    code: 'part_kept',
    received: 500,
  });
  expect(reasons({ lastDispositionAt: null, dpd: 40 })).toEqual([
    { code: 'new', since: '2026-11-01T04:00:00Z' },
    { code: 'overdue', days: 40 },
  ]);
  expect(reasons({ lastDispositionAt: '2026-11-20T01:00:00Z' })).toEqual([
    { code: 'worked_today', what: 'Followup' },
  ]);
  expect(reasons({ lastDispositionAt: '2026-11-08T01:00:00Z' })).toEqual([{ code: 'silent', days: 12 }]);
  expect(reasons({})).toEqual([]);
});

const at = (clock: string): Date => new Date(`2026-11-20T${clock}:00+05:30`);
const opens = (day: string): string => new Date(`${day}T08:00:00+05:30`).toISOString();
test.each<[string, Partial<TodayRow>, string, { code: string; until: string | null } | null]>([
  ['in the hours', {}, '18:59', null],
  ['too early', {}, '07:59', { code: 'hours', until: opens('2026-11-20') }],
  ['too late', {}, '19:00', { code: 'hours', until: opens('2026-11-21') }],
  [
    'too late before a holiday',
    { closedOn: ['2026-11-21'] },
    '20:00',
    { code: 'hours', until: opens('2026-11-22') },
  ],
  [
    'on a holiday',
    { closedOn: ['2026-11-20', '2026-11-21'] },
    '11:00',
    { code: 'closed', until: opens('2026-11-22') },
  ],
  ['who must not be called', { isDNC: true }, '11:00', { code: 'do_not_call', until: null }],
  ['for whom no rule has hours', { hours: null }, '11:00', { code: 'no_hours', until: null }],
  [
    'contacted often enough',
    { cappedUntil: '2026-11-21' },
    '11:00',
    { code: 'capped', until: opens('2026-11-21') },
  ],
  ['contacted often enough until today', { cappedUntil: '2026-11-20' }, '11:00', null],
  [
    'while it rests',
    { rest: { reason: 'Bereavement', until: '2026-11-24' } },
    '11:00',
    { code: 'rests', until: opens('2026-11-25') },
  ],
  ['when the rest is over', { rest: { reason: 'Bereavement', until: yesterday } }, '11:00', null],
])('a borrower %s may be contacted or not', (_, o, clock, block) => {
  const found = blockOf(row(o), at(clock));
  expect(found && { code: found.code, until: found.until }).toEqual(block);
});

test.each<[string, number[], { from: number; until: number } | undefined]>([
  ['nobody was talked with', [], undefined],
  ['one talk is chance', [17], undefined],
  ['two in the same hour', [17, 17], { from: 17, until: 19 }],
  ['two in hours side by side', [18, 17], { from: 17, until: 19 }],
  ['the window with most', [9, 17, 18, 18], { from: 17, until: 19 }],
  ['all over the day', [8, 11, 14, 17, 18], undefined],
])('the best hours to be answered: %s', (_, hours, window) => {
  expect(bestHours(hours)).toEqual(window);
});

const nextName = (
  rows: TodayRow[],
  o: { waiting?: number[]; mayContact?: (one: TodayRow) => boolean } = {},
) =>
  nextOf(inTurn(rows, now), now, { waiting: new Set(o.waiting), mayContact: o.mayContact ?? (() => true) })
    ?.row.borrowerName;
const broke = row({ id: 1, borrowerName: 'Broke', broken: promised(yesterday) });
const later = row({ id: 2, borrowerName: 'Later', followUpAt: '2026-11-20T10:00:00Z' });
const due = row({ id: 3, borrowerName: 'Due', promise: promised('2026-11-20') });
const worked = row({ id: 4, borrowerName: 'Worked', lastDispositionAt: '2026-11-20T05:00:00Z' });

test('the next row is the first contactable one that is not completed', () => {
  expect(nextName([worked, due, later, broke])).toBe('Broke');
  expect(nextName([worked, due, broke], { mayContact: ({ id }) => id !== 1 })).toBe('Due');
  // An uncontactable borrower is still next when no other remains.
  expect(nextName([worked, broke], { mayContact: () => false })).toBe('Broke');
  expect(nextName([worked])).toBeUndefined();
});

test('items recorded on this phone are completed, and a callback is scheduled for its hour', () => {
  expect(nextName([due, later, broke], { waiting: [1] })).toBe('Due');
  expect(nextName([later, broke], { waiting: [1] })).toBe('Later');
  const soon = row({ id: 5, borrowerName: 'Soon', followUpAt: '2026-11-20T06:10:00Z' });
  expect(nextName([due, soon])).toBe('Soon');
});

test('the list shows that a called borrower never answered', () => {
  const calls = { attempts: 3, talks: 0, hours: [] };
  const said = row({ calls, lastDispositionAt: null, assignedAt: null });
  expect(reasonsOf(said, now)[0]).toEqual({ code: 'never_reached', attempts: 3 });
});

test('a paid-off loan is last and completed, without a reason to work it', () => {
  const paid = row({ id: 2, paidOff, followUpAt: '2026-11-20T04:00:00Z', totalOutstanding: 9000 });
  const placed = inTurn([paid, row({ id: 1, lastDispositionAt: '2026-11-20T05:00:00Z' })], now);
  expect(placed.map((one) => one.row.id)).toEqual([1, 2]);
  expect(placed.map((one) => isDone(one, now, new Set()))).toEqual([true, true]);
  expect(reasonsOf(paid, now)).toEqual([]);
});
