/** Bytes as they came over the wire. */
import type { Page, Request } from 'playwright';

const code = ['script', 'stylesheet', 'document'];

/** Collects the encoded size of every script, style sheet and document a page asks for, or of other kinds, but not of `but`. */
export function meter(
  page: Page,
  kinds: readonly string[] = code,
  but?: RegExp,
): { sum(): Promise<number>; names(): string[] } {
  const seen: Request[] = [];
  page.on('requestfinished', (request) => {
    if (kinds.includes(request.resourceType()) && !but?.test(request.url())) seen.push(request);
  });
  return {
    async sum() {
      const sizes = await Promise.all(seen.map((request) => request.sizes()));
      return sizes.reduce((total, size) => total + size.responseBodySize, 0);
    },
    names: () => seen.map((request) => new URL(request.url()).pathname),
  };
}
