import { afterEach, expect, test, vi } from 'vitest';
import { dispositions } from '#contexts/lenders/contract/dispositions.ts';
import { type ReadCache, keepReadsIn, read } from './query.ts';

afterEach(() => vi.unstubAllGlobals());
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

test('a fault of the server stays a fault, and the device’s copy does not hide it', async () => {
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

test('a PIN that is being typed counts when the late server is lost after all', async () => {
  vi.useFakeTimers();
  const typing = new Promise<typeof onDevice>((resolve) => setTimeout(resolve, 20_000, onDevice));
  keepReadsIn({ remember: () => undefined, recall: () => typing });
  slowly((_, reject) => reject(new TypeError('lost')));
  const reading = read(dispositions.options, {});
  await vi.advanceTimersByTimeAsync(20_000);
  vi.useRealTimers();
  expect(await reading).toEqual({ reply: onDevice.reply, asOf: 5 });
});
