/** Data under a device key, one per author: used by every page, non-extractable. */
import type { Keys } from './outbox/idb-store.ts';
import type { Locked } from './outbox/item.ts';

const prefix = 'device:';
const deviceName = (actorId: number): string => `${prefix}${actorId}`;
export const isDeviceKey = (name: string): boolean => name.startsWith(prefix);
const cipher = { name: 'AES-GCM', length: 256 };
const utf8 = new TextEncoder();

interface DeviceLock {
  /** `about` is bound to it. */
  lock: (actorId: number, about: string, value: unknown) => Promise<Locked>;
  /** Undefined when damaged, or without its key. */
  open: (actorId: number, about: string, locked: Locked) => Promise<unknown>;
  /** As another page would open it: by the key on the disk. */
  openAnew: (actorId: number, about: string, locked: Locked) => Promise<unknown>;
  /** Restores this page's key to the disk unless there is another; returns whether this page has one. */
  keep: (actorId: number) => Promise<boolean>;
  /** Authors with a key in this page's memory. */
  known: () => number[];
  /** Deletes the key, unless another page writes data that needs it at this moment: then it is restored. */
  remove: (actorId: number, isNeeded: () => Promise<boolean>) => Promise<void>;
  /** This page no longer remembers it. */
  forget: (actorId: number) => void;
}

export function deviceLock(keys: Keys): DeviceLock {
  const remembered = new Map<number, Promise<CryptoKey>>();

  async function make(actorId: number): Promise<CryptoKey> {
    const there = await keys.get(deviceName(actorId));
    if (there) return there as CryptoKey;
    const made = await crypto.subtle.generateKey(cipher, false, ['encrypt', 'decrypt']);
    // Another tab may have been quicker.
    return (await keys.claim(deviceName(actorId), made)) as CryptoKey;
  }
  function keyOf(actorId: number): Promise<CryptoKey> {
    const known = remembered.get(actorId) ?? make(actorId);
    remembered.set(actorId, known);
    known.catch(() => remembered.delete(actorId));
    return known;
  }

  async function openNow(actorId: number, about: string, { iv, ct }: Locked): Promise<unknown> {
    const key = await keyOf(actorId);
    try {
      const how = { name: 'AES-GCM', iv: new Uint8Array(iv), additionalData: utf8.encode(about) };
      return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt(how, key, ct)));
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'OperationError')) throw error;
      return undefined;
    }
  }
  function openAnew(actorId: number, about: string, locked: Locked): Promise<unknown> {
    remembered.delete(actorId);
    return openNow(actorId, about, locked);
  }

  return {
    async lock(actorId, about, value) {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const how = { name: 'AES-GCM', iv, additionalData: utf8.encode(about) };
      const text = utf8.encode(JSON.stringify(value));
      return { iv, ct: await crypto.subtle.encrypt(how, await keyOf(actorId), text) };
    },
    // Another page may have replaced the key.
    open: async (actorId, about, locked) =>
      (await openNow(actorId, about, locked)) ?? openAnew(actorId, about, locked),
    openAnew,
    async keep(actorId) {
      const key = await remembered.get(actorId);
      if (key) await keys.claim(deviceName(actorId), key);
      return key !== undefined;
    },
    async remove(actorId, isNeeded) {
      const name = deviceName(actorId);
      const key = await keys.get(name);
      await keys.remove(name);
      if (key && (await isNeeded())) await keys.claim(name, key);
    },
    known: () => [...remembered.keys()],
    forget: (actorId) => void remembered.delete(actorId),
  };
}
