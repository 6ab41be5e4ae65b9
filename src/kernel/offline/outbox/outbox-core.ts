/** The outbox: no item lost, duplicated, stuck, or sent as another user. */
import { type Memory, heardEpoch, isStale, runOnce } from './drain.ts';
import { type Body, type Draft, type OutboxItem, isSound } from './item.ts';
import { withLately } from './rules/lately.ts';
import { draftId } from './name.ts';
import { meetAgency } from './other-agency.ts';
import type { Ports, Tx } from './ports.ts';
import { type Rules, theRules, wakeOf } from './rules/rules.ts';
import { Forbidden, leave, metaOf, move } from './rules/transitions.ts';

/** Trigger of a send: a user's tap skips delays, a returning network is shared by many phones. */
export type Urge = 'plain' | 'person' | 'network';
const networkSpread = 5000;
const cmdV = 1;

export interface Outbox {
  /** Resolves when the item is on the disk; the content is then frozen. */
  enqueue: (draft: Draft) => Promise<OutboxItem>;
  /** All of them or none, in this order. */
  enqueueAll: (drafts: readonly Draft[]) => Promise<OutboxItem[]>;
  /** Sends due items, unless another page or the worker is sending. */
  drain: (urge?: Urge) => Promise<void>;
  /** Resumes the user's items after sign-in; quarantines items of another agency. */
  signedIn: (actorId: number, agency?: string) => Promise<void>;
  /** Signed out: items remain, nothing is sent. */
  signedOut: () => Promise<void>;
  /** Retries an item now, with its id and content. */
  retry: (id: string) => Promise<void>;
  /** Withdraws an item that was never sent. Returns false otherwise. */
  cancel: (id: string) => Promise<boolean>;
  /** Discards a rejected or damaged item; the reason is retained. Returns false when it is no longer rejected. */
  discard: (id: string, reason: string) => Promise<boolean>;
  /** A rejected item is now with a team leader. Returns false when it is no longer rejected. */
  handedOver: (id: string) => Promise<boolean>;
  /** Records the epoch of the data for this user; returns how many items are resent for it. */
  heard: (actorId: number, epoch: string) => Promise<number>;
  /** Time of the signed-in user's next retry. */
  wakeAt: () => Promise<number | undefined>;
}

