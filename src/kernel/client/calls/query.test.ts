import { afterEach, expect, test, vi } from 'vitest';
import { dispositions } from '#contexts/lenders/contract/dispositions.ts';
import { keepReadsIn, read } from './query.ts';

afterEach(() => vi.unstubAllGlobals());
vi.stubGlobal('sessionStorage', { getItem: () => null });

const never = (): Promise<never> => new Promise(() => undefined);
const broken = (): Promise<never> =>
  Promise.reject(new DOMException('The database is gone.', 'UnknownError'));
const ofServer = { statusCode: 200, rows: [{ id: 1, name: 'Promise To Pay', parentId: null, priority: 1 }] };

test.each([
  ['never answers', never],
  ['fails', broken],
])("choices come from the server where the device's store %s", async (_, recall) => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(ofServer))));
  keepReadsIn({ remember: () => undefined, recall });
  expect((await read(dispositions.options, {}, { freshFor: 60_000 })).reply).toEqual(ofServer.rows);
});
