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
  cancelled: (item) => item.dispatchedAt === undefined && item.state === 'queued',
};

/** A fault of ours; nothing is written. */
export class Forbidden extends Error {}

export async function move(tx: Tx, from: OutboxItem, to: OutboxItem): Promise<OutboxItem> {
  const frozen = from.id === to.id && from.seq === to.seq && from.input === to.input && from.cmd === to.cmd;
  if (!frozen || !moves[from.state].includes(to.state))
    throw new Forbidden(`An entry may not go from ${from.state} to ${to.state}`);
  await tx.put(to);
  return to;
}

interface Ending {
  verdict: Receipt['verdict'];
  at: number;
  serverId?: number;
  isReplay?: boolean;
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
