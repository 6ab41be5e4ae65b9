import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { CacheDb, deleteCaches } from '#phone/cache/cache-db.ts';
import { idbStore } from './idb-store.ts';
import type { OutboxItem } from './item.ts';
import { createOutbox } from './outbox-core.ts';
import type { Answer, News } from './ports.ts';

let made = 0;
const opened: { close: () => Promise<void> }[] = [];
const open = (name: string) => {
  const store = idbStore(name);
  opened.push(store);
  return store;
};
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
});

function outboxOn(name: string, answer = { kind: 'ours', status: 200 } as const) {
  const store = open(name);
  let ids = 0;
  const outbox = createOutbox({
    store,
    net: { send: async () => ({ all: answer }), probe: async () => true },
    locks: { hold: async (work) => (await work(), true) },
    wrap: async (content) => content,
    moment: () => ({ wall: '', tzMin: 330, skewMs: null, skewAgeMs: null, monoOk: true }),
    now: () => 1000,
    random: () => 0.5,
    newId: () => `${name}-${++ids}`,
    actorOf: (meta) => meta?.actorId,
    room: () => ({ items: 200, bytes: 1e6 }),
    tell: () => undefined,
  });
  const write = (actorId: number, lane: string): Promise<OutboxItem> =>
    outbox.enqueue({ cmd: 'test.record', actorId, lane, input: { lane }, says: lane });
  return { store, outbox, write };
}
const fresh = (): string => `outbox-${++made}`;

test('entries survive a reload with their order and their device', async () => {
  const name = fresh();
  const before = outboxOn(name);
  await before.write(1, 'loan:2');
  await before.write(2, 'loan:1');
  await before.write(1, 'loan:1');
  await before.store.close();
  const after = open(name);
  const seen = await after.read(async (tx) => ({
    all: await tx.all(),
    mine: await tx.of(1),
    lane: await tx.inLane(1, 'loan:1'),
    meta: await tx.meta(),
  }));
  expect(seen.all.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  expect(seen.mine.map(({ seq }) => seq)).toEqual([1, 3]);
  expect(seen.lane.map(({ seq }) => seq)).toEqual([3]);
  expect(new Set(seen.all.map(({ deviceId }) => deviceId))).toEqual(new Set([seen.meta?.deviceId]));
});

test('entries created at the same moment get unique numbers', async () => {
  const { write } = outboxOn(fresh());
  const written = await Promise.all(Array.from({ length: 20 }, () => write(1, 'loan:1')));
  expect(new Set(written.map(({ seq }) => seq)).size).toBe(20);
});

test('a failed change leaves no trace', async () => {
  const { store, write } = outboxOn(fresh());
  const item = await write(1, 'loan:1');
  const broken = store.change(async (tx) => {
    await tx.remove(item.id);
    throw new Error('half way');
  });
  await expect(broken).rejects.toThrow('half way');
  expect(await store.read((tx) => tx.all())).toEqual([item]);
});

test('entries of one group are stored together or not at all', async () => {
  const { store, outbox } = outboxOn(fresh());
  const part = { cmd: 'test.record', actorId: 1, lane: 'photo:1', says: 'photo', group: 'photo' };
  const made = await outbox.enqueueAll([1, 2, 3].map((n) => ({ ...part, input: { n } })));
  expect(made.map(({ seq, group }) => [seq, group])).toEqual([1, 2, 3].map((seq) => [seq, 'photo']));
  // What cannot be cloned cannot be written.
  const broken = outbox.enqueueAll([
    { ...part, input: { n: 4 } },
    { ...part, input: { n: () => 5 } },
  ]);
  await expect(broken).rejects.toThrow();
  expect((await store.read((tx) => tx.all())).map(({ seq }) => seq)).toEqual([1, 2, 3]);
});

test('a sent entry is deleted from the disk, and its receipt stored', async () => {
  const { store, outbox, write } = outboxOn(fresh());
  await outbox.signedIn(1);
  const item = await write(1, 'loan:1');
  await outbox.drain();
  expect(await store.read((tx) => tx.all())).toEqual([]);
  expect(await store.read((tx) => tx.receipts())).toMatchObject([{ id: item.id, verdict: 'acked' }]);
});

test('a newer app version may extend the database, and this one still finds its entries', async () => {
  const name = fresh();
  const { store, write } = outboxOn(name);
  const item = await write(1, 'loan:1');
  const newer = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name, 99);
    opening.onupgradeneeded = () => opening.result.createObjectStore('more');
    opening.onsuccess = () => resolve(opening.result);
    opening.onblocked = () => reject(new Error('the older version does not let go'));
  });
  expect(await store.read((tx) => tx.all())).toEqual([item]);
  await write(1, 'loan:1');
  expect(await store.read((tx) => tx.all())).toHaveLength(2);
  newer.close();
});

