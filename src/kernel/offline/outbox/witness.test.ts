import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { idbStore } from './idb-store.ts';
import type { Meta, OutboxItem, EntryReceipt } from './item.ts';
import { forgetLoss, lossIn, missingOf, noteUnsent } from './witness.ts';

const meta = (deviceId: string): Meta => ({ deviceId, seq: 9, session: 1, accepted: 1 });
function pad() {
  let text: string | null = null;
  return { read: () => text, write: (next: string) => void (text = next) };
}
async function phone(deviceId: string, seqs: number[], arrived: number[]) {
  const store = idbStore(`witness-${deviceId}`);
  await store.change(async (tx) => {
    await tx.putMeta(meta(deviceId));
    for (const seq of seqs)
      await tx.put({ id: `${seq}`, seq, actorId: 1, createdAt: 100 * seq, lane: 'l' } as OutboxItem);
    for (const seq of arrived)
      await tx.putReceipt({ id: `${seq}`, seq, actorId: 1, verdict: 'acked' } as EntryReceipt);
  });
  return store;
}

test('unsent entries are recorded as numbers only, and missed once their database is deleted', async () => {
  const notes = pad();
  await noteUnsent(await phone('before', [3, 5], [1, 4]), notes);
  expect(lossIn(notes, meta('before'), 1)).toBeUndefined();
  const loss = { deviceId: 'before', count: 2, since: 300, firstSeq: 3, arrived: 1 };
  expect(lossIn(notes, undefined, 1)).toEqual(loss);
  // A new database records its state, and does not hide a loss.
  await noteUnsent(await phone('after', [1], []), notes);
  expect(lossIn(notes, meta('after'), 1)).toEqual(loss);
  expect(lossIn(notes, meta('after'), 2)).toBeUndefined();
  forgetLoss(notes, loss, 1);
  expect(lossIn(notes, meta('after'), 1)).toBeUndefined();
});

test('an outbox emptied by sending is not reported as lost', async () => {
  const notes = pad();
  await noteUnsent(await phone('sent', [], [1, 2]), notes);
  expect([lossIn(notes, undefined, 1), notes.read()]).toEqual([undefined, '{}']);
});

test('what arrived after the note was written is not called lost', () => {
  const unsent = { count: 2, since: 0, firstSeq: 3, arrived: 1 };
  expect([1, 2, 3, 9].map((now) => missingOf(unsent, now))).toEqual([2, 1, 0, 0]);
});

test('a photo in parts is missed as one', () => {
  // A visit with a photo in ten parts, of which none, some or all arrived.
  const unsent = { count: 11, since: 0, firstSeq: 1, arrived: 0, more: 9 };
  expect([0, 1, 5, 11].map((now) => missingOf(unsent, now))).toEqual([2, 1, 1, 0]);
});
