import { expect, test } from 'vitest';
import { sinceOf, stuckFor } from './aftermath.ts';
import type { Meta, OutboxItem, EntryReceipt } from '#kernel/offline/outbox/item.ts';

const receipt = (seq: number, verdict: EntryReceipt['verdict'] = 'acked'): EntryReceipt =>
  ({ id: `${seq}`, seq, actorId: 1, verdict }) as EntryReceipt;
const meta = (agreed?: number): Meta => ({
  deviceId: 'd',
  seq: 9,
  session: 1,
  accepted: 1,
  agreed: { 1: agreed ?? 0 },
});

test('device and server compare receipts since their last agreement, and nothing otherwise', () => {
  expect(sinceOf([], undefined, 1)).toBeUndefined();
  expect(sinceOf([receipt(4), receipt(5)], undefined, 1)).toBe(3);
  expect(sinceOf([receipt(4), receipt(5)], meta(4), 1)).toBe(4);
  expect(sinceOf([receipt(4), receipt(5)], meta(5), 1)).toBeUndefined();
  expect(sinceOf([receipt(4, 'discarded')], meta(0), 1)).toBeUndefined();
  // What a team leader decides has arrived too.
  expect(sinceOf([receipt(4), receipt(5, 'handed-over')], meta(4), 1)).toBe(4);
  // Nothing is compared of which the receipts were dropped.
  expect(sinceOf([receipt(7)], { ...meta(), prunedSeq: 6 }, 1)).toBe(6);
});

const minute = 60_000;
const entry = (createdAt: number, state: OutboxItem['state'] = 'waiting'): OutboxItem =>
  ({ createdAt, state }) as OutboxItem;

test('the watchdog alerts when an entry is unsent for ten minutes although the server is reachable', () => {
  const now = 100 * minute;
  expect(stuckFor([entry(0)], now, 0)).toBe(now);
  expect(stuckFor([entry(95 * minute)], now, 0)).toBeUndefined();
  // The network returned only a moment ago.
  expect(stuckFor([entry(0)], now, 95 * minute)).toBeUndefined();
  // Those need a person, or a session.
  expect(stuckFor([entry(0, 'attention'), entry(0, 'auth')], now, 0)).toBeUndefined();
});