test('a queue of the previous version is read, sent, and retained for a restore', async () => {
  const name = fresh();
  const moment = { wall: '2026-11-20T10:00:00.000Z', tzMin: 330, skewMs: 0, skewAgeMs: 0, monoOk: true };
  const sealed = { kid: 'k', epk: 'e', iv: 'i', ct: 'c' };
  const preview = { iv: new Uint8Array(12), ct: new ArrayBuffer(8) };
  const shared = { cmd: 'test.record', cmdV: 1, actorId: 1, deviceId: 'd', lane: 'l', occurredAt: moment };
  const times = { attempts: 0, nextAt: 0, heldAt: 0, createdAt: 0 };
  const before = { ...shared, ...times, state: 'queued', ev: 2, bodyHash: 'h', sealed, preview };
  await new Promise<void>((resolve) => {
    const opening = indexedDB.open(name, 2);
    opening.onupgradeneeded = () => {
      const items = opening.result.createObjectStore('items', { keyPath: 'id' });
      items.createIndex('author', ['actorId', 'seq']);
      items.createIndex('lane', ['actorId', 'lane', 'seq']);
      opening.result.createObjectStore('receipts', { keyPath: 'id' });
      opening.result
        .createObjectStore('meta')
        .put({ deviceId: 'd', seq: 2, session: 3, accepted: 9 }, 'meta');
      opening.result.createObjectStore('keys');
      items.put({ ...before, id: 'first', seq: 1 });
      items.put({ ...before, id: 'second', seq: 2, state: 'sending', attempts: 1, dispatchedAt: 5 });
    };
    opening.onsuccess = () => resolve(opening.result.close());
  });
  const { store, outbox, write } = outboxOn(name);
  expect((await write(1, 'l')).seq).toBe(3);
  await outbox.signedIn(1);
  await outbox.drain();
  expect(await store.read((tx) => tx.all())).toEqual([]);
  const kept = await store.read((tx) => tx.kept());
  // The third was never encrypted: no readable copy remains.
  expect(kept.map(({ id }) => id)).toEqual(['first', 'second']);
  expect(kept.every(({ item }) => item.sealed && !item.preview)).toBe(true);
});

test('entries accepted by an earlier database are resent once to another, without notification', async () => {
  const name = fresh();
  const store = open(name);
  const sent: string[][] = [];
  const news: News[] = [];
  let epoch = 'a';
  let ids = 0;
  const outbox = createOutbox({
    store,
    net: {
      async send(batch, { epoch: known }) {
        sent.push(batch.map(({ key }) => key));
        const isOther = known !== undefined && known !== epoch;
        const answer: Answer = {
          kind: 'ours',
          status: isOther ? 409 : 200,
          ...(isOther && { code: 'IN_PROGRESS' }),
        };
        return { epoch, each: new Map(batch.map(({ key }) => [key, answer])) };
      },
      probe: async () => true,
    },
    locks: { hold: async (work) => (await work(), true) },
    wrap: async () => ({ sealed: { kid: '', epk: '', iv: '', ct: '' } }),
    moment: () => ({ wall: '', tzMin: 330, skewMs: null, skewAgeMs: null, monoOk: true }),
    now: () => 1000 + 10_000 * sent.length,
    random: () => 0.5,
    newId: () => `${name}-${++ids}`,
    actorOf: (meta) => meta?.actorId,
    room: () => ({ items: 200, bytes: 1e6 }),
    tell: (one) => news.push(one),
  });
  const write = (says: string) =>
    outbox.enqueue({ cmd: 'test.record', actorId: 1, lane: 'l', input: {}, says, done: 'Saved' });
  await outbox.signedIn(1);
  const lost = await write('lost');
  await outbox.drain();
  epoch = 'b';
  const next = await write('next');
  news.length = 0;
  await outbox.drain();
  // Put off, then both in the order they were written.
  expect(sent.flat()).toEqual([lost.id, next.id, lost.id, next.id]);
  expect(news).toContainEqual({ kind: 'sent-again', actorId: 1, count: 1 });
  const told = news.flatMap((one) =>
    one.kind === 'settled' && one.outcome.verdict === 'acked' ? [one] : [],
  );
  expect(told.map(({ id, done }) => [id, done])).toEqual([
    [lost.id, undefined],
    [next.id, 'Saved'],
  ]);
  await outbox.heard(1, 'b');
  expect(await store.read((tx) => tx.count())).toBe(0);
  // Epoch received without anything to send, as on opening a page.
  expect(await outbox.heard(1, 'c')).toBe(2);
  expect(await store.read((tx) => tx.count())).toBe(2);
});

test('deleting the caches leaves the outbox alone', async () => {
  const name = 'recoup-outbox';
  const { store, write } = outboxOn(name);
  await write(1, 'loan:1');
  const cache = new CacheDb(7);
  await cache.putReply({ key: 'a', at: 1, reply: 1 }, 1);
  await cache.delete();
  await new CacheDb(8).putReply({ key: 'a', at: 1, reply: 1 }, 1);
  await deleteCaches();
  const names = (await indexedDB.databases()).map((one) => one.name);
  expect(names.filter((one) => one?.startsWith('recoup-cache-'))).toEqual([]);
  expect(await store.read((tx) => tx.all())).toHaveLength(1);
});

test('a silently lost connection is reopened for reads and writes', async () => {
  const name = fresh();
  const connections: IDBDatabase[] = [];
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...of) {
    connections.push(this);
    return transaction.apply(this, of);
  };
  /** As Safari does after a while in the background: no event is sent. */
  const lose = (): void => connections.splice(0).forEach((db) => db.close());
  try {
    const { store, write } = outboxOn(name);
    await write(1, 'loan:1');
    lose();
    await write(1, 'loan:2');
    lose();
    expect((await store.read((tx) => tx.all())).map(({ lane }) => lane)).toEqual(['loan:1', 'loan:2']);
    lose();
    await store.drafts.put('1 outcome', 'typed');
    lose();
    expect(await store.drafts.get('1 outcome')).toBe('typed');
    const cache = new CacheDb(77);
    await cache.putMeta('cursor', 'a');
    lose();
    expect(await cache.meta('cursor')).toBe('a');
    await cache.delete();
  } finally {
    IDBDatabase.prototype.transaction = transaction;
  }
});
