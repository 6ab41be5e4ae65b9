/** The device's database: changes are whole or not at all, and survive every crash. One at a time: the world sees to that. */
import type { Kept, Meta, OutboxItem, EntryReceipt } from '../../../src/kernel/offline/outbox/item.ts';
import type { Tx } from '../../../src/kernel/offline/outbox/ports.ts';

interface Data {
  items: Map<string, OutboxItem>;
  receipts: Map<string, EntryReceipt>;
  kept: Map<string, Kept>;
  meta: Meta | undefined;
}
const bySeq = (a: OutboxItem, b: OutboxItem): number => a.seq - b.seq;

function txOn(data: Data): Tx {
  const all = (): OutboxItem[] => [...data.items.values()].toSorted(bySeq);
  return {
    item: async (id) => data.items.get(id),
    of: async (actorId) => all().filter((item) => item.actorId === actorId),
    inLane: async (actorId, lane) => all().filter((item) => item.actorId === actorId && item.lane === lane),
    all: async () => all(),
    count: async () => data.items.size,
    put: async (item) => void data.items.set(item.id, item),
    remove: async (id) => void data.items.delete(id),
    receipts: async () => [...data.receipts.values()],
    putReceipt: async (receipt) => void data.receipts.set(receipt.id, receipt),
    removeReceipt: async (id) => void data.receipts.delete(id),
    kept: async () => [...data.kept.values()],
    keep: async (kept) => void data.kept.set(kept.id, kept),
    dropKept: async (id) => void data.kept.delete(id),
    meta: async () => data.meta,
    putMeta: async (meta) => void (data.meta = meta),
    // Its phones have no forms.
    dropFormDraft: async () => undefined,
  };
}

export class Disk {
  private data: Data = { items: new Map(), receipts: new Map(), kept: new Map(), meta: undefined };
  /** Entries that ever needed a user: exempt from the order of their key. */
  readonly everRefused = new Set<string>();

  async change<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const copy: Data = {
      items: new Map(this.data.items),
      receipts: new Map(this.data.receipts),
      kept: new Map(this.data.kept),
      meta: this.data.meta,
    };
    const result = await work(txOn(copy));
    this.data = copy;
    for (const { id, state } of copy.items.values()) if (state === 'attention') this.everRefused.add(id);
    return result;
  }
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return work(txOn(this.data));
  }
  get items(): OutboxItem[] {
    return [...this.data.items.values()].toSorted(bySeq);
  }
  get kept(): Kept[] {
    return [...this.data.kept.values()];
  }
  get receipts(): EntryReceipt[] {
    return [...this.data.receipts.values()];
  }
}
