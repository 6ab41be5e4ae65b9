import { expect, it } from 'vitest';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { type Counted, askedBy, keptReports } from './kept-reports.ts';

const fail = (error: unknown): void => {
  throw error;
};
const answerOf = (row: unknown): Counted => ({ wire: { statusCode: 200, row }, actor: null, ageS: 0 });
const limits = { slowMs: 1000, freshMs: 60_000, mostMs: 900_000, patienceMs: 50, mostBytes: 100 };
/** A manual clock, and reports with set durations. */
function desk() {
  let at = 0;
  let n = 0;
  const asked = keptReports({ now: () => new Date(at) }, limits);
  return {
    passes: (ms: number) => void (at += ms),
    ask: async (
      key: string,
      o: { waits?: number; takes?: number; fails?: boolean; row?: unknown; isAnew?: boolean } = {},
    ) => {
      const broken: unknown[] = [];
      const counted = await asked(
        key,
        async (begun): Promise<Counted> => {
          at += o.waits ?? 0;
          begun();
          at += o.takes ?? 0;
          if (o.fails) throw new Error('no database');
          return answerOf(o.row ?? ++n);
        },
        (error) => broken.push(error),
        o.isAnew,
      );
      return { row: counted.wire.row, ageS: counted.ageS, broken };
    },
  };
}

it('runs quick reports each time and caches slow ones', async () => {
  const { ask, passes } = desk();
  expect(await ask('quick', { takes: 999 })).toMatchObject({ row: 1, ageS: 0 });
  expect(await ask('quick', { takes: 999 })).toMatchObject({ row: 2, ageS: 0 });
  expect(await ask('slow', { takes: 1000 })).toMatchObject({ row: 3, ageS: 0 });
  passes(59_000);
  expect(await ask('slow', { takes: 1000 })).toMatchObject({ row: 3, ageS: 59 });
  expect(await ask('other', { takes: 1000 })).toMatchObject({ row: 4, ageS: 0 });
});

it('does not cache a report that was slow only in the queue', async () => {
  const { ask } = desk();
  expect((await ask('quick', { waits: 9000, takes: 10 })).row).toBe(1);
  expect((await ask('quick', { waits: 9000, takes: 10 })).row).toBe(2);
  expect((await ask('quick', { waits: 9000, takes: 10 })).row).toBe(3);
});

it('recomputes on request, at most once per report duration', async () => {
  const { ask, passes } = desk();
  await ask('slow', { takes: 2000 });
  passes(1999);
  expect(await ask('slow', { takes: 2000, isAnew: true })).toMatchObject({ row: 1, ageS: 1.999 });
  passes(1);
  expect(await ask('slow', { takes: 2000, isAnew: true })).toMatchObject({ row: 2, ageS: 0 });
  expect(await ask('slow', { takes: 2000 })).toMatchObject({ row: 2, ageS: 0 });
});

it('recomputes a stale report in the background, and synchronously when too old', async () => {
  const { ask, passes } = desk();
  await ask('slow', { takes: 2000 });
  passes(60_000);
  expect(await ask('slow', { takes: 2000 })).toMatchObject({ row: 1, ageS: 60 });
  await expect.poll(async () => (await ask('slow', { takes: 2000 })).row).toBe(2);
  passes(900_000);
  expect(await ask('slow', { takes: 2000 })).toMatchObject({ row: 3, ageS: 0 });
});

it('serves the cached report while a refresh fails, and drops reports that became quick', async () => {
  const { ask, passes } = desk();
  await ask('slow', { takes: 2000 });
  passes(60_000);
  const { row, broken } = await ask('slow', { fails: true });
  expect(row).toBe(1);
  await expect.poll(() => broken.length).toBe(1);
  expect((await ask('slow', { takes: 10 })).row).toBe(1);
  await expect.poll(async () => (await ask('slow', { takes: 10 })).ageS).toBe(0);
});

it('respects the cache size limit', async () => {
  const { ask } = desk();
  await ask('a', { takes: 2000, row: 'x'.repeat(60) });
  await ask('b', { takes: 2000, row: 'y'.repeat(60) });
  expect((await ask('b', { takes: 2000 })).ageS).toBe(0);
  expect((await ask('a', { takes: 2000, row: 'z' })).row).toBe('z');
});

it('caches per user and permissions, not per session', () => {
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

it('responds in time that the report is still running, continues it, and starts none twice', async () => {
  let at = 0;
  let begun = 0;
  const ends = Promise.withResolvers<Counted>();
  const asked = keptReports({ now: () => new Date(at) }, limits);
  const ask = () => asked('long', (begins) => (begins(), begun++, ends.promise), fail);
  await expect(ask()).rejects.toMatchObject({ code: 'COUNTING' });
  at += 5000;
  await expect(ask()).rejects.toMatchObject({ code: 'COUNTING' });
  const waiting = ask();
  ends.resolve({ wire: { statusCode: 200, row: 7 }, actor: null, ageS: 0 });
  expect(await waiting).toMatchObject({ wire: { row: 7 }, ageS: 5 });
  expect(await ask()).toMatchObject({ wire: { row: 7 } });
  expect(begun).toBe(1);
});

it('queues one report once, however often it is requested', async () => {
  const [turn, ends] = [Promise.withResolvers<undefined>(), Promise.withResolvers<Counted>()];
  const asked = keptReports({ now: () => new Date(0) }, limits);
  let begun = 0;
  const ask = () =>
    asked('waits', async (begins) => (begun++, await turn.promise, begins(), ends.promise), fail);
  const both = [ask(), ask()];
  turn.resolve(undefined);
  ends.resolve(answerOf('after'));
  expect((await Promise.all(both)).map(({ wire, ageS }) => [wire.row, ageS])).toEqual([
    ['after', 0],
    ['after', 0],
  ]);
  expect(begun).toBe(1);
});

it('never serves a report started before the last write to a later request', async () => {
  const ends = Promise.withResolvers<Counted>();
  const asked = keptReports({ now: () => new Date(0) }, limits);
  const first = asked('short', (begins) => (begins(), ends.promise), fail);
  const row = await asked('short', () => Promise.resolve(answerOf('after')), fail);
  ends.resolve(answerOf('before'));
  expect([row, await first].map(({ wire }) => (wire as { row: unknown }).row)).toEqual(['after', 'before']);
});

it('logs a report that failed after its requests timed out', async () => {
  const ends = Promise.withResolvers<Counted>();
  const broken: unknown[] = [];
  const asked = keptReports({ now: () => new Date(0) }, limits);
  await expect(
    asked(
      'long',
      () => ends.promise,
      (error) => broken.push(error),
    ),
  ).rejects.toMatchObject({ code: 'COUNTING' });
  ends.reject(new Error('no database'));
  await expect.poll(() => broken.length).toBe(1);
});
