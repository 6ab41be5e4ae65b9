import { expect, it } from 'vitest';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { type Report, reportCache, reportKey } from './report-cache.ts';

const fail = (error: unknown): void => {
  throw error;
};
const reportOf = (row: unknown, tookMs: number): Report => ({
  wire: { statusCode: 200, row },
  actor: null,
  ageS: 0,
  tookMs,
});
/** A cache with a test clock, and reports with a configured duration. */
function openCache(most = 200) {
  let at = 0;
  let n = 0;
  const read = reportCache({ now: () => new Date(at) }, { patienceMs: 50, most });
  return {
    read,
    passes: (ms: number) => void (at += ms),
    ask: async (key: string, o: { takes: number; isRefresh?: boolean }) => {
      const count = async (): Promise<Report> => {
        at += o.takes;
        return reportOf(++n, o.takes);
      };
      const report = await read(key, count, { isRefresh: o.isRefresh ?? false, onLateError: fail });
      return { row: report.wire.row, ageS: report.ageS };
    },
  };
}

it('caches reports that take a second, for a minute', async () => {
  const { ask, passes } = openCache();
  expect(await ask('quick', { takes: 999 })).toEqual({ row: 1, ageS: 0 });
  expect(await ask('quick', { takes: 999 })).toEqual({ row: 2, ageS: 0 });
  expect(await ask('slow', { takes: 1000 })).toEqual({ row: 3, ageS: 0 });
  passes(59_000);
  expect(await ask('slow', { takes: 1000 })).toEqual({ row: 3, ageS: 59 });
  expect(await ask('other', { takes: 1000 })).toEqual({ row: 4, ageS: 0 });
  passes(1000);
  expect(await ask('slow', { takes: 10 })).toEqual({ row: 5, ageS: 0 });
  expect(await ask('slow', { takes: 10 })).toEqual({ row: 6, ageS: 0 });
});

it('queries again on refresh once the report is older than it took', async () => {
  const { ask, passes } = openCache();
  await ask('slow', { takes: 2000 });
  passes(1999);
  expect(await ask('slow', { takes: 2000, isRefresh: true })).toEqual({ row: 1, ageS: 1.999 });
  passes(1);
  expect(await ask('slow', { takes: 2000, isRefresh: true })).toEqual({ row: 2, ageS: 0 });
  expect(await ask('slow', { takes: 2000 })).toEqual({ row: 2, ageS: 0 });
});

it('drops the oldest report when it is full', async () => {
  const { ask } = openCache(1);
  await ask('a', { takes: 2000 });
  await ask('b', { takes: 2000 });
  expect((await ask('b', { takes: 2000 })).row).toBe(2);
  expect((await ask('a', { takes: 2000 })).row).toBe(3);
});

it('has one key per user and rights, whatever the session', () => {
  const lead: ServerActor = {
    ...({ id: 1, sessionId: 4, isQuiet: true } as ServerActor),
    flags: new Set(['view_reports']),
  };
  const same = reportKey({ ...lead, sessionId: 5, isQuiet: false }, '/api/x');
  expect(reportKey(lead, '/api/x')).toBe(same);
  expect(reportKey(lead, '/api/x?size=2')).not.toBe(same);
  expect(reportKey({ ...lead, id: 2 }, '/api/x')).not.toBe(same);
  expect(reportKey({ ...lead, flags: new Set() }, '/api/x')).not.toBe(same);
});

it('returns COUNTING in time, continues the query and shares its result', async () => {
  const { read, passes } = openCache();
  let begun = 0;
  const ends = Promise.withResolvers<Report>();
  const ask = () => read('long', () => (begun++, ends.promise), { onLateError: fail });
  await expect(ask()).rejects.toMatchObject({ code: 'COUNTING' });
  passes(5000);
  await expect(ask()).rejects.toMatchObject({ code: 'COUNTING' });
  const waiting = ask();
  ends.resolve(reportOf(7, 5000));
  expect(await waiting).toMatchObject({ wire: { row: 7 }, ageS: 5 });
  expect(await ask()).toMatchObject({ wire: { row: 7 } });
  expect(begun).toBe(1);
});

it('does not share a query that began before the last save', async () => {
  const { read } = openCache();
  const ends = Promise.withResolvers<Report>();
  const first = read('short', () => ends.promise, { onLateError: fail });
  const row = await read('short', () => Promise.resolve(reportOf('after', 1)), { onLateError: fail });
  ends.resolve(reportOf('before', 1));
  expect([row, await first].map(({ wire }) => (wire as { row: unknown }).row)).toEqual(['after', 'before']);
});

it('reports an error after the request was answered', async () => {
  const { read } = openCache();
  const ends = Promise.withResolvers<Report>();
  const errors: unknown[] = [];
  const onLateError = (error: unknown): number => errors.push(error);
  await expect(read('long', () => ends.promise, { onLateError })).rejects.toMatchObject({ code: 'COUNTING' });
  ends.reject(new Error('no database'));
  await expect.poll(() => errors.length).toBe(1);
});
