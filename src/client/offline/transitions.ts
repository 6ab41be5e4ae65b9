/** The only ways an entry changes its state or leaves (offline.md A.4). Every write of the core goes through here. */
import type { ItemState, Meta, OutboxItem, Receipt } from './item.ts';
import type { Tx } from './ports.ts';

const moves: Readonly<Record<ItemState, readonly ItemState[]>> = {
  queued: ['queued', 'sending'],
  sending: ['waiting', 'auth', 'attention'],
  waiting: ['waiting', 'queued', 'sending'],
  auth: ['queued'],
  attention: ['queued', 'sending'],
};
/** An entry in flight may have arrived, a refused one needs a reason, an unsent one may be taken back. */
const leaves: Readonly<Record<Receipt['verdict'], (item: OutboxItem) => boolean>> = {
  acked: () => true,
  discarded: (item) => item.state === 'attention',
  'handed-over': (item) => item.state === 'attention',
  cancelled: (item) => item.dispatchedAt === undefined && item.state === 'queued',
};

/** A fault of ours; nothing is written. */
export class Forbidden extends Error {}

const frozen = ['id', 'seq', 'cmd', 'actorId', 'lane', 'input', 'bodyHash', 'sealed'] as const;
const isFrozen = (from: OutboxItem, to: OutboxItem): boolean =>
  frozen.every((name) => from[name] === to[name]);

/** Its content, sealed at last, takes the place of the copy the device could read: the same content, so the same entry. */
export async function sealAt(
  tx: Tx,
  item: OutboxItem,
  body: Required<Pick<OutboxItem, 'sealed' | 'bodyHash'>>,
) {
  if (item.sealed || item.bodyHash !== body.bodyHash)
    throw new Forbidden('Only what is not sealed can be sealed');
  await tx.put({ ...item, ...body });
}

/** Once sealed, the copy for its author is a convenience, which ends with their session. */
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
  verdict: Receipt['verdict'];
  at: number;
  serverId?: number;
  isReplay?: boolean;
  said?: Receipt['said'];
  notices?: Receipt['notices'];
  reason?: string;
}

/** The entry goes and its receipt comes in one change: never one without the other. */
export async function leave(tx: Tx, item: OutboxItem, ending: Ending): Promise<void> {
  if (!leaves[ending.verdict](item) || (ending.verdict === 'discarded' && !ending.reason?.trim()))
    throw new Forbidden(`An entry that is ${item.state} may not be ${ending.verdict}`);
  const { id, cmd, actorId, lane, seq, lastErr } = item;
  await tx.remove(id);
  await tx.putReceipt({ id, cmd, actorId, lane, seq, code: lastErr?.code, ...ending });
}

/** The device's own record, made at first use. */
export async function metaOf(tx: Tx, newId: () => string): Promise<Meta> {
  return (await tx.meta()) ?? { deviceId: newId(), seq: 0, session: 0, accepted: 0 };
}
