/**
 * Delivery check: after the outbox is empty, device and server compare the delivered entries, and discards are reported.
 */
import { digestOf } from '#kernel/contract/outbox/canonical.ts';
import { command, mostItems, uuid } from '#kernel/contract/outbox/sync-rows.ts';
import { sync } from '#contexts/sync/contract/sync.ts';
import { call } from '#kernel/client/calls/api.ts';
import type { Meta, OutboxItem, EntryReceipt } from '#kernel/offline/outbox/item.ts';
import { isHere } from '#kernel/offline/outbox/other-agency.ts';
import type { OutboxStore, Tx } from '#kernel/offline/outbox/ports.ts';

const minute = 60_000;
const tooLong = 10 * minute;
const longestReason = 500;

const bySeq = (a: EntryReceipt, b: EntryReceipt): number => a.seq - b.seq;
const receiptsOf = async (tx: Tx, actorId: number): Promise<EntryReceipt[]> =>
  (await tx.receipts()).filter((receipt) => receipt.actorId === actorId).toSorted(bySeq);

/** Entries with a key on the server: accepted, or reviewed. */
const arrivedAfter = (receipts: readonly EntryReceipt[], since: number): EntryReceipt[] =>
  receipts.filter(({ verdict, seq }) => (verdict === 'acked' || verdict === 'handed-over') && seq > since);

/** From which number on the two have not been compared yet; undefined when there is nothing to compare. */
export function sinceOf(receipts: readonly EntryReceipt[], meta: Meta | undefined, actorId: number) {
  const [first] = arrivedAfter(receipts, 0);
  if (!first) return undefined;
  const since = Math.max(meta?.agreed?.[actorId] ?? first.seq - 1, meta?.prunedSeq ?? 0);
  return arrivedAfter(receipts, since).length > 0 ? since : undefined;
}

/** Whether the server may have something of this author that this device has no receipt for yet. */
const isOpen = ({ dispatchedAt }: OutboxItem): boolean => dispatchedAt !== undefined;

type Hear = (actorId: number, epoch: string) => Promise<number>;

/** Queries the database epoch while retained entries may be missing there. */
export async function meetDatabase(store: OutboxStore, actorId: number, hear: Hear): Promise<void> {
  const { meta, kept } = await store.read(async (tx) => ({ meta: await tx.meta(), kept: await tx.kept() }));
  if (!meta || !kept.some((one) => one.actorId === actorId && isHere(one))) return;
  const { deviceId, seq } = meta;
  await hear(actorId, (await call(sync.receipts, { deviceId, sinceSeq: seq })).epoch);
}

/** Compares number and digest of delivered entries; a difference raises a persistent alarm. */
export async function compareReceipts(store: OutboxStore, actorId: number, hear: Hear): Promise<void> {
  const before = await store.read(async (tx) => ({
    meta: await tx.meta(),
    receipts: await receiptsOf(tx, actorId),
  }));
  const since = sinceOf(before.receipts, before.meta, actorId);
  if (since === undefined || !before.meta) return;
  const { deviceId } = before.meta;
  const theirs = await call(sync.receipts, { deviceId, sinceSeq: since });
  // Another database: retained entries are sent first, then everything is compared again.
  if (before.meta.epochs?.[actorId]?.is !== theirs.epoch) return void (await hear(actorId, theirs.epoch));
  const now = await store.read(async (tx) => ({
    receipts: await receiptsOf(tx, actorId),
    isOpen: (await tx.of(actorId)).some(isOpen),
  }));
  const ours = arrivedAfter(before.receipts, since);
  // Entries were in flight during the query: retried next time.
  if (now.isOpen || arrivedAfter(now.receipts, since).length !== ours.length) return;
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

const isKey = (id: unknown): boolean => uuid.safeParse(id).success;
const isCommand = (cmd: unknown): boolean => command.safeParse(cmd).success;

/** Reports the author's discards, so that nothing disappears without a trace. */
export async function tellDiscards(store: OutboxStore, actorId: number): Promise<void> {
  const { meta, given } = await store.read(async (tx) => ({
    meta: await tx.meta(),
    given: (await receiptsOf(tx, actorId)).filter(
      ({ verdict, isTold }) => verdict === 'discarded' && !isTold,
    ),
  }));
  // A damaged entry may have damaged fields: the valid ones are reported.
  const some = given
    .filter(({ id, seq }) => isKey(id) && Number.isSafeInteger(seq) && seq > 0)
    .slice(0, mostItems);
  if (!meta || some.length === 0) return;
  const items = some.map(({ id, cmd, seq, at, code, reason = '' }) => ({
    key: id,
    cmd: isCommand(cmd) ? cmd : 'outbox.damaged',
    seq,
    reason: reason.slice(0, longestReason),
    at: new Date(at).toISOString(),
    ...(code && { code }),
  }));
  await call(sync.discarded, { deviceId: meta.deviceId, items });
  await store.change((tx) => Promise.all(some.map((receipt) => tx.putReceipt({ ...receipt, isTold: true }))));
}

/** How long the oldest retryable entry is stuck although the server is reachable; undefined below the alarm limit. */
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

/** Watchdog: reports stuck entries to the server. */
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
