import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { openWeb } from './web.ts';
import { openLog } from '../operation/log.ts';

it('sends a list page compressed in one piece with a content length', async () => {
  const web = await openWeb({ log: openLog('stdout'), isBehindProxy: false });
  const rows = Array.from({ length: 50 }, (_, id) => ({ id, text: `Loan ${id} `.repeat(80) }));
  web.get('/rows', () => ({ rows }));
  const answer = await web.inject({ url: '/rows', headers: { 'accept-encoding': 'br' } });
  expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length);
  expect(JSON.parse(brotliDecompressSync(answer.rawPayload).toString())).toEqual({ rows });
  await web.close();
});
