import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { dispositions } from '#contexts/lenders/contract/dispositions.ts';
import { Unreachable } from '../api-failure.ts';
import { oldestOf } from './oldest.ts';
import { type ReadCache, keepReadsIn, keyOf, queryClient, read } from './query.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});
vi.stubGlobal('sessionStorage', { getItem: () => null });

const never = (): Promise<never> => new Promise(() => undefined);
const broken = (): Promise<never> =>
  Promise.reject(new DOMException('The database is gone.', 'UnknownError'));
const ofOurs = { 'X-Server-Time': '2026-11-28T05:00:00.000Z' };
const ofServer = { statusCode: 200, rows: [{ id: 1, name: 'Promise To Pay', parentId: null, priority: 1 }] };

test.each([
  ['never answers', never],
  ['fails', broken],
])("choices come from the server where the device's store %s", async (_, recall) => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(ofServer), { headers: ofOurs })));
  keepReadsIn({ remember: () => undefined, recall });
  expect((await read(dispositions.options, {}, { freshFor: 60_000 })).reply).toEqual(ofServer.rows);
});

const onDevice = { reply: [{ id: 2, name: 'Kept', parentId: null, priority: 1 }], asOf: 5 };
const refused = (status: number, code: string): Response =>
  new Response(JSON.stringify({ statusCode: status, code }), { status, headers: ofOurs });

test.each([
  ['a proxy answers for the server', () => Promise.resolve(new Response('<html>', { status: 502 }))],
  ['a portal answers for the server', () => Promise.resolve(new Response('<h1>WiFi login</h1>'))],
  ['the server says that it serves nobody now', () => Promise.resolve(refused(503, 'BUSY'))],
  ['nothing answers', () => Promise.reject(new TypeError('Failed to fetch'))],
])('what the device has is shown where %s', async (_, fetched) => {
  vi.stubGlobal('fetch', fetched);
  keepReadsIn({ remember: () => undefined, recall: async () => onDevice });
  expect(await read(dispositions.options, {})).toEqual({ reply: onDevice.reply, asOf: 5 });
});

test('a server error is shown as such instead of cached data', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(refused(500, 'BROKEN')));
  keepReadsIn({ remember: () => undefined, recall: async () => onDevice });
  await expect(read(dispositions.options, {})).rejects.toMatchObject({ code: 'BROKEN' });
});

/** Answers after 9 seconds; the ping in between is answered at once. */
const slowly = (end: (resolve: (answer: Response) => void, reject: (error: Error) => void) => void): void =>
  void vi.stubGlobal('fetch', (url: string) =>
    url.endsWith('/ping')
      ? Promise.resolve(new Response('{}', { headers: ofOurs }))
      : new Promise<Response>((resolve, reject) => setTimeout(() => end(resolve, reject), 9000)),
  );

test('a late answer of the server is used without the PIN, and the PIN screen closes', async () => {
  vi.useFakeTimers();
  let withdrawn = 0;
  const locked: ReadCache['recall'] = (_, __, signal) =>
    new Promise((resolve) =>
      signal?.addEventListener('abort', () => {
        withdrawn++;
        resolve(undefined);
      }),
    );
  keepReadsIn({ remember: () => undefined, recall: locked });
  const late = (): Response => new Response(JSON.stringify(ofServer), { headers: ofOurs });
  slowly((resolve) => resolve(late()));
  const reading = read(dispositions.options, {});
  await vi.advanceTimersByTimeAsync(9000);
  vi.useRealTimers();
  expect((await reading).reply).toEqual(ofServer.rows);
  expect(withdrawn).toBe(1);
});

test('a PIN being typed is used when the slow server is finally lost', async () => {
  vi.useFakeTimers();
  const typing = new Promise<typeof onDevice>((resolve) => setTimeout(resolve, 20_000, onDevice));
  keepReadsIn({ remember: () => undefined, recall: () => typing });
  slowly((_, reject) => reject(new TypeError('lost')));
  const reading = read(dispositions.options, {});
  await vi.advanceTimersByTimeAsync(20_000);
  vi.useRealTimers();
  expect(await reading).toEqual({ reply: onDevice.reply, asOf: 5 });
});

test.each([
  ['older than what the page shows does not replace it', {}, { reply: ofServer.rows, asOf: 1000 }],
  ['newer than what the page shows replaces it', { asOf: 2000 }, { reply: onDevice.reply, asOf: 2000 }],
  ['worked out for this moment replaces it', { isOfNow: true }, { reply: onDevice.reply, asOf: 5 }],
] as const)('a copy of the device %s', async (_, kept, shown) => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  queryClient.setQueryData(keyOf(dispositions.options, {}), { reply: ofServer.rows }, { updatedAt: 1000 });
  keepReadsIn({ remember: () => undefined, recall: async () => ({ ...onDevice, ...kept }) });
  expect(await read(dispositions.options, {})).toEqual(shown);
});

test('a page is as of its oldest statement, and of now once the server has answered all', () => {
  const query = (id: string, data: object, o: { isActive?: boolean; error?: Error } = {}) => ({
    queryKey: ['loans', 'loans.one', { id }],
    isActive: () => o.isActive ?? true,
    state: { data, dataUpdatedAt: 9000, error: o.error ?? null },
  });
  const isOfPage = ([, , input]: readonly [string, string, object]) => 'id' in input && input.id === '7';
  const present = query('7', { reply: 1 });
  expect(oldestOf([present, query('7', { reply: 1, age: 50 })], isOfPage)).toBeUndefined();
  const cached = query('7', { reply: 1, asOf: 4000 });
  const lost = query('7', { reply: 1, age: 6000 }, { error: new Unreachable('away') });
  expect(oldestOf([present, cached], isOfPage)).toBe(4000);
  expect(oldestOf([present, cached, lost], isOfPage)).toBe(3000);
  const elsewhere = [query('8', { asOf: 1 }), query('7', { asOf: 1 }, { isActive: false })];
  expect(oldestOf([cached, ...elsewhere], isOfPage)).toBe(4000);
});

test('the time of a page is read from cached queries', async () => {
  const key = keyOf(dispositions.options, { clientId: 7 });
  const watching = new QueryObserver(queryClient, { queryKey: key, enabled: true, staleTime: Infinity });
  queryClient.setQueryData(key, { reply: [], asOf: 4000 });
  const oldest = () => oldestOf(queryClient.getQueryCache().getAll(), () => true);
  expect(oldest()).toBeUndefined();
  const stop = watching.subscribe(() => undefined);
  expect(oldest()).toBe(4000);
  stop();
});
