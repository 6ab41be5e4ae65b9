import { beforeAll, expect, test } from 'vitest';
import {
  type Sealed,
  keyByPin,
  keyOfEscrow,
  newDataKey,
  newBox,
  newDeviceKey,
  newSalt,
  open,
  readingKey,
  seal,
  writingKey,
} from './vault-crypto.ts';

const loan = { id: 7, name: 'Asha Rao' };
let lock: { salt: Uint8Array<ArrayBuffer>; deviceKey: CryptoKey };
let made: { key: CryptoKey; envelope: Sealed; escrow: string };
beforeAll(async () => {
  lock = { salt: newSalt(), deviceKey: await newDeviceKey() };
  made = await newDataKey('481516', 1, lock);
});

test('encrypted data opens with its PIN only, not another PIN, user or device', async () => {
  const sealed = await seal(made.key, 'loan 7', loan);
  const { envelope } = made;
  const key = await keyByPin('481516', 1, { ...lock, envelope });
  expect(key && (await open(key, 'loan 7', sealed))).toEqual(loan);
  expect(await keyByPin('481517', 1, { ...lock, envelope })).toBeUndefined();
  expect(await keyByPin('481516', 2, { ...lock, envelope })).toBeUndefined();
  expect(
    await keyByPin('481516', 1, { salt: lock.salt, deviceKey: await newDeviceKey(), envelope }),
  ).toBeUndefined();
});

test('the server-stored key opens it too', async () => {
  const sealed = await seal(made.key, 'loan 7', loan);
  expect(await open(await keyOfEscrow(made.escrow), 'loan 7', sealed)).toEqual(loan);
});

test('a record cannot be swapped or changed', async () => {
  const sealed = await seal(made.key, 'loan 7', loan);
  await expect(open(made.key, 'loan 8', sealed)).rejects.toThrow();
  const ct = Uint8Array.from(new Uint8Array(sealed.ct), (byte, i) => (i === 3 ? byte ^ 1 : byte)).buffer;
  await expect(open(made.key, 'loan 7', { ...sealed, ct })).rejects.toThrow();
});

test('neither key can be read out, and nothing of the content shows', async () => {
  await expect(crypto.subtle.exportKey('raw', made.key)).rejects.toThrow();
  await expect(crypto.subtle.exportKey('raw', lock.deviceKey)).rejects.toThrow();
  const { ct } = await seal(made.key, 'loan 7', loan);
  expect(Buffer.from(ct).toString('latin1')).not.toContain('Asha');
});

test('what is written while locked opens with the key of the loans, and only with it', async () => {
  const { boxKey, boxHalf } = await newBox(made.key, 1);
  const { key, epk } = await writingKey(boxKey);
  const sealed = await seal(key, 'loan 7', loan);
  expect(await open(await readingKey(made.key, 1, boxHalf, epk), 'loan 7', sealed)).toEqual(loan);
  const other = await newDataKey('481516', 1, lock);
  await expect(readingKey(other.key, 1, boxHalf, epk)).rejects.toThrow();
});
