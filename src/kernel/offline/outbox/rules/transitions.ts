/** The only transitions of an item. Every write of the core uses them. */
import {
  type ItemState,
  type Locked,
  type Meta,
  type OutboxItem,
  type EntryReceipt,
  isSound,
} from '../item.ts';
import { withoutLately } from './lately.ts';
import { isHere } from '../other-agency.ts';
import type { Tx } from '../ports.ts';

const moves: Readonly<Record<ItemState, readonly ItemState[]>> = {
  queued: ['queued', 'sending'],
  sending: ['waiting', 'auth', 'attention'],
  waiting: ['waiting', 'queued', 'sending'],
  auth: ['queued'],
  attention: ['queued', 'sending'],
};
/** An in-flight item may have arrived, a rejected one needs a reason, an unsent one may be withdrawn. */
const leaves: Readonly<Record<EntryReceipt['verdict'], (item: OutboxItem) => boolean>> = {
  acked: () => true,
  discarded: (item) => item.state === 'attention' || !isSound(item),
  'handed-over': (item) => item.state === 'attention',
  cancelled: (item) => item.dispatchedAt === undefined && item.state === 'queued',
};

/** A fault of ours; nothing is written. */
export class Forbidden extends Error {}

const frozen = ['id', 'seq', 'cmd', 'actorId', 'lane', 'input', 'bodyHash', 'sealed'] as const;
const isFrozen = (from: OutboxItem, to: OutboxItem): boolean =>
  frozen.every((name) => from[name] === to[name]);

/** Replaces the readable copy by the encrypted content: equal content, so the same item. */
export async function sealAt(
  tx: Tx,
  item: OutboxItem,
  body: Required<Pick<OutboxItem, 'sealed' | 'bodyHash'>>,
) {
  if (item.sealed || item.bodyHash !== body.bodyHash)
    throw new Forbidden('Only what is not sealed can be sealed');
  await tx.put({ ...item, ...body });
}

/** Re-encrypts the author's copy under another key; an unencrypted item has no other copy. */
export async function relock(tx: Tx, item: OutboxItem, preview: Locked): Promise<void> {
  if (!item.sealed && preview.isUnderPin)
    throw new Forbidden('The only copy of an entry must be readable to send it');
  await tx.put({ ...item, preview });
}

/** Once encrypted, the author's copy is a convenience, deleted with the session. */
export async function dropPreview(tx: Tx, item: OutboxItem): Promise<void> {
  if (!item.sealed) throw new Forbidden('The only copy of an entry may not go');
  await tx.put({ ...item, preview: undefined });
}

export async function move(tx: Tx, from: OutboxItem, to: OutboxItem): Promise<OutboxItem> {
  if (!isFrozen(from, to) || !moves[from.state].includes(to.state))
    throw new Forbidden(`An entry may not go from ${from.state} to ${to.state}`);
  await tx.put(to);
  return to;
}

interface Ending {
  verdict: EntryReceipt['verdict'];
  at: number;
  serverId?: number;
  isReplay?: boolean;
  said?: EntryReceipt['said'];
  notices?: EntryReceipt['notices'];
  reason?: string;
}

/** Replaces the entry by its receipt in one transaction. */
export async function leave(tx: Tx, item: OutboxItem, ending: Ending): Promise<void> {
  if (!leaves[ending.verdict](item) || (ending.verdict === 'discarded' && !ending.reason?.trim()))
    throw new Forbidden(`An entry that is ${item.state} may not be ${ending.verdict}`);
  const { id, cmd, actorId, lane, seq, group, lastErr, preview } = item;
  await tx.remove(id);
  if (ending.verdict === 'acked' || ending.verdict === 'handed-over') await keepSealed(tx, item, ending.at);
  const copy = preview && !item.isAgain && isShown(ending, preview) ? { preview } : {};
  const what = { id, cmd, actorId, lane, seq, ...(group && { group }), code: lastErr?.code };
  await tx.putReceipt({ ...what, ...copy, ...ending });
  const meta = await tx.meta();
  const isUndone = ending.verdict === 'cancelled' || ending.verdict === 'discarded';
  if (isUndone && meta?.lately?.some((one) => one.id === id))
    await tx.putMeta({ ...meta, ...withoutLately(meta, id) });
}

/** Accepted with notices: the receipt is shown to its author for a week. */
export const isNoted = ({ said, notices }: Pick<EntryReceipt, 'said' | 'notices'>): boolean =>
  (said !== undefined && said !== 'APPLIED') || Boolean(notices?.length);

/** Bytes: more than any item except those with pictures. */
const mostShown = 8192;
/** The author sees items sent today, and for a week rejected or changed ones. */
const isShown = (ending: Ending, { ct }: Locked): boolean =>
  isNoted(ending) || (ending.verdict === 'acked' && ct.byteLength <= mostShown);

/** Only encrypted content outlives its receipt. */
async function keepSealed(tx: Tx, item: OutboxItem, at: number): Promise<void> {
  const { preview: _, says: __, input: ___, done: ____, lastErr: _____, ...rest } = item;
  if (rest.sealed) await tx.keep({ id: item.id, actorId: item.actorId, at, item: rest });
}

/**
 * Resends retained items under their keys after a change of database, harmless where nothing was lost. Both sides
 * compare receipts again, and discards are reported again. Returns how many items are resent.
 */
export async function sendAgain(tx: Tx, actorId: number, now: number): Promise<number> {
  const kept = (await tx.kept()).filter((one) => one.actorId === actorId && isHere(one));
  for (const { id, item } of kept) {
    await tx.dropKept(id);
    if (await tx.item(id)) continue;
    await tx.put({ ...item, state: 'queued', isAgain: true, attempts: 0, nextAt: now, heldAt: now });
  }
  for (const { isTold, ...receipt } of await tx.receipts())
    if (isTold && receipt.actorId === actorId) await tx.putReceipt(receipt);
  return kept.length;
}

/** The device's record, created at first use. */
export async function metaOf(tx: Tx, newId: () => string): Promise<Meta> {
  return (await tx.meta()) ?? { deviceId: newId(), seq: 0, session: 0, accepted: 0 };
}
