/**
 * Readers of an entry on this device: the server, for which it is encrypted, and its author, with the PIN; without a
 * PIN, by a non-extractable key deleted with the session. Before the server's key was received, the author's copy is
 * the only one: it is under the device key, so a locked app can send it, and remains until it is encrypted for the
 * server.
 */
import { canonical, digestOf } from '#kernel/contract/outbox/canonical.ts';
import { type Sealed, type SealingKey, seal, sealingKey } from '#kernel/contract/outbox/seal.ts';
import { deviceLock } from '../device-lock.ts';
import type { DeviceStore } from '../outbox/idb-store.ts';
import type { Body, Content, Locked, OutboxItem, EntryReceipt } from '../outbox/item.ts';
import { serverKeyName } from '../outbox/name.ts';
import type { Cover } from '../outbox/ports.ts';
import type { SafeOf } from './safe.ts';
import { dropPreview, relock, sealAt } from '../outbox/rules/transitions.ts';

interface ServerKey {
  kid: string;
  spki: string;
  validUntil: string;
  heardAt: number;
}
/** Milliseconds after an entry was encrypted. */
const idle = 1000;

/** An entry, or the receipt of one shown to its author. */
export type Copied = Pick<OutboxItem, 'id' | 'actorId' | 'input' | 'says' | 'preview'>;

export interface Keeper {
  wrap: (content: Content, cover: Cover) => Promise<Body>;
  /** For its author; undefined without a readable copy. */
  read: (item: Copied) => Promise<Content | undefined>;
  /** For the screen: nothing while their PIN is locked. */
  show: (item: Copied) => Promise<Content | undefined>;
  serverKey: () => Promise<ServerKey | undefined>;
  hear: (key: ServerKey) => Promise<void>;
  /** Encrypts entries recorded before the server's key was received, and moves the author's copies under the PIN. */
  sealRest: (actorId: number) => Promise<void>;
  /** Re-encrypts readable entries under a new PIN. */
  changeLock: (actorId: number, change: () => Promise<void>) => Promise<void>;
  /** Drops decrypted data: the PIN is required again. */
  close: () => void;
  /** Other data of the user on this device. */
  lockValue: (actorId: number, about: string, value: unknown) => Promise<Locked>;
  /** Undefined when locked, damaged, or without its key. */
  openValue: (actorId: number, about: string, locked: Locked) => Promise<unknown>;
  /** Restores the key of an entry's only copy, even if another page replaced it. */
  stay: (item: OutboxItem) => Promise<void>;
  /** End of a session: encrypted entries lose the author's copy; unencrypted ones retain it as the only one. */
  forget: (isMeant: (actorId: number) => boolean) => Promise<void>;
}

const coverOf = ({ id, cmd, cmdV, actorId, deviceId }: OutboxItem): Cover => ({
  key: id,
  cmd,
  cmdV,
  actorId,
  deviceId,
});

/** No other copy of the entry exists. */
const isOnlyCopy = ({ sealed, preview }: OutboxItem): boolean => !sealed && preview !== undefined;
/** Includes items quarantined for another agency. */
const hasOnlyCopy = (store: DeviceStore, actorId: number): Promise<boolean> =>
  store.read(async (tx) => {
    const aside = (await tx.kept()).filter((one) => one.actorId === actorId).map(({ item }) => item);
    return [...(await tx.of(actorId)), ...aside].some(isOnlyCopy);
  });

const aboutEntry = (key: string): string => `entry ${key}`;