export function createOutbox(ports: Ports, rules: Rules = theRules): Outbox {
  const { store, now, random, newId, tell } = ports;
  const memory: Memory = {};
  /** That of the person who is signed in here. */
  let agency: string | undefined;
  let isDraining = false;
  let again: Urge | undefined;

  async function change<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const result = await store.change(work);
    tell({ kind: 'changed' });
    return result;
  }

  let deviceId: string | undefined;
  /** Id of this device, generated at first use. */
  const device = async (): Promise<string> =>
    (deviceId ??=
      (await store.read((tx) => tx.meta()))?.deviceId ??
      (await store.change(async (tx) => {
        const meta = await metaOf(tx, newId);
        await tx.putMeta(meta);
        return meta.deviceId;
      })));

  /** A failed network is irrelevant once the network returns; a tap overrides every pause. */
  async function hurry(urge: Urge): Promise<void> {
    if (urge === 'plain') return;
    await store.change(async (tx) => {
      const actorId = ports.actorOf(await tx.meta());
      for (const item of actorId === undefined ? [] : await tx.of(actorId)) {
        if (item.state !== 'waiting') continue;
        const soon = now() + (urge === 'network' ? random() * networkSpread : 0);
        const isHeldByNetwork = urge === 'person' || item.lastErr?.fault === 'transport';
        if (isHeldByNetwork && soon < item.nextAt)
          await move(tx, item, { ...item, nextAt: soon, heldAt: now() });
      }
    });
  }

  async function drainOnce(urge: Urge): Promise<void> {
    await hurry(urge);
    const work = async (): Promise<void> => {
      if (await runOnce(ports, rules, memory)) again ??= 'plain';
    };
    if (await ports.locks.hold(work, 'if-free')) return;
    const lease = (await store.read((tx) => tx.meta()))?.lease;
    if (isStale(lease, now())) await ports.locks.hold(work, 'steal');
  }

  async function drain(urge: Urge = 'plain'): Promise<void> {
    if (isDraining) {
      again = urge === 'plain' ? (again ?? urge) : urge;
      return;
    }
    isDraining = true;
    try {
      let next: Urge | undefined = urge;
      while (next) {
        again = undefined;
        await drainOnce(next);
        next = again;
      }
    } finally {
      isDraining = false;
      tell({ kind: 'changed' });
    }
  }

  async function wrapped(draft: Draft): Promise<Addition> {
    const id = draft.id ?? newId();
    const deviceId = await device();
    const { cmd, actorId, input, says } = draft;
    const body = await ports.wrap({ input, says }, { key: id, cmd, cmdV, actorId, deviceId });
    return { draft, id, body };
  }

  async function enqueueAll(drafts: readonly Draft[]): Promise<OutboxItem[]> {
    // Before the change: inside one, only promises of the change may be awaited.
    const additions: Addition[] = [];
    for (const draft of drafts) additions.push(await wrapped(draft));
    const items = await store.change(async (tx) => {
      const there = (await tx.meta())?.agency;
      // A page that is left open since another agency had this host.
      if (agency && there && agency !== there) throw new Forbidden('Another agency answers here now');
      const added: OutboxItem[] = [];
      for (const addition of additions) added.push(await add(tx, ports, addition));
      return added;
    });
    tell({ kind: 'enqueued' });
    return items;
  }

  return {
    drain,
    enqueueAll,
    async enqueue(draft) {
      const [item] = await enqueueAll([draft]);
      return item as OutboxItem;
    },
    signedIn: (actorId, of) =>
      change(async (tx) => {
        agency = of;
        if (agency !== undefined) await meetAgency(tx, agency, newId);
        const meta = await metaOf(tx, newId);
        // Also for the same person: it may be another session, and the answers to the old one are still on their way.
        await tx.putMeta({ ...meta, actorId, session: meta.session + 1 });
        for (const item of await tx.of(actorId))
          if (item.state === 'auth') await move(tx, item, { ...item, state: 'queued' });
      }),
    signedOut: () =>
      change(async (tx) => {
        const meta = await metaOf(tx, newId);
        await tx.putMeta({ ...meta, actorId: undefined, session: meta.session + 1 });
      }),
    retry: (id) =>
      change(async (tx) => {
        const item = await tx.item(id);
        if (item?.state === 'attention' || item?.state === 'waiting')
          await move(tx, item, { ...item, state: 'queued', broken: undefined });
      }),
    cancel: (id) =>
      change(async (tx) => {
        const item = await tx.item(id);
        if (item?.state !== 'queued' || item.dispatchedAt !== undefined) return false;
        await leave(tx, item, { verdict: 'cancelled', at: now() });
        return true;
      }),
    discard: (id, reason) =>
      change(async (tx) => {
        const item = await tx.item(id);
        if (!item || (item.state !== 'attention' && isSound(item))) return false;
        await leave(tx, item, { verdict: 'discarded', at: now(), reason: reason.trim() });
        return true;
      }),
    handedOver: (id) =>
      change(async (tx) => {
        const item = await tx.item(id);
        if (item?.state !== 'attention') return false;
        await leave(tx, item, { verdict: 'handed-over', at: now() });
        return true;
      }),
    async heard(actorId, epoch) {
      const count = await change((tx) => heardEpoch(tx, { actorId, epoch, now: now(), newId }));
      if (count > 0) tell({ kind: 'sent-again', actorId, count });
      return count;
    },
    wakeAt: () => store.read((tx) => soonest(tx, ports, rules)),
  };
}

interface Addition {
  draft: Draft;
  id: string;
  body: Body;
}

async function add(
  tx: Tx,
  { newId, now, moment }: Ports,
  { draft, id, body }: Addition,
): Promise<OutboxItem> {
  const at = now();
  const replaced = draft.supersedes === undefined ? undefined : await tx.item(draft.supersedes);
  if (replaced) await leave(tx, replaced, { verdict: 'discarded', at, reason: `superseded by ${id}` });
  const meta = await metaOf(tx, newId);
  const seq = meta.seq + 1;
  const { cmd, actorId, lane, done, supersedes, dependsOn, group, base } = draft;
  const item: OutboxItem = {
    ...body,
    ...(done && { done }),
    ...(supersedes && { supersedes }),
    ...(dependsOn && { dependsOn }),
    ...(group && { group }),
    ...(base && { base }),
    id,
    ev: 2,
    cmd,
    cmdV,
    actorId,
    lane,
    deviceId: meta.deviceId,
    seq,
    occurredAt: moment(meta),
    state: 'queued',
    attempts: 0,
    nextAt: at,
    heldAt: at,
    createdAt: at,
  };
  await tx.putMeta({
    ...meta,
    seq,
    latestWall: Math.max(at, meta.latestWall ?? at),
    ...withLately(meta, { ...(draft.likeness !== undefined && { likeness: draft.likeness }), id, at }),
  });
  await tx.put(item);
  if (draft.formDraft !== undefined) await tx.dropFormDraft(draftId(actorId, draft.formDraft));
  return item;
}

async function soonest(tx: Tx, ports: Ports, rules: Rules): Promise<number | undefined> {
  const actorId = ports.actorOf(await tx.meta());
  return actorId === undefined ? undefined : wakeOf(await tx.of(actorId), ports.now(), rules);
}
