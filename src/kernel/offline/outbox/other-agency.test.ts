import { expect, test } from 'vitest';
import type { OutboxItem } from './item.ts';
import { createOutbox } from './outbox-core.ts';
import type { Net } from './ports.ts';
import { Disk } from '../../../../tests/sync/simulated/disk.ts';

/** Phone with a server offline until `there`; each tab was opened for an agency. */
function phone() {
  const disk = new Disk();
  const sent: { keys: string[]; agency: string | undefined }[] = [];
  let ids = 0;
  const at = { isThere: false };
  const net: Net = {
    send: async (batch, { agency }) => {
      sent.push({ keys: batch.map(({ key }) => key), agency });
      return { epoch: 'one', each: new Map(batch.map(({ key }) => [key, { kind: 'ours', status: 200 }])) };
    },
    probe: async () => at.isThere,
  };
  const tab = () =>
    createOutbox({
      store: disk,
      net,
      locks: { hold: async (work) => (await work(), true) },
      wrap: async ({ input }, { key }) => ({
        bodyHash: key,
        sealed: { kid: 'a', epk: '', iv: '', ct: JSON.stringify(input) },
        preview: { iv: new Uint8Array(), ct: new ArrayBuffer(8) },
      }),
      moment: () => ({ wall: '', tzMin: 330, skewMs: null, skewAgeMs: null, monoOk: true }),
      now: () => 1000,
      random: () => 0.5,
      newId: () => `id-${++ids}`,
      actorOf: (meta) => meta?.actorId,
      room: () => ({ items: 200, bytes: 1e6 }),
      tell: () => undefined,
    });
  const write = ({ enqueue }: ReturnType<typeof tab>): Promise<OutboxItem> =>
    enqueue({ cmd: 'test.record', actorId: 1, lane: 'loan:1', input: { a: 1 }, says: 'Asha Rao promised' });
  const meta = () => disk.read((tx) => tx.meta());
  return { disk, sent, at, tab, write, meta };
}

test('queued entries are neither sent to another agency nor shown to its users with equal numbers', async () => {
  const { disk, sent, at, tab, write, meta } = phone();
  const before = tab();
  await before.signedIn(1, 'asha');
  at.isThere = true;
  const { id: accepted } = await write(before);
  await before.drain();
  at.isThere = false;
  const { id: waiting } = await write(before);
  const after = tab();
  await after.signedIn(1, 'bandhu');
  at.isThere = true;
  await after.drain('person');
  await after.heard(1, 'another database');
  await after.drain('person');
  expect(sent).toEqual([{ keys: [accepted], agency: 'asha' }]);
  expect([disk.items, disk.receipts]).toEqual([[], []]);
  expect(await meta()).toMatchObject({ agency: 'bandhu', apart: { count: 1 }, prunedSeq: 2 });
  expect(disk.kept.map(({ id, isUnsent, agency }) => [id, isUnsent, agency])).toEqual([
    [accepted, undefined, 'asha'],
    [waiting, true, 'asha'],
  ]);
  expect(disk.kept.some(({ item }) => item.preview)).toBe(false);
});

test('entries are sent when their agency answers again, and those of the other are quarantined', async () => {
  const { disk, sent, at, tab, write, meta } = phone();
  const before = tab();
  await before.signedIn(1, 'asha');
  const { id } = await write(before);
  const between = tab();
  await between.signedIn(1, 'bandhu');
  const { id: others } = await write(between);
  // A page open since then.
  await expect(write(before)).rejects.toThrow('Another agency');
  const back = tab();
  await back.signedIn(1, 'asha');
  at.isThere = true;
  await back.drain('person');
  expect(sent).toEqual([{ keys: [id], agency: 'asha' }]);
  expect(disk.items).toEqual([]);
  expect(Object.fromEntries(disk.kept.map((one) => [one.id, one.agency]))).toEqual({
    [id]: undefined,
    [others]: 'bandhu',
  });
  expect(await meta()).toMatchObject({ agency: 'asha', apart: { count: 1 } });
});

test('the first agency to identify itself owns the stored entries of the phone', async () => {
  const { sent, at, tab, write } = phone();
  const old = tab();
  await old.signedIn(1);
  const { id } = await write(old);
  const next = tab();
  await next.signedIn(1, 'asha');
  at.isThere = true;
  await next.drain('person');
  expect(sent).toEqual([{ keys: [id], agency: 'asha' }]);
});