export function createKeeper(store: DeviceStore, safeOf: SafeOf = async () => undefined): Keeper {
  const { keys } = store;
  const device = deviceLock(keys);
  /** Undefined: looked at, and not readable. */
  const contents = new Map<string, Content | undefined>();
  let server: Promise<ServerKey | undefined> | undefined;

  /** Read again while missing: another page may have received it. */
  async function serverKey(): Promise<ServerKey | undefined> {
    const asked = (server ??= keys.get(serverKeyName) as Promise<ServerKey | undefined>);
    const known = await asked;
    if (!known && server === asked) server = undefined;
    return known;
  }

  /** Under the PIN if one is set and the server can decrypt the entry without it. */
  async function copyOf(content: Content, cover: Cover, isSealed: boolean): Promise<Locked> {
    const safe = isSealed ? await safeOf(cover.actorId) : undefined;
    if (!safe) return device.lock(cover.actorId, cover.key, content);
    return { ...(await safe.seal(aboutEntry(cover.key), content)), isUnderPin: true };
  }

  let ahead: { kid: string; key: Promise<SealingKey> } | undefined;
  /** Generates the key of the next entry in advance. */
  function makeAhead(to: ServerKey): void {
    if (ahead?.kid === to.kid) return;
    const key = sealingKey(to);
    key.catch(() => undefined); // thrown when it is used
    ahead = { kid: to.kid, key };
  }
  function takeKey(to: ServerKey): Promise<SealingKey> {
    const key = ahead?.kid === to.kid ? ahead.key : sealingKey(to);
    ahead = undefined;
    setTimeout(makeAhead, idle, to);
    return key;
  }

  async function sealed(text: string, cover: Cover, bodyHash: string): Promise<Sealed | undefined> {
    const to = await serverKey();
    if (!to) return undefined;
    try {
      return await seal(text, { ...cover, bodyHash }, await takeKey(to));
    } catch (error) {
      // An unusable key is treated as none: the entry is stored unencrypted, and encrypted with the next valid one.
      reportError(error);
      return undefined;
    }
  }

  async function read(item: Copied): Promise<Content | undefined> {
    const { id, input, says = '', preview, actorId } = item;
    if (input) return { input, says };
    if (contents.has(id) || !preview) return contents.get(id);
    if (preview.isUnderPin) return readUnderPin(item, preview);
    const content = (await device.open(actorId, id, preview)) as Content | undefined;
    // Damaged copy or deleted key: the encrypted one is still sent to the server.
    contents.set(id, content);
    return content;
  }

  async function readUnderPin({ id, actorId }: Copied, preview: Locked): Promise<Content | undefined> {
    const safe = await safeOf(actorId);
    if (!safe?.isOpen()) return undefined;
    const { ct, epk } = preview;
    const sealed = { iv: new Uint8Array(preview.iv), ct, ...(epk && { epk }) };
    // Locked at this moment, or under an earlier PIN: the encrypted one is still sent to the server.
    const content = await safe.open<Content>(aboutEntry(id), sealed).catch(() => undefined);
    if (content) contents.set(id, content);
    return content;
  }

  /** Moves the author's copy under the PIN, also one recorded before the PIN was set. */
  async function lockOne(item: OutboxItem): Promise<void> {
    const content = await read(item);
    if (!content) return;
    const preview = await copyOf(content, coverOf(item), true);
    await store.change(async (tx) => {
      const now = await tx.item(item.id);
      if (now?.sealed && now.preview) await relock(tx, now, preview);
    });
  }
  async function lockReceipt(receipt: EntryReceipt): Promise<void> {
    const content = await read(receipt);
    const safe = await safeOf(receipt.actorId);
    if (!content || !safe) return;
    const made = await safe.seal(aboutEntry(receipt.id), content);
    await store.change((tx) => tx.putReceipt({ ...receipt, preview: { ...made, isUnderPin: true } }));
  }
  async function lockAll(actorId: number, isMeant: (item: Copied) => boolean): Promise<void> {
    if (!(await safeOf(actorId))) return;
    const rest = await store.read((tx) => tx.of(actorId));
    for (const item of rest) if (item.sealed && item.preview && isMeant(item)) await lockOne(item);
    const told = await store.read((tx) => tx.receipts());
    for (const one of told)
      if (one.actorId === actorId && one.preview && isMeant(one)) await lockReceipt(one);
  }

  async function show(item: Copied): Promise<Content | undefined> {
    const safe = await safeOf(item.actorId);
    return safe && !safe.isOpen() ? undefined : read(item);
  }

  async function sealOne(item: OutboxItem): Promise<void> {
    const { bodyHash } = item;
    const content = await read(item);
    if (!content || !bodyHash) return;
    const made = await sealed(canonical(content.input), coverOf(item), bodyHash);
    if (!made) return;
    await store.change(async (tx) => {
      const now = await tx.item(item.id);
      if (now && !now.sealed) await sealAt(tx, now, { sealed: made, bodyHash });
    });
  }

  async function forget(isMeant: (actorId: number) => boolean): Promise<void> {
    const kept = new Set<number>();
    const gone = new Set<number>();
    await store.change(async (tx) => {
      for (const item of (await tx.all()).filter(({ actorId }) => isMeant(actorId))) {
        gone.add(item.actorId);
        if (item.preview && item.sealed) await dropPreview(tx, item);
        else if (item.preview) kept.add(item.actorId);
      }
      for (const { preview, ...receipt } of await tx.receipts())
        if (preview && isMeant(receipt.actorId)) await tx.putReceipt(receipt);
    });
    contents.clear();
    for (const actorId of [...gone, ...device.known()].filter(isMeant)) {
      device.forget(actorId);
      if (!kept.has(actorId)) await device.remove(actorId, () => hasOnlyCopy(store, actorId));
    }
  }

  return {
    read,
    show,
    serverKey,
    async wrap(content, cover) {
      const text = canonical(content.input);
      const bodyHash = await digestOf(text);
      const forServer = await sealed(text, cover, bodyHash);
      const preview = await copyOf(content, cover, forServer !== undefined);
      return { bodyHash, preview, ...(forServer && { sealed: forServer }) };
    },
    async hear(key) {
      await keys.put(serverKeyName, key);
      server = Promise.resolve(key);
      makeAhead(key);
    },
    async sealRest(actorId) {
      if (await serverKey()) {
        const rest = (await store.read((tx) => tx.all())).filter(isOnlyCopy);
        for (const item of rest) await sealOne(item);
        const isOther = (id: number): boolean => id !== actorId;
        if (rest.some((item) => isOther(item.actorId))) await forget(isOther);
      }
      await lockAll(actorId, ({ preview }) => !preview?.isUnderPin);
    },
    async changeLock(actorId, change) {
      const told = (await store.read((tx) => tx.receipts())).filter((one) => one.actorId === actorId);
      for (const item of [...(await store.read((tx) => tx.of(actorId))), ...told]) await read(item);
      await change();
      await lockAll(actorId, ({ id }) => contents.get(id) !== undefined);
    },
    close: () => contents.clear(),
    async lockValue(actorId, about, value) {
      const safe = await safeOf(actorId);
      if (safe) return { ...(await safe.seal(about, value)), isUnderPin: true };
      return device.lock(actorId, about, value);
    },
    async openValue(actorId, about, locked) {
      try {
        if (!locked.isUnderPin) return await device.open(actorId, about, locked);
        const { iv, ct, epk } = locked;
        const safe = await safeOf(actorId);
        return await safe?.open(about, { iv: new Uint8Array(iv), ct, ...(epk && { epk }) });
      } catch {
        return undefined;
      }
    },
    async stay(item) {
      const { sealed: isSealed, actorId, id, preview } = item;
      if (isSealed || !preview || !(await device.keep(actorId))) return;
      const content = await read(item);
      // The next key may exist already: then it is used.
      if (!content || (await device.openAnew(actorId, id, preview))) return;
      const made = await device.lock(actorId, id, content);
      await store.change(async (tx) => {
        const now = await tx.item(id);
        if (now && !now.sealed) await relock(tx, now, made);
      });
    },
    forget,
  };
}
