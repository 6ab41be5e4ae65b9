import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { draftStore, dropDrafts, dropOldDrafts } from './drafts.ts';
import { type DeviceStore, idbStore } from '#kernel/offline/outbox/idb-store.ts';
import { createKeeper } from '#kernel/offline/vault/keeper.ts';
import { deleteKeys } from '#kernel/offline/vault/key-store.ts';
import { Vault } from '../vault/vault.ts';

let made = 0;
const opened: DeviceStore[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
  await deleteKeys();
});
const always = (): boolean => true;
const typed = { comments: 'will pay after the harvest', amount: 1500 };

async function phone() {
  const name = `drafts-${++made}`;
  const vault = new Vault(1, () => undefined);
  await vault.load();
  let asked = 0;
  /** A newly opened page, without the memory of an earlier one. */
  const page = (actorId = 1) => {
    const store = idbStore(name);
    opened.push(store);
    const keeper = createKeeper(store, async (id) => (id === 1 && vault.isSet() ? vault : undefined));
    const needKey = async (): Promise<boolean> => {
      asked++;
      return vault.isOpen();
    };
    return { store, ...draftStore({ store, who: () => actorId, locks: async () => keeper, needKey }) };
  };
  return { vault, page, asked: () => asked };
}

test('a draft is visible on the next page of its author only', async () => {
  const { page } = await phone();
  await page().save('ptp 7', typed, always);
  const next = page();
  expect(await next.load('ptp 7')).toEqual(typed);
  expect(await next.load('ptp 8')).toBeUndefined();
  expect(await page(2).load('ptp 7')).toBeUndefined();
  const kept = JSON.stringify(await next.store.drafts.get('1 ptp 7'), (_, value: unknown) =>
    value instanceof ArrayBuffer || value instanceof Uint8Array
      ? new TextDecoder('latin1').decode(value)
      : value,
  );
  expect(kept).not.toContain('harvest');
});

test('an encrypted draft is read after unlocking, and remains until then', async () => {
  const { page, vault, asked } = await phone();
  await vault.set('481516');
  vault.lock();
  // The lock may close during typing.
  await page().save('ptp 7', typed, always);
  expect(await page().load('ptp 7')).toBeUndefined();
  expect(asked()).toBe(1);
  await vault.tryPin('481516');
  expect(await page().load('ptp 7')).toEqual(typed);
});

test('a sign-out deletes the drafts of its user and of no other', async () => {
  const { page } = await phone();
  const { save, drop, load, store } = page();
  await save('ptp 7', typed, always);
  await drop('ptp 7');
  expect(await load('ptp 7')).toBeUndefined();
  await save('ptp 7', typed, always);
  await page(12).save('ptp 7', typed, always);
  await dropDrafts(store, 1);
  expect(await store.drafts.names()).toEqual(['12 ptp 7']);
});

test('an entry deletes its draft in the same change, and a slower write does not restore it', async () => {
  const { page } = await phone();
  const { save, load, store } = page();
  await save('ptp 7', typed, always);
  let isSubmitting = false;
  const slower = save('ptp 7', typed, () => !isSubmitting);
  isSubmitting = true;
  await store.change((tx) => tx.dropFormDraft('1 ptp 7'));
  await slower;
  expect(await load('ptp 7')).toBeUndefined();
  expect(await store.drafts.names()).toEqual([]);
});

test('drafts expire after three days', async () => {
  const { page } = await phone();
  const { save, store } = page();
  await save('ptp 7', typed, always);
  await dropOldDrafts(store, Date.now() + 71 * 3_600_000);
  expect(await store.drafts.names()).toEqual(['1 ptp 7']);
  await dropOldDrafts(store, Date.now() + 73 * 3_600_000);
  expect(await store.drafts.names()).toEqual([]);
});
