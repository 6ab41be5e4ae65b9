/** Queries which cleared entries arrived, and reports the lost ones to author and server. */
import { sync } from '#contexts/sync/contract/sync.ts';
import { call } from '#kernel/client/calls/api.ts';
import type { OutboxStore } from '#kernel/offline/outbox/ports.ts';
import { metaOf } from '#kernel/offline/outbox/rules/transitions.ts';
import { type NotePad, forgetLoss, lossIn, missingOf } from '#kernel/offline/outbox/witness.ts';

const minute = 60_000;

/** Returns the number of lost entries. Throws while the server is unreachable: the record remains. */
export async function tellLoss(store: OutboxStore, pad: NotePad, actorId: number): Promise<number> {
  const loss = lossIn(pad, await store.read((tx) => tx.meta()), actorId);
  if (!loss) return 0;
  const { deviceId, firstSeq, since } = loss;
  const { count } = await call(sync.receipts, { deviceId, sinceSeq: Math.max(0, firstSeq - 1) });
  const missing = missingOf(loss, count);
  if (missing > 0) {
    const oldestMinutes = Math.max(0, Math.round((Date.now() - since) / minute));
    await call(sync.stuck, { deviceId, waiting: missing, oldestMinutes, fault: 'EVICTED' });
    await store.change(async (tx) => {
      const meta = await metaOf(tx, () => crypto.randomUUID());
      await tx.putMeta({ ...meta, lost: { actorId, count: missing, since, at: Date.now() } });
    });
  }
  forgetLoss(pad, loss, actorId);
  return missing;
}
