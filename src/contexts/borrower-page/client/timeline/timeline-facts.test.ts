import { expect, test } from 'vitest';
import { Unreachable } from '#kernel/client/calls/api-failure.ts';
import { promiseIn, talkIn } from './timeline-facts.ts';
import type { TimelineRow } from './timeline-words.ts';

const row = (o: Partial<TimelineRow>): TimelineRow =>
  ({ kind: 'message', at: '2026-11-27T05:00:00Z', ...o }) as TimelineRow;
const five = Array.from({ length: 5 }, () => row({}));
const online = { error: null, asOf: undefined };
const offline = { error: null, asOf: new Date() };

test('without a timeline nothing is stated of talks and promises', () => {
  const away = { data: undefined, error: new Unreachable('away'), asOf: undefined };
  expect([talkIn(away).state, promiseIn(away).state]).toEqual(['away', 'away']);
  expect(talkIn({ data: undefined, ...online }).state).toBe('pending');
});

test('five cached timeline items without a talk do not state that there was none', () => {
  expect(talkIn({ data: five, ...offline }).state).toBe('away');
  expect(talkIn({ data: five.slice(1), ...offline }).state).toBe('none');
  expect(talkIn({ data: five, ...online }).state).toBe('none');
});

test('a talk and a broken PTP in the cached timeline are stated', () => {
  const data = [
    row({ kind: 'call', seconds: 109 }),
    row({ kind: 'judged', state: 'broken', day: '2026-11-27' }),
    ...five,
  ];
  expect(talkIn({ data, ...offline })).toMatchObject({ state: 'known', value: { seconds: 109 } });
  expect(promiseIn({ data, ...offline })).toMatchObject({ state: 'known', value: { times: 1 } });
});

test('the latest broken PTP is stated, not an older one', () => {
  const broken = row({ kind: 'judged', state: 'broken', day: '2026-11-20' });
  const paid = row({ kind: 'judged', state: 'deposit_awaited', day: '2026-11-27' });
  for (const data of [
    [paid, broken],
    [broken, paid],
  ])
    expect(promiseIn({ data, ...online })).toMatchObject({ value: { judged: paid, times: 1 } });
  const open = row({ kind: 'promise', state: 'open', day: '2026-12-02' });
  expect(promiseIn({ data: [open, paid], ...online })).toMatchObject({ value: { open } });
});
