import { expect, test } from 'vitest';
import type { OutboxItem } from '../item.ts';
import { createOutbox } from '../outbox-core.ts';
import type { Answer, Delivery, News } from '../ports.ts';
import { Disk } from '../../../../../tests/sync/simulated/disk.ts';
import { Forbidden, leave, move } from './transitions.ts';

function device(
  answer: (delivery: Delivery) => Answer = () => ({ kind: 'ours', status: 200, row: { id: 9 } }),
) {
  const disk = new Disk();
  const news: News[] = [];
  let ids = 0;
  const outbox = createOutbox({
    store: disk,
    net: {
      send: async (batch) => ({ each: new Map(batch.map((one) => [one.key, answer(one)])) }),
      probe: async () => true,
    },
    locks: { hold: async (work) => (await work(), true) },
    wrap: async (content) => content,
    moment: () => ({ wall: '', tzMin: 330, skewMs: null, skewAgeMs: null, monoOk: true }),
    now: () => 1000,
    random: () => 0.5,
    newId: () => `id-${++ids}`,
    actorOf: (meta) => meta?.actorId,
    room: () => ({ items: 200, bytes: 1e6 }),
    tell: (one) => news.push(one),
  });
  const write = (lane = 'loan:1', supersedes?: string): Promise<OutboxItem> =>
    outbox.enqueue({ cmd: 'test.record', actorId: 1, lane, input: { a: 1 }, says: 'said', supersedes });
  return { disk, news, outbox, write };
}

test('an accepted entry and its content are deleted together with storing its receipt', async () => {
  const { disk, news, outbox, write } = device();
  await outbox.signedIn(1);
  const { id } = await write();
  await outbox.drain();
  expect(disk.items).toEqual([]);
  expect(disk.receipts).toMatchObject([{ id, verdict: 'acked', serverId: 9, seq: 1 }]);
  expect(JSON.stringify(disk.receipts)).not.toContain('said');
  expect(news).toContainEqual(expect.objectContaining({ kind: 'settled', id }));
});

test("every attempt has the entry's original key", async () => {
  const keys: string[] = [];
  const answers: Answer[] = [
    { kind: 'none' },
    { kind: 'ours', status: 500 },
    { kind: 'ours', status: 401 },
    { kind: 'ours', status: 200 },
  ];
  const { outbox, write } = device(({ key }) => {
    keys.push(key);
    return answers.shift() ?? { kind: 'none' };
  });
  await outbox.signedIn(1);
  const { id } = await write();
  for (let i = 0; i < 4; i++) {
    await outbox.signedIn(1);
    await outbox.drain('person');
  }
  expect(keys).toEqual([id, id, id, id]);
});

test("entries are sent only in their author's session", async () => {
  let sent = 0;
  const { disk, outbox, write } = device(() => (sent++, { kind: 'ours', status: 200 }));
  await write();
  await outbox.drain();
  await outbox.signedIn(2);
  await outbox.drain('person');
  expect([sent, disk.items.length]).toEqual([0, 1]);
  await outbox.signedIn(1);
  await outbox.drain();
  expect([sent, disk.items.length]).toEqual([1, 0]);
});

test('a session expiry preserves all entries for their author and notifies the page', async () => {
  const { disk, news, outbox, write } = device(() => ({ kind: 'ours', status: 401, code: 'NOT_SIGNED_IN' }));
  await outbox.signedIn(1);
  await write('loan:1');
  await write('loan:1');
  await outbox.drain();
  expect(disk.items.map(({ state }) => state)).toEqual(['auth', 'auth']);
  expect(news).toContainEqual({ kind: 'signed-out' });
  await outbox.signedIn(1);
  expect(disk.items.map(({ state }) => state)).toEqual(['queued', 'queued']);
});

test('an unsent entry can be withdrawn; one possibly delivered cannot', async () => {
  const { disk, outbox, write } = device(() => ({ kind: 'none' }));
  await outbox.signedIn(1);
  expect(await outbox.cancel((await write()).id)).toBe(true);
  const { id } = await write();
  await outbox.drain();
  await outbox.retry(id);
  expect(disk.items).toMatchObject([{ id, state: 'queued' }]);
  expect(await outbox.cancel(id)).toBe(false);
});

test('a rejected entry is deleted only with a reason, or replaced by another', async () => {
  const { disk, outbox, write } = device(() => ({ kind: 'ours', status: 422, code: 'DATE_IN_PAST' }));
  await outbox.signedIn(1);
  const first = await write();
  await outbox.drain();
  await expect(outbox.discard(first.id, '  ')).rejects.toThrow(Forbidden);
  expect(disk.items).toMatchObject([{ id: first.id, state: 'attention' }]);
  const second = await write('loan:1', first.id);
  expect(disk.items.map(({ id }) => id)).toEqual([second.id]);
  expect(disk.receipts).toMatchObject([{ id: first.id, verdict: 'discarded', code: 'DATE_IN_PAST' }]);
  expect(await outbox.discard(second.id, 'not refused yet')).toBe(false);
});

test('an in-flight entry is never dropped, reverted or changed', async () => {
  const { disk, write } = device();
  const item = await write();
  const sending: OutboxItem = { ...item, state: 'sending' };
  const forbidden = (work: Parameters<Disk['change']>[0]): Promise<void> =>
    expect(disk.change(work)).rejects.toThrow(Forbidden);
  await forbidden((tx) => leave(tx, sending, { verdict: 'discarded', at: 0, reason: 'why' }));
  await forbidden((tx) => leave(tx, sending, { verdict: 'cancelled', at: 0 }));
  await forbidden((tx) => move(tx, sending, { ...sending, state: 'queued' }));
  await forbidden((tx) => move(tx, item, { ...sending, id: 'another' }));
  await forbidden((tx) => move(tx, item, { ...sending, input: { a: 2 } }));
  expect(disk.items).toEqual([item]);
});

test('many entries of one ordering key are sent in one run, in order', async () => {
  const seen: number[] = [];
  const { outbox, write } = device(({ item }) => (seen.push(item.seq), { kind: 'ours', status: 200 }));
  await outbox.signedIn(1);
  for (let i = 0; i < 20; i++) await write();
  await outbox.drain();
  expect(seen).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
});
