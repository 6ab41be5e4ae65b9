/** What the queue screen can do, and what it warns of. */
import { useEffect, useState } from 'react';
import { makeRoom, needKeyOf } from '../cache/cache.ts';
import type { OutboxItem } from '#kernel/offline/outbox/item.ts';
import { kick, machine, signedInUser, store, tell } from './page.ts';
import type { Entry } from './queue-view.ts';
import { save } from './save.ts';

/** Whether the browser has promised to keep what is stored here; undefined while nobody knows. */
export function useKept(): boolean | undefined {
  const [isKept, setKept] = useState<boolean>();
  useEffect(() => {
    void navigator.storage?.persisted?.().then(setKept, reportError);
  }, []);
  return isKept;
}

/** What a person may do about their entries. */
export const queueActs = {
  async retry(id: string): Promise<void> {
    await (await machine()).outbox.retry(id);
    kick('person');
  },
  remove: async (id: string): Promise<boolean> => (await machine()).outbox.cancel(id),
  async discard(id: string, reason: string): Promise<boolean> {
    const isGone = await (await machine()).outbox.discard(id, reason);
    kick();
    return isGone;
  },
  /** Writes it anew with other content: a new entry in the place of the refused one. */
  async resend(
    { id, cmd, actorId, lane, done, base, says = '' }: Entry,
    input: Entry['input'],
  ): Promise<void> {
    const draft = { cmd, actorId, lane, done, base, says, input: input ?? {}, supersedes: id };
    await save(draft, (await machine()).outbox, makeRoom);
    kick('person');
  },
  handOver: async (item: OutboxItem, note: string): Promise<boolean> =>
    (await machine()).handOver(item, note),
  /** Asks for the PIN, with a network too: what is shown then is read again by whoever hears the lock. */
  async unlock(): Promise<void> {
    const actorId = signedInUser();
    if (actorId !== undefined) await needKeyOf(actorId);
  },
  async dismissLoss(): Promise<void> {
    await store.change(async (tx) => {
      const meta = await tx.meta();
      if (meta) await tx.putMeta({ ...meta, lost: undefined });
    });
    tell({ kind: 'changed' });
  },
  async dismissAlarm(): Promise<void> {
    await store.change(async (tx) => {
      const meta = await tx.meta();
      if (meta) await tx.putMeta({ ...meta, alarm: undefined });
    });
    tell({ kind: 'changed' });
  },
};
