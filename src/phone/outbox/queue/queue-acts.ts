/** What the queue screen can do, and what it warns of. */
import { useEffect, useState } from 'react';
import { makeRoom, needKeyOf } from '../../cache/cache.ts';
import { kick, machine, signedInUser, store, publishNews } from '../page.ts';
import { type Entry, idsOf } from './queue-view.ts';
import { save } from '../save.ts';

/** Whether the browser granted persistent storage; undefined while unknown. */
export function useKept(): boolean | undefined {
  const [isKept, setKept] = useState<boolean>();
  useEffect(() => {
    void navigator.storage?.persisted?.().then(setKept, reportError);
  }, []);
  return isKept;
}

/** One after the other, continuing after failures. */
async function everyOf<T>(all: readonly T[], act: (one: T) => Promise<boolean>): Promise<boolean> {
  let isEach = true;
  for (const one of all) isEach = (await act(one)) && isEach;
  return isEach;
}

/** User actions on entries. */
export const queueActs = {
  async retry(entry: Entry): Promise<void> {
    const { outbox } = await machine();
    for (const id of idsOf(entry)) await outbox.retry(id);
    kick('person');
  },
  async remove(entry: Entry): Promise<boolean> {
    const { outbox } = await machine();
    return everyOf(idsOf(entry), outbox.cancel);
  },
  /** Rejected items of a group, and unsent ones. */
  async discard(entry: Entry, reason: string): Promise<boolean> {
    const { outbox } = await machine();
    const isGone = await everyOf(
      idsOf(entry),
      async (id) => (await outbox.discard(id, reason)) || outbox.cancel(id),
    );
    kick();
    return isGone;
  },
  /** Replaces a rejected entry by a new one with other content. */
  async resend(
    { id, cmd, actorId, lane, done, base, says = '' }: Entry,
    input: Entry['input'],
  ): Promise<void> {
    const draft = { cmd, actorId, lane, done, base, says, input: input ?? {}, supersedes: id };
    await save(draft, (await machine()).outbox, makeRoom);
    kick('person');
  },
  async handOver(entry: Entry, note: string): Promise<boolean> {
    const { handOver } = await machine();
    const refused = (entry.members ?? [entry]).filter(({ state }) => state === 'attention');
    return everyOf(refused, (item) => handOver(item, note));
  },
  /** Prompts for the PIN, online too; views that depend on the vault reload. */
  async unlock(): Promise<void> {
    const actorId = signedInUser();
    if (actorId !== undefined) await needKeyOf(actorId);
  },
  async dismissLoss(): Promise<void> {
    await store.change(async (tx) => {
      const meta = await tx.meta();
      if (meta) await tx.putMeta({ ...meta, lost: undefined });
    });
    publishNews({ kind: 'changed' });
  },
  async dismissAlarm(): Promise<void> {
    await store.change(async (tx) => {
      const meta = await tx.meta();
      if (meta) await tx.putMeta({ ...meta, alarm: undefined });
    });
    publishNews({ kind: 'changed' });
  },
};
