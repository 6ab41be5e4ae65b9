import { expect, test } from 'vitest';
import { attentionOrder, standingOf, statesOf } from './attention.ts';

const now = 1_000_000_000;
const since = (seconds: number): number => now / 1000 - seconds;
const breaks = { 'BREAK-LUNCH': 900 };
const at = (agentName: string, status: string, seconds: number) => ({
  agentName,
  status,
  timestamp: since(seconds),
});

test('breaks are late after their limit, however the kind is spelled', () => {
  expect(standingOf(at('A', 'BREAK-LUNCH', 901), breaks, now)).toEqual({
    mood: 'bad',
    reason: 'overBreak',
    allowed: 900,
  });
  expect(standingOf(at('A', 'break-lunch', 899), breaks, now)).toEqual({ mood: 'plain', allowed: 900 });
  expect(standingOf(at('A', 'Break', 9000), breaks, now)).toEqual({ mood: 'plain' });
});

test.each([
  ['on-call', 601, 'longTalk'],
  ['wrap-up', 121, 'longWrapUp'],
  ['waiting', 301, 'longWait'],
  ['IDLE', 601, 'notReady'],
] as const)('%s for %d seconds needs attention', (word, seconds, reason) => {
  expect(standingOf(at('A', word, seconds), breaks, now)).toEqual({ mood: 'warn', reason });
  expect(standingOf(at('A', word, 60), breaks, now).reason).toBeUndefined();
});

test('agents are sorted by severity, then duration, with absent ones last', () => {
  const rows = [
    at('Away', 'logged-out', 99_999),
    at('Talks', 'on-call', 60),
    at('Rests', 'BREAK-LUNCH', 60),
    at('Late', 'BREAK-LUNCH', 2000),
    at('Long', 'on-call', 700),
    at('Longer', 'wrap-up', 800),
  ];
  expect(attentionOrder(rows, breaks, now).map(({ row }) => row.agentName)).toEqual([
    'Late',
    'Longer',
    'Long',
    'Talks',
    'Rests',
    'Away',
  ]);
});

test('everybody who is there is counted once', () => {
  const counts = {
    'on-call': 3,
    waiting: 2,
    ringing: 1,
    'BREAK-TEA': 1,
    'wrap-up': 4,
    IDLE: 1,
    'logged-out': 9,
  };
  expect(statesOf(counts)).toEqual({ talking: 3, waiting: 3, wrapUp: 4, break: 1, other: 1 });
});
