import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { base64Of } from '#kernel/contract/outbox/seal.ts';
import { handIn, keepToken } from './hand-in.ts';
import { type DeviceStore, idbStore } from '#kernel/offline/outbox/idb-store.ts';
import type { OutboxItem } from '#kernel/offline/outbox/item.ts';
import { createKeeper } from '#kernel/offline/vault/keeper.ts';

let made = 0;
const opened: DeviceStore[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
});

type Ask = Parameters<typeof handIn>[0]['ask'];
const inAMonth = (): string => new Date(Date.now() + 30 * 86_400_000).toISOString();

/** A phone with one encrypted entry of each of two users, and a token of the first. */
async function phone() {
  const store = idbStore(`hand-in-${++made}`);
  opened.push(store);
  const keeper = createKeeper(store);
  const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
    'deriveBits',
  ]);
  const spki = base64Of(await crypto.subtle.exportKey('spki', publicKey));
  await keeper.hear({ kid: 'k', spki, validUntil: inAMonth(), heardAt: 0 });
  for (const actorId of [1, 2]) {
    const cover = { key: `of-${actorId}`, cmd: 'test.record', cmdV: 1, actorId, deviceId: 'd' };
    const body = await keeper.wrap({ input: { loanId: 7 }, says: 'said' }, cover);
    const { key: id, ...rest } = cover;
    const item = { ...rest, ...body, id, ev: 2, seq: actorId, lane: 'l', state: 'auth', occurredAt: '' };
    await store.change((tx) => tx.put(item as unknown as OutboxItem));
  }
  await keepToken(store.keys, 1, async () => ({ token: 't1', expiresAt: inAMonth() }));
  const asked: Parameters<Ask>[0][] = [];
  const answering =
    (answer: (keys: string[]) => Awaited<ReturnType<Ask>>): Ask =>
    async (input) => {
      asked.push(input);
      return answer(input.items.map(({ key }) => key));
    };
  const here = async () => (await store.read((tx) => tx.all())).map(({ id }) => id);
  return { store, keeper, asked, answering, here };
}

test('entries of a closed account are uploaded encrypted, and remain until the server has stored them', async () => {
  const { store, keeper, asked, answering, here } = await phone();
  const lost = answering(() => {
    throw new Error('no network');
  });
  await expect(handIn({ store, keeper, ask: lost }, 2)).rejects.toThrow('no network');
  expect(await here()).toEqual(['of-1', 'of-2']);
  const ask = answering((keys) => ({
    isDisabled: true,
    answers: keys.map((key) => ({ key, status: 200, verdict: 'NEEDS_REVIEW' as const })),
  }));
  expect(await handIn({ store, keeper, ask }, 2)).toBe(1);
  expect(await here()).toEqual(['of-2']);
  expect(await store.read((tx) => tx.receipts())).toMatchObject([
    { id: 'of-1', verdict: 'acked', said: 'NEEDS_REVIEW' },
  ]);
  const [, { token, items } = { token: '', items: [] }] = asked;
  expect([token, items.map(({ sealed, input }) => [Boolean(sealed), input])]).toEqual([
    't1',
    [[true, undefined]],
  ]);
});

test('active users upload nothing, and a missing token sends no request', async () => {
  const { store, keeper, asked, answering, here } = await phone();
  const ask = answering(() => ({ isDisabled: false, answers: [] }));
  expect(await handIn({ store, keeper, ask }, undefined)).toBe(0);
  expect([await here(), asked.length]).toEqual([['of-1', 'of-2'], 1]);
  expect(await handIn({ store, keeper, ask }, 1)).toBe(0);
  expect(asked.length).toBe(1);
});

test('an expired token is dropped; a fresh one is reused', async () => {
  const { store, keeper, asked, answering } = await phone();
  const ask = answering(() => 'refused');
  await handIn({ store, keeper, ask }, undefined);
  await handIn({ store, keeper, ask }, undefined);
  expect(asked.length).toBe(1);
  let minted = 0;
  const mint = async () => ({ token: `t${++minted}`, expiresAt: inAMonth() });
  await keepToken(store.keys, 1, mint);
  await keepToken(store.keys, 1, mint);
  expect(minted).toBe(1);
});

test('photos of several parts go in as many requests as they need, and all of them leave', async () => {
  const { store, keeper, asked, answering, here } = await phone();
  for (let part = 0; part < 24; part++) {
    const cover = { key: `part-${part}`, cmd: 'test.photo', cmdV: 1, actorId: 1, deviceId: 'd' };
    const body = await keeper.wrap({ input: { data: 'x'.repeat(44_000) }, says: 'photo' }, cover);
    const { key: id, ...rest } = cover;
    const item = {
      ...rest,
      ...body,
      id,
      ev: 2,
      seq: 10 + part,
      lane: 'photo:7',
      group: 'photo',
      state: 'auth',
      occurredAt: '',
    };
    await store.change((tx) => tx.put(item as unknown as OutboxItem));
  }
  const ask = answering((keys) => ({
    isDisabled: true,
    answers: keys.map((key) => ({ key, status: 200, verdict: 'NEEDS_REVIEW' as const })),
  }));
  expect(await handIn({ store, keeper, ask }, 2)).toBe(25);
  expect(await here()).toEqual(['of-2']);
  expect(asked.length).toBeGreaterThan(1);
  expect(Math.max(...asked.map((one) => JSON.stringify(one).length))).toBeLessThan(1024 * 1024);
});
