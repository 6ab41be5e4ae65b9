import { expect, test } from 'vitest';
import type { ItemState, OutboxItem, EntryReceipt } from '#kernel/offline/outbox/item.ts';
import { emptyView, idsOf, pillText, refusedOf, timeText, viewOf } from './queue-view.ts';

const at = Date.parse('2026-11-21T09:02:00Z');
const entries = (...states: ItemState[]): OutboxItem[] =>
  states.map(
    (state, i) =>
      ({
        id: `${i}`,
        cmd: 'test.record',
        lane: 'loan:1',
        input: {},
        actorId: 1,
        seq: i,
        state,
      }) as OutboxItem,
  );
const seen = (items: readonly OutboxItem[], before = emptyView) =>
  viewOf(before, {
    items: items.filter(({ actorId }) => actorId === 1),
    others: items.filter(({ actorId }) => actorId !== 1).length,
    receipts: [],
    meta: { deviceId: 'd', seq: 9, session: 1, accepted: 1, acceptedAt: at },
    userId: 1,
    at,
  });

test('the pill shows queued items, progress, and the time of the last complete send', () => {
  const three = seen(entries('queued', 'queued', 'queued'));
  expect(pillText(three, 'network')).toBe('Offline · 3 waiting');
  expect(pillText(three, undefined)).toBe('3 waiting');
  const second = seen(entries('sending', 'queued'), three);
  expect(pillText(second, undefined)).toBe('Sending 2 of 3');
  expect(pillText(seen([], second), undefined)).toBe('All sent 14:32');
  expect(pillText(emptyView, undefined)).toBe('Online');
  expect(pillText(emptyView, 'network')).toBe('Offline');
  expect(pillText(emptyView, 'blocked')).toBe('No connection to Recoup: weak signal or blocked');
  expect(pillText(emptyView, 'portal')).toBe('No connection: this network asks you to sign in');
  expect(pillText(three, 'server')).toBe('Server does not answer · 3 waiting');
});

test('the progress restarts once all items are sent', () => {
  const done = seen([], seen(entries('queued', 'queued')));
  expect(pillText(seen(entries('sending'), done), undefined)).toBe('Sending 1 of 1');
});

test("rejected items are listed separately, and other users' only as a number", () => {
  const mine = entries('attention', 'auth');
  const view = seen([...mine, { ...mine[0], id: 'x', actorId: 2, says: 'secret' } as OutboxItem]);
  expect(refusedOf(view)).toHaveLength(1);
  expect(pillText(view, 'network')).toBe('Offline · 1 waiting');
  expect(view.others).toBe(1);
  expect(JSON.stringify(view)).not.toContain('secret');
});

test('times are India’s, with the day when it is another', () => {
  expect(timeText(at, at)).toBe('14:32');
  expect(timeText(Date.parse('2026-11-20T18:29:00Z'), at)).toBe('20-11-2026 23:59');
  expect(timeText(Date.parse('2026-11-20T18:31:00Z'), at)).toBe('00:01');
});

test('the parts of a photo are one item with the most urgent state', () => {
  const [visit, ...parts] = entries('waiting', 'queued', 'attention', 'queued');
  const photo = parts.map((part) => ({ ...part, group: 'photo' }));
  const view = seen([visit as OutboxItem, ...photo]);
  expect(view.items.map(({ id, state }) => [id, state])).toEqual([
    ['0', 'waiting'],
    ['2', 'attention'],
  ]);
  expect(view.items.map(idsOf)).toEqual([['0'], ['1', '2', '3']]);
  expect([pillText(view, 'network'), refusedOf(view).length]).toEqual(['Offline · 1 waiting', 1]);
});

test('items sent unchanged today are listed once each, the latest first', () => {
  const preview = { iv: new Uint8Array(), ct: new ArrayBuffer(1) };
  const receipt = (id: string, more: Partial<EntryReceipt> = {}): EntryReceipt => ({
    id,
    cmd: 'test.record',
    actorId: 1,
    lane: 'loan:1',
    seq: 1,
    verdict: 'acked',
    at: at - 1000,
    ...more,
  });
  const receipts = [
    receipt('early', { at: at - 5000, preview }),
    receipt('visit', { group: 'v', preview }),
    receipt('its picture', { group: 'v', at }),
    receipt('yesterday', { at: at - 86_400_000, preview }),
    receipt('looked at', { said: 'NEEDS_REVIEW', preview }),
    receipt('given up', { verdict: 'discarded', preview }),
  ];
  const view = viewOf(emptyView, { items: [], others: 0, receipts, meta: undefined, userId: 1, at });
  expect(view.sent.map(({ id }) => id)).toEqual(['visit', 'early']);
});
