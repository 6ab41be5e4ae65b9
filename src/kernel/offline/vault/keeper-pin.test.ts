/** An author's entries are encrypted under the PIN; entries unknown to the server can always be sent. */
import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { base64Of } from '#kernel/contract/outbox/seal.ts';
import { type DeviceStore, idbStore } from '../outbox/idb-store.ts';
import type { OutboxItem } from '../outbox/item.ts';
import { createKeeper } from './keeper.ts';
import { deleteKeys } from './key-store.ts';
import { Vault } from '#phone/vault/vault.ts';

const pin = '481516';
const cover = { key: 'a', cmd: 'test.record', cmdV: 1, actorId: 1, deviceId: 'd' };
const content = { input: { loanId: 7, comments: 'met the borrower' }, says: 'Imran promised ₹1,500.00' };
let made = 0;
const opened: DeviceStore[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
  await deleteKeys();
});

async function phone() {
  const store = idbStore(`keeper-pin-${++made}`);
  opened.push(store);
  const vault = new Vault(1, () => undefined);
  await vault.load();
  const keeper = createKeeper(store, async (actorId) => (actorId === 1 && vault.isSet() ? vault : undefined));
  const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
    'deriveBits',
  ]);
  const spki = base64Of(await crypto.subtle.exportKey('spki', publicKey));
  const hear = () => keeper.hear({ kid: 'k1', spki, validUntil: '2027-01-01T00:00:00Z', heardAt: 0 });
  const write = async (by = keeper) => {
    const { key: id, ...rest } = cover;
    const body = await by.wrap(content, cover);
    const item = { ...rest, ...body, id, seq: 1, lane: 'l', state: 'queued' } as OutboxItem;
    await store.change((tx) => tx.put(item));
    await by.stay(item);
  };
  const only = async () => (await store.read((tx) => tx.item('a'))) as OutboxItem;
  return { store, vault, keeper, hear, write, only };
}

test('entries under a PIN are readable only while unlocked', async () => {
  const { vault, keeper, hear, write, only, store } = await phone();
  await hear();
  await vault.set(pin);
  await write();
  expect(await keeper.read(await only())).toEqual(content);
  vault.lock();
  keeper.close();
  expect(await keeper.read(await only())).toBeUndefined();
  // Nor with any key stored next to it.
  const { sealed: _, ...copy } = await only();
  expect(await createKeeper(store).read(copy as OutboxItem)).toBeUndefined();
  expect(await store.keys.get('device:1')).toBeUndefined();
  await vault.tryPin(pin);
  expect(await keeper.read(await only())).toEqual(content);
});

test('written while locked, it is read once the PIN opens', async () => {
  const { vault, keeper, hear, write, only } = await phone();
  await hear();
  await vault.set(pin);
  vault.lock();
  await write();
  expect(await keeper.read(await only())).toBeUndefined();
  await vault.tryPin(pin);
  expect(await keeper.read(await only())).toEqual(content);
});

test('entries not yet decryptable by the server remain readable for sending until encrypted', async () => {
  const { vault, keeper, hear, write, only } = await phone();
  await vault.set(pin);
  await write();
  expect([(await only()).sealed, (await only()).preview?.isUnderPin]).toEqual([undefined, undefined]);
  vault.lock();
  expect(await keeper.read(await only())).toEqual(content);
  await hear();
  await keeper.sealRest(1);
  expect([Boolean((await only()).sealed), (await only()).preview?.isUnderPin]).toEqual([true, true]);
});

test('entries created before a PIN are encrypted under it, and under the next one', async () => {
  const { vault, keeper, hear, write, only } = await phone();
  await hear();
  await write();
  expect((await only()).preview?.isUnderPin).toBeUndefined();
  for (const chosen of [pin, '923847']) {
    await keeper.changeLock(1, async () => void (await vault.set(chosen)));
    expect((await only()).preview?.isUnderPin).toBe(true);
    vault.lock();
    keeper.close();
    expect(await keeper.read(await only())).toBeUndefined();
    await vault.tryPin(chosen);
    expect(await keeper.read(await only())).toEqual(content);
  }
});

test('the key of the last copy is restored when another page deleted it', async () => {
  const { keeper, write, only, store } = await phone();
  const other = createKeeper(store);
  const body = await keeper.wrap(content, cover);
  await other.forget(() => true);
  await store.keys.remove('device:1');
  const { key: id, ...rest } = cover;
  const item = { ...rest, ...body, id, seq: 1, lane: 'l', state: 'queued' } as OutboxItem;
  await store.change((tx) => tx.put(item));
  await keeper.stay(item);
  expect(await createKeeper(store).read(await only())).toEqual(content);
  await write();
});

test('an entry is readable on every page after its key was deleted and recreated', async () => {
  const { keeper, write, only, store } = await phone();
  const other = createKeeper(store);
  for (const one of [keeper, other]) await one.wrap(content, cover);
  await other.forget(() => true);
  // This page has the deleted key, the other one has created the next.
  await other.wrap(content, { ...cover, key: 'b' });
  await write();
  for (const one of [keeper, other, createKeeper(store)])
    expect(await one.read(await only())).toEqual(content);
  await write(other);
  for (const one of [keeper, other]) expect(await one.read(await only())).toEqual(content);
});

test('an entry created during key deletion preserves the key', async () => {
  const { write, only, store } = await phone();
  const remove = async (name: string) => (await write(), store.keys.remove(name));
  const leaving = createKeeper({ ...store, keys: { ...store.keys, remove } });
  await leaving.wrap(content, cover);
  await leaving.forget(() => true);
  expect(await createKeeper(store).read(await only())).toEqual(content);
});

test('a locked app shows no queued entry, even unencrypted ones', async () => {
  const { vault, keeper, write, only } = await phone();
  await vault.set(pin);
  await write();
  expect(await keeper.show(await only())).toEqual(content);
  vault.lock();
  expect(await keeper.show(await only())).toBeUndefined();
  await vault.tryPin(pin);
  expect(await keeper.show(await only())).toEqual(content);
});

test('unencrypted entries of a previous user are encrypted in the next session, unreadable to it', async () => {
  const { keeper, hear, write, only, store } = await phone();
  await write();
  await hear();
  await keeper.forget((actorId) => actorId !== 2);
  await keeper.sealRest(2);
  expect([Boolean((await only()).sealed), (await only()).preview]).toEqual([true, undefined]);
  expect(await store.keys.get('device:1')).toBeUndefined();
});
