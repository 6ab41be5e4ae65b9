import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { CacheDb } from '../cache/cache-db.ts';
import { changeKeys, deleteKeys, readKeys } from '#kernel/offline/vault/key-store.ts';
import { mostWrong, usualLease } from '#kernel/offline/vault/lock-rules.ts';
import { VaultLocked, Vault } from './vault.ts';

const pin = '481516';
const wrongPin = '481517';
afterEach(async () => {
  vi.useRealTimers();
  await deleteKeys();
});

const fresh = async (userId = 1): Promise<Vault> => {
  const vault = new Vault(userId, () => undefined);
  await vault.load();
  return vault;
};

test('after a reload only the PIN opens the cache', async () => {
  const before = await fresh();
  await before.set(pin);
  const sealed = await before.seal('loan 1', 'Asha Rao');
  const after = await fresh();
  expect([after.isSet(), after.isOpen()]).toEqual([true, false]);
  await expect(after.open('loan 1', sealed)).rejects.toThrow(VaultLocked);
  expect(await after.tryPin(wrongPin)).toEqual({ is: 'wrong', left: mostWrong - 1, wait: 0 });
  expect(await after.tryPin(pin)).toEqual({ is: 'open' });
  expect(await after.open('loan 1', sealed)).toBe('Asha Rao');
  expect((await readKeys(1))?.wrong).toBe(0);
});

test('data read while locked is cached, and opens later', async () => {
  const vault = await fresh();
  await vault.set(pin);
  vault.lock();
  const sealed = await vault.seal('loan 1', 'Asha Rao');
  await expect(vault.open('loan 1', sealed)).rejects.toThrow(VaultLocked);
  await vault.tryPin(pin);
  expect(await vault.open('loan 1', sealed)).toBe('Asha Rao');
});

test('the tenth wrong PIN deletes keys and caches, after growing delays', async () => {
  const vault = await fresh();
  await vault.set(pin);
  vault.lock();
  await new CacheDb(1).putReply({ key: 'a', at: 1 }, 1);
  await changeKeys(1, { wrong: mostWrong - 1, wrongAt: Date.now() });
  expect(await vault.tryPin(pin)).toMatchObject({ is: 'wait' });
  await changeKeys(1, { wrongAt: 0 });
  expect(await vault.tryPin(wrongPin)).toEqual({ is: 'erased' });
  expect([vault.isSet(), vault.wasErased()]).toEqual([false, true]);
  expect(await readKeys(1)).toBeUndefined();
  const names = (await indexedDB.databases()).map(({ name }) => name);
  expect(names.filter((name) => name?.startsWith('recoup-cache'))).toEqual([]);
});

test('the server’s copy opens it after a sign-in; the copy of an earlier PIN does not', async () => {
  const vault = await fresh();
  const { escrow: old } = await vault.set(pin);
  const { escrow } = await vault.set('271828');
  const sealed = await vault.seal('loan 1', 'Asha Rao');
  vault.lock();
  expect(await vault.useEscrow(old)).toBe(false);
  expect(await vault.useEscrow(escrow)).toBe(true);
  expect(await vault.open('loan 1', sealed)).toBe('Asha Rao');
});

test('another person on this phone has no key', async () => {
  await (await fresh(1)).set(pin);
  const other = await fresh(2);
  expect(other.isSet()).toBe(false);
  expect(await other.tryPin(pin)).toEqual({ is: 'erased' });
});

test('three days offline lock everything until the server responds', async () => {
  const vault = await fresh();
  await vault.set(pin);
  const sealed = await vault.seal('loan 1', 'Asha Rao');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + usualLease + 1000 });
  expect(vault.isOver()).toBe(true);
  await expect(vault.open('loan 1', sealed)).rejects.toThrow(VaultLocked);
  expect(await vault.tryPin(pin)).toEqual({ is: 'lease' });
  await vault.heard();
  expect(vault.isOver()).toBe(false);
  expect(await vault.open('loan 1', sealed)).toBe('Asha Rao');
});
