import { expect, test } from 'vitest';
import { nothingSettles, settle, settlingLoans } from './settling.ts';

const delivered = new Set(['a']);
const one = new Map([['a', 7]]);
const look = { waiting: new Map<string, number>(), delivered, now: 0, list: 'old' };

test('a loan is worked from its save until the updated list has arrived', () => {
  const saved = settle(nothingSettles, { ...look, waiting: one });
  const sent = settle(saved, { ...look, now: 1000 });
  expect([...settlingLoans(saved)]).toEqual([7]);
  expect([...settlingLoans(sent)]).toEqual([7]);
  // A list requested before the response lacks the entry.
  expect([...settlingLoans(settle(sent, { ...look, list: 'early', now: 2000 }))]).toEqual([7]);
  expect([...settlingLoans(settle(sent, { ...look, list: 'new', now: 12_000 }))]).toEqual([]);
  expect([...settlingLoans(settle(sent, { ...look, now: 60_000 }))]).toEqual([7]);
});

test('a rejected entry no longer marks its loan as worked', () => {
  const saved = settle(nothingSettles, { ...look, waiting: one });
  expect([...settlingLoans(settle(saved, { ...look, delivered: new Set<string>() }))]).toEqual([]);
});
