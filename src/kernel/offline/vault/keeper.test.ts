import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { canonical, digestOf } from '#kernel/contract/outbox/canonical.ts';
import { base64Of, bytesOf, unseal } from '#kernel/contract/outbox/seal.ts';
import { type DeviceStore, idbStore } from '../outbox/idb-store.ts';
import type { Body, OutboxItem } from '../outbox/item.ts';
import { type Keeper, createKeeper } from './keeper.ts';

const curve = { name: 'ECDH', namedCurve: 'P-256' };
const cover = { key: 'a', cmd: 'test.record', cmdV: 1, actorId: 1, deviceId: 'd' };
const content = { input: { loanId: 7, comments: 'met the borrower' }, says: 'Imran promised ₹1,500.00' };

let made = 0;
const opened: DeviceStore[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
});
function phone(): { store: DeviceStore; keeper: Keeper } {
  const store = idbStore(`keeper-${++made}`);
  opened.push(store);
  return { store, keeper: createKeeper(store) };
}

async function server() {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(curve, true, ['deriveBits']);
  const spki = base64Of(await crypto.subtle.exportKey('spki', publicKey));
  const key = { kid: 'k1', spki, validUntil: '2027-01-01T00:00:00Z', heardAt: 0 };
  return { key, privateKey };
}
const itemOf = (body: Body, actorId = 1): OutboxItem =>
  ({
    id: 'a',
    cmd: 'test.record',
    cmdV: 1,
    deviceId: 'd',
    seq: 1,
    lane: 'l',
    state: 'queued',
    ...body,
    actorId,
  }) as OutboxItem;
const put = (store: DeviceStore, item: OutboxItem): Promise<void> => store.change((tx) => tx.put(item));
const only = async (store: DeviceStore): Promise<OutboxItem | undefined> => store.read((tx) => tx.item('a'));

/** Everything on the disk as one could find it there. */
async function diskOf(store: DeviceStore): Promise<string> {
  const items = await store.read((tx) => tx.all());
  return JSON.stringify(items, (_, value: unknown) => {
    const isBytes = value instanceof ArrayBuffer || value instanceof Uint8Array;
    return isBytes ? new TextDecoder('latin1').decode(value) : value;
  });
}

test('an encrypted entry is readable by the server, and by its author while signed in', async () => {
  const { store, keeper } = phone();
  const { key, privateKey } = await server();
  await keeper.hear(key);
  const body = await keeper.wrap(content, cover);
  await put(store, itemOf(body));
  const disk = await diskOf(store);
  for (const word of ['borrower', 'Imran', '1,500', 'comments']) expect(disk).not.toContain(word);
  expect(await keeper.read(itemOf(body))).toEqual(content);
  const envelope = { ...cover, bodyHash: body.bodyHash ?? '' };
  const text = body.sealed && (await unseal(body.sealed, envelope, privateKey));
  expect(text).toBe(canonical(content.input));
  expect(body.bodyHash).toBe(await digestOf(text ?? ''));
});

test('a moved or changed encrypted entry does not open', async () => {
  const { keeper } = phone();
  const { key, privateKey } = await server();
  await keeper.hear(key);
  const { sealed, bodyHash = '' } = await keeper.wrap(content, cover);
  if (!sealed) throw new Error('not sealed');
  const envelope = { ...cover, bodyHash };
  for (const other of [{ key: 'b' }, { actorId: 2 }, { cmd: 'test.other' }, { deviceId: 'e' }, { cmdV: 2 }])
    await expect(unseal(sealed, { ...envelope, ...other }, privateKey)).rejects.toThrow();
  const bytes = bytesOf(sealed.ct);
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  await expect(unseal({ ...sealed, ct: base64Of(bytes) }, envelope, privateKey)).rejects.toThrow();
});

test('entries use the device key until the server key is available, then are re-encrypted', async () => {
  const { store, keeper } = phone();
  const body = await keeper.wrap(content, cover);
  expect(body.sealed).toBeUndefined();
  await put(store, itemOf(body));
  expect(await diskOf(store)).not.toContain('Imran');
  // Signing out must not delete the only copy.
  await keeper.forget(() => true);
  expect(await keeper.read((await only(store)) as OutboxItem)).toEqual(content);
  const { key, privateKey } = await server();
  await keeper.hear(key);
  await keeper.sealRest(1);
  const { sealed, bodyHash = '' } = (await only(store)) as OutboxItem;
  const text = sealed && (await unseal(sealed, { ...cover, bodyHash }, privateKey));
  expect(text).toBe(canonical(content.input));
});

test('after sign-out only the server can read entries', async () => {
  const { store, keeper } = phone();
  const { key } = await server();
  await keeper.hear(key);
  await put(store, itemOf(await keeper.wrap(content, cover)));
  await keeper.forget((actorId) => actorId !== 1);
  expect(await keeper.read((await only(store)) as OutboxItem)).toEqual(content);
  await keeper.forget((actorId) => actorId === 1);
  const item = (await only(store)) as OutboxItem;
  expect([item.preview, Boolean(item.sealed)]).toEqual([undefined, true]);
  expect(await keeper.read(item)).toBeUndefined();
  expect(await store.keys.get('device:1')).toBeUndefined();
  // A page open during the deletion has dropped it too, and one opened later creates a separate key.
  expect(await createKeeper(store).read(item)).toBeUndefined();
});

test('two tabs share one non-extractable key', async () => {
  const { store, keeper } = phone();
  const other = createKeeper(store);
  const [a, b] = await Promise.all([keeper.wrap(content, cover), other.wrap(content, cover)]);
  expect(await keeper.read(itemOf(b))).toEqual(content);
  expect(await other.read(itemOf(a))).toEqual(content);
  const key = (await store.keys.get('device:1')) as CryptoKey;
  expect(key.extractable).toBe(false);
});
