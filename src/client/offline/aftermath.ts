/** What follows once everything was sent: device and server compare what was delivered, and what was given up is told. */
import { digestOf } from '#contract/kernel/canonical.ts';
import { mostItems } from '#contract/sync-rows.ts';
import { sync } from '#contract/sync.ts';
import { call } from '../kernel/api.ts';
import type { Meta, OutboxItem, Receipt } from './item.ts';
import type { OutboxStore, Tx } from './ports.ts';

const minute = 60_000;
const tooLong = 10 * minute;
const longestReason = 500;

const bySeq = (a: Receipt, b: Receipt): number => a.seq - b.seq;
const receiptsOf = async (tx: Tx, actorId: number): Promise<Receipt[]> =>
  (await tx.receipts()).filter((receipt) => receipt.actorId === actorId).toSorted(bySeq);

const ackedAfter = (receipts: readonly Receipt[], since: number): Receipt[] =>
  receipts.filter(({ verdict, seq }) => verdict === 'acked' && seq > since);

/** From which number on the two have not been compared yet; undefined when there is nothing to compare. */
export function sinceOf(receipts: readonly Receipt[], meta: Meta | undefined, actorId: number) {
  const [first] = ackedAfter(receipts, 0);
  if (!first) return undefined;
  const since = meta?.agreed?.[actorId] ?? first.seq - 1;
  return ackedAfter(receipts, since).length > 0 ? since : undefined;
}

/** Whether the server may have something of this author that this device has no receipt for yet. */
const isOpen = ({ dispatchedAt }: OutboxItem): boolean => dispatchedAt !== undefined;

/** Compares count and digest of what this device delivered; a difference raises an alarm, which stays. */
export async function compareReceipts(store: OutboxStore, actorId: number): Promise<void> {
  const before = await store.read(async (tx) => ({
    meta: await tx.meta(),
    receipts: await receiptsOf(tx, actorId),
  }));
  const since = sinceOf(before.receipts, before.meta, actorId);
  if (since === undefined || !before.meta) return;
  const { deviceId } = before.meta;
  const theirs = await call(sync.receipts, { deviceId, sinceSeq: since });
  const now = await store.read(async (tx) => ({
    receipts: await receiptsOf(tx, actorId),
    isOpen: (await tx.of(actorId)).some(isOpen),
  }));
  const ours = ackedAfter(before.receipts, since);
  // Something was on its way while they were asked: the next time.
  if (now.isOpen || ackedAfter(now.receipts, since).length !== ours.length) return;
  const upTo = Math.max(theirs.lastSeq ?? since, ours.at(-1)?.seq ?? since);
  const digest = await digestOf(ours.map(({ id }) => id).join('\n'));
  const agrees = ours.length === theirs.count && digest === theirs.digest;
  await store.change(async (tx) => {
    const meta = await tx.meta();
    if (!meta) return;
    const alarm = agrees ? meta.alarm : { at: Date.now(), actorId, here: ours.length, there: theirs.count };
    await tx.putMeta({ ...meta, alarm, agreed: { ...meta.agreed, [actorId]: upTo } });
  });
  if (!agrees)
    await call(sync.stuck, {
      deviceId,
      waiting: Math.max(1, Math.abs(theirs.count - ours.length)),
      oldestMinutes: 0,
      fault: 'RECEIPTS_DIFFER',
    });
}

/** Tells what its author gave up, so that nothing ends without a trace. */
export async function tellDiscards(store: OutboxStore, actorId: number): Promise<void> {
  const { meta, given } = await store.read(async (tx) => ({
    meta: await tx.meta(),
    given: (await receiptsOf(tx, actorId)).filter(
      ({ verdict, isTold }) => verdict === 'discarded' && !isTold,
    ),
  }));
  const some = given.slice(0, mostItems);
  if (!meta || some.length === 0) return;
  const items = some.map(({ id, cmd, seq, at, code, reason = '' }) => ({
    key: id,
    cmd,
    seq,
    reason: reason.slice(0, longestReason),
    at: new Date(at).toISOString(),
    ...(code && { code }),
  }));
  await call(sync.discarded, { deviceId: meta.deviceId, items });
  await store.change((tx) => Promise.all(some.map((receipt) => tx.putReceipt({ ...receipt, isTold: true }))));
}

/** How long the oldest entry has been due although the server is there; undefined while that is no reason to worry. */
export function stuckFor(
  items: readonly OutboxItem[],
  now: number,
  reachableSince: number,
): number | undefined {
  const due = items.filter(({ state }) => state === 'queued' || state === 'sending' || state === 'waiting');
  const since = due.reduce(
    (oldest, { createdAt }) => Math.min(oldest, Math.max(createdAt, reachableSince)),
    now,
  );
  return now - since > tooLong ? now - since : undefined;
}

/** The watchdog: tells the server that entries do not leave. */
export async function tellStuck(
  store: OutboxStore,
  items: readonly OutboxItem[],
  stuck: number,
): Promise<void> {
  const meta = await store.read((tx) => tx.meta());
  if (!meta) return;
  await call(sync.stuck, {
    deviceId: meta.deviceId,
    waiting: items.length,
    oldestMinutes: Math.round(stuck / minute),
    fault: items.find(({ lastErr }) => lastErr)?.lastErr?.fault,
  });
}
