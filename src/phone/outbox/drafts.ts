/** Drafts: encrypted like entries, under the author's PIN or a device key, for a few days. */
import type { FormDraft, DraftStore } from '#kernel/client/calls/drafts.ts';
import type { DeviceStore } from '#kernel/offline/outbox/idb-store.ts';
import { draftId } from '#kernel/offline/outbox/name.ts';
import type { Locked } from '#kernel/offline/outbox/item.ts';
import type { Keeper } from '#kernel/offline/vault/keeper.ts';

interface KeptDraft {
  at: number;
  locked: Locked;
}
const longest = 3 * 24 * 3_600_000;
const prefixOf = (actorId: number): string => draftId(actorId, '');

type Locks = Pick<Keeper, 'lockValue' | 'openValue'>;
interface Options {
  store: DeviceStore;
  /** The signed-in user. */
  who: () => number | undefined;
  /** Loaded when there is something to lock or to open. */
  locks: () => Promise<Locks>;
  /** Prompts for the PIN where needed; false when the user declines. */
  needKey: (actorId: number) => Promise<boolean>;
}

export function draftStore({ store, who, locks, needKey }: Options): DraftStore {
  const { drafts } = store;
  const idOf = (name: string): string | undefined => {
    const actorId = who();
    return actorId === undefined ? undefined : draftId(actorId, name);
  };
  return {
    async load(name) {
      const id = idOf(name);
      const kept = id === undefined ? undefined : ((await drafts.get(id)) as KeptDraft | undefined);
      const actorId = who();
      if (!id || !kept || actorId === undefined || Date.now() - kept.at > longest) return undefined;
      if (kept.locked.isUnderPin && !(await needKey(actorId))) return undefined;
      return (await (await locks()).openValue(actorId, id, kept.locked)) as FormDraft | undefined;
    },
    async save(name, draft, isWanted) {
      const id = idOf(name);
      const actorId = who();
      if (id === undefined || actorId === undefined) return;
      const locked = await (await locks()).lockValue(actorId, id, draft);
      const kept: KeptDraft = { at: Date.now(), locked };
      // Decided in the transaction: an entry stored before it has deleted the draft.
      await drafts.change(id, (before) => (isWanted() ? kept : before));
    },
    async drop(name) {
      const id = idOf(name);
      if (id !== undefined && (await drafts.get(id)) !== undefined) await drafts.remove(id);
    },
  };
}

/** Deletes old drafts of all users. */
export async function dropOldDrafts({ drafts }: DeviceStore, now: number): Promise<void> {
  for (const id of await drafts.names()) {
    const kept = (await drafts.get(id)) as KeptDraft | undefined;
    if (kept && now - kept.at > longest) await drafts.remove(id);
  }
}

/** A sign-out deletes the user's drafts. */
export async function dropDrafts({ drafts }: DeviceStore, actorId: number): Promise<void> {
  for (const id of await drafts.names()) if (id.startsWith(prefixOf(actorId))) await drafts.remove(id);
}
