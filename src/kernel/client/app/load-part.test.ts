import { afterEach, expect, test, vi } from 'vitest';
import { isMissingPart } from './missing-part.ts';
import { loadPart } from './load-part.ts';

const code = () => new Response('export {}', { headers: { 'content-type': 'text/javascript' } });
function browser(answers: (() => Promise<Response>)[]) {
  const fetched = vi.fn(() => (answers.shift() ?? (() => Promise.resolve(code())))());
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('navigator', { onLine: true, userActivation: { hasBeenActive: true } });
  vi.stubGlobal('fetch', fetched);
  return fetched;
}
afterEach(() => vi.unstubAllGlobals());

test.each<[string, () => Promise<Response>]>([
  ['without a network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['with status 502', () => Promise.resolve(new Response('', { status: 502 }))],
  [
    'with the page of a portal',
    () => Promise.resolve(new Response('<p>', { headers: { 'content-type': 'text/html' } })),
  ],
])('a part answered %s is not imported, and loads at the next try', async (name, answer) => {
  const file = `assets/${name}.js`;
  const fetched = browser([answer]);
  const part = vi.fn(() => Promise.resolve('part'));
  await expect(loadPart(part, [file])).rejects.toSatisfy(isMissingPart);
  expect(part).not.toHaveBeenCalled();
  await expect(loadPart(part, [file])).resolves.toBe('part');
  await loadPart(part, [file]);
  expect(fetched).toHaveBeenCalledTimes(2);
});
