import { expect, test } from 'vitest';
import { type TimelineRow, toldOf } from './timeline-words.ts';

const row = (of: Partial<TimelineRow>): TimelineRow => ({
  at: '2026-10-19T05:00:00.000Z',
  kind: 'call',
  what: null,
  more: null,
  state: null,
  amount: null,
  received: null,
  day: null,
  seconds: null,
  note: null,
  by: null,
  ...of,
});

test('a broken PTP shows amount, date and amount received', () => {
  const { picture, tone, title, about } = toldOf(
    row({ kind: 'judged', state: 'broken', amount: 3480, received: 0, day: '2025-10-21' }),
  );
  expect([picture, tone, title]).toEqual(['broken', 'bad', 'Promise broken']);
  expect(about).toBe('₹3,480 due 21 Oct 2025 · received ₹0');
});

test('a judged promise has the tone of its state', () => {
  const toneOf = (state: string) => toldOf(row({ kind: 'judged', state, day: '2025-10-21' })).tone;
  expect(['kept', 'part_kept', 'broken', 'deposit_awaited', 'confirmation_awaited'].map(toneOf)).toEqual([
    'good',
    'warn',
    'bad',
    'warn',
    'warn',
  ]);
});

test('a talk shows its duration, an unanswered call its status', () => {
  expect(toldOf(row({ seconds: 192, by: 'Asha' })).title).toBe('Talked 03:12');
  expect(toldOf(row({ what: 'No Answer' })).title).toBe('Call · No Answer');
});

test('a message has the icon of its channel, an email the mail icon', () => {
  const pictureOf = (what: string) => toldOf(row({ kind: 'message', what, state: 'sent' })).picture;
  expect(['whatsApp', 'ivr', 'sms', 'email'].map(pictureOf)).toEqual([
    'whatsapp',
    'recording',
    'message',
    'message',
  ]);
});
