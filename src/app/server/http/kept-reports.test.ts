import { expect, it } from 'vitest';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { type Counted, askedBy, keptReports } from './kept-reports.ts';

const limits = { slowMs: 1000, freshMs: 60_000, mostMs: 900_000, mostBytes: 100 };
/** A clock that is moved by hand, and counts that take as long as they say. */
function desk() {
  let at = 0;
  let n = 0;
  const asked = keptReports({ now: () => new Date(at) }, limits);
  return {
    passes: (ms: number) => void (at += ms),
    ask: async (key: string, o: { takes?: number; fails?: boolean; row?: unknown } = {}) => {
      const broken: unknown[] = [];
      const counted = await asked(
        key,
        async (): Promise<Counted> => {
          at += o.takes ?? 0;
          if (o.fails) throw new Error('no database');
          return { wire: { statusCode: 200, row: o.row ?? ++n }, actor: null, ageS: 0 };
        },
        (error) => broken.push(error),
      );
      return { row: counted.wire.row, ageS: counted.ageS, broken };
    },
  };
}

it('counts what is quick each time, and keeps what is slow', async () => {
  const { ask, passes } = desk();
  expect(await ask('quick', { takes: 999 })).toMatchObject({ row: 1, ageS: 0 });
  expect(await ask('quick', { takes: 999 })).toMatchObject({ row: 2, ageS: 0 });
  expect(await ask('slow', { takes: 1000 })).toMatchObject({ row: 3, ageS: 0 });
  passes(59_000);
  expect(await ask('slow', { takes: 1000 })).toMatchObject({ row: 3, ageS: 59 });
  expect(await ask('other', { takes: 1000 })).toMatchObject({ row: 4, ageS: 0 });
});

it('counts an old answer anew beside, and waits for it when it is too old', async () => {
  const { ask, passes } = desk();
  await ask('slow', { takes: 2000 });
  passes(60_000);
  expect(await ask('slow', { takes: 2000 })).toMatchObject({ row: 1, ageS: 60 });
  await expect.poll(async () => (await ask('slow', { takes: 2000 })).row).toBe(2);
  passes(900_000);
  expect(await ask('slow', { takes: 2000 })).toMatchObject({ row: 3, ageS: 0 });
});

it('goes on with the answer it has while a new one fails, and forgets what has become quick', async () => {
  const { ask, passes } = desk();
  await ask('slow', { takes: 2000 });
  passes(60_000);
  const { row, broken } = await ask('slow', { fails: true });
  expect(row).toBe(1);
  await expect.poll(() => broken.length).toBe(1);
  expect((await ask('slow', { takes: 10 })).row).toBe(1);
  await expect.poll(async () => (await ask('slow', { takes: 10 })).ageS).toBe(0);
});

it('keeps no more than it may', async () => {
  const { ask } = desk();
  await ask('a', { takes: 2000, row: 'x'.repeat(60) });
  await ask('b', { takes: 2000, row: 'y'.repeat(60) });
  expect((await ask('b', { takes: 2000 })).ageS).toBe(0);
  expect((await ask('a', { takes: 2000, row: 'z' })).row).toBe('z');
});

it('tells apart who asks, and with which rights, not from which session', () => {
  const lead: ServerActor = {
    ...({ id: 1, sessionId: 4, isQuiet: true } as ServerActor),
    flags: new Set(['view_reports']),
  };
  const same = askedBy({ ...lead, sessionId: 5, isQuiet: false }, '/api/x');
  expect(askedBy(lead, '/api/x')).toBe(same);
  expect(askedBy(lead, '/api/x?size=2')).not.toBe(same);
  expect(askedBy({ ...lead, id: 2 }, '/api/x')).not.toBe(same);
  expect(askedBy({ ...lead, flags: new Set() }, '/api/x')).not.toBe(same);
});
