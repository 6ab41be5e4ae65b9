/**
 * Who can read an entry on this device (offline.md A.8): the server, for which it is sealed, and its author, by a key
 * that never leaves this browser and goes with their session. While the server's key was never heard, the author's copy
 * is the only one, and stays until it could be sealed.
 */
import { canonical, digestOf } from '#contract/kernel/canonical.ts';
import { type Sealed, type SealingKey, seal, sealingKey } from '#contract/seal.ts';
import type { DeviceStore } from './idb-store.ts';
import type { Body, Content, Locked, OutboxItem } from './item.ts';
import type { Cover } from './ports.ts';
import { dropPreview, sealAt } from './transitions.ts';

export interface ServerKey {
  kid: string;
  spki: string;
  validUntil: string;
  heardAt: number;
}
const serverName = 'server';
const deviceName = (actorId: number): string => `device:${actorId}`;
const cipher = { name: 'AES-GCM', length: 256 };
const utf8 = new TextEncoder();
/** Milliseconds after an entry was sealed. */
const idle = 1000;

export interface Keeper {
  wrap: (content: Content, cover: Cover) => Promise<Body>;
  /** For its author; undefined when no copy of theirs is left. */
  read: (item: OutboxItem) => Promise<Content | undefined>;
  serverKey: () => Promise<ServerKey | undefined>;
  hear: (key: ServerKey) => Promise<void>;
  /** Seals what was written before the server's key was known. */
  sealRest: (actorId: number) => Promise<void>;
  /** The end of a session: what is sealed loses the author's copy; what is not keeps it, being the only one. */
  forget: (isMeant: (actorId: number) => boolean) => Promise<void>;
}

export const coverOf = ({ id, cmd, cmdV, actorId, deviceId }: OutboxItem): Cover => ({
  key: id,
  cmd,
  cmdV,
  actorId,
  deviceId,
});

export function createKeeper(store: DeviceStore): Keeper {
  const { keys } = store;
  const deviceKeys = new Map<number, Promise<CryptoKey>>();
  /** Undefined: looked at, and not readable. */
  const contents = new Map<string, Content | undefined>();
  let server: Promise<ServerKey | undefined> | undefined;

  const serverKey = (): Promise<ServerKey | undefined> =>
    (server ??= keys.get(serverName) as Promise<ServerKey | undefined>);

  async function makeDeviceKey(actorId: number): Promise<CryptoKey> {
    const there = await keys.get(deviceName(actorId));
    if (there) return there as CryptoKey;
    const made = await crypto.subtle.generateKey(cipher, false, ['encrypt', 'decrypt']);
    // Another tab may have been quicker.
    return (await keys.claim(deviceName(actorId), made)) as CryptoKey;
  }
  function deviceKey(actorId: number): Promise<CryptoKey> {
    const known = deviceKeys.get(actorId) ?? makeDeviceKey(actorId);
    deviceKeys.set(actorId, known);
    known.catch(() => deviceKeys.delete(actorId));
    return known;
  }

  async function lock(content: Content, { key, actorId }: Cover): Promise<Locked> {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const how = { name: 'AES-GCM', iv, additionalData: utf8.encode(key) };
    const text = utf8.encode(JSON.stringify(content));
    return { iv, ct: await crypto.subtle.encrypt(how, await deviceKey(actorId), text) };
  }

  let ahead: { kid: string; key: Promise<SealingKey> } | undefined;
  /** The key of the next entry is made while nobody waits for it. */
  function makeAhead(to: ServerKey): void {
    if (ahead?.kid === to.kid) return;
    const key = sealingKey(to);
    key.catch(() => undefined); // said when it is used
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
      // A key nobody can use is as none: the entry is kept, and sealed when there is a better one.
      reportError(error);
      return undefined;
    }
  }

  async function read(item: OutboxItem): Promise<Content | undefined> {
    const { id, input, says = '', preview, actorId } = item;
    if (input) return { input, says };
    if (contents.has(id) || !preview) return contents.get(id);
    try {
      const how = { name: 'AES-GCM', iv: new Uint8Array(preview.iv), additionalData: utf8.encode(id) };
      const bytes = await crypto.subtle.decrypt(how, await deviceKey(actorId), preview.ct);
      const content = JSON.parse(new TextDecoder().decode(bytes)) as Content;
      contents.set(id, content);
      return content;
    } catch (error) {
      // The copy is damaged or its key is gone: the sealed one still goes to the server.
      if (!(error instanceof DOMException && error.name === 'OperationError')) throw error;
      contents.set(id, undefined);
      return undefined;
    }
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

  return {
    read,
    serverKey,
    async wrap(content, cover) {
      const text = canonical(content.input);
      const bodyHash = await digestOf(text);
      const [preview, forServer] = await Promise.all([lock(content, cover), sealed(text, cover, bodyHash)]);
      return { bodyHash, preview, ...(forServer && { sealed: forServer }) };
    },
    async hear(key) {
      await keys.put(serverName, key);
      server = Promise.resolve(key);
      makeAhead(key);
    },
    async sealRest(actorId) {
      if (!(await serverKey())) return;
      const rest = await store.read((tx) => tx.of(actorId));
      for (const item of rest) if (!item.sealed && item.preview) await sealOne(item);
    },
    async forget(isMeant) {
      const kept = new Set<number>();
      const gone = new Set<number>();
      await store.change(async (tx) => {
        for (const item of (await tx.all()).filter(({ actorId }) => isMeant(actorId))) {
          gone.add(item.actorId);
          if (item.preview && item.sealed) await dropPreview(tx, item);
          else if (item.preview) kept.add(item.actorId);
        }
      });
      contents.clear();
      for (const actorId of [...gone, ...deviceKeys.keys()].filter(isMeant)) {
        deviceKeys.delete(actorId);
        if (!kept.has(actorId)) await keys.remove(deviceName(actorId));
      }
    },
  };
}
