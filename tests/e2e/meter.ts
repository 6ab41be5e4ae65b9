/** Bytes as they came over the wire. */
import type { Page, Request } from 'playwright';

/** Collects the encoded size of every script, style sheet and document a page asks for. */
export function meter(page: Page): { sum(): Promise<number>; names(): string[] } {
  const seen: Request[] = [];
  page.on('requestfinished', (request) => {
    if (['script', 'stylesheet', 'document'].includes(request.resourceType())) seen.push(request);
  });
  return {
    async sum() {
      const sizes = await Promise.all(seen.map((request) => request.sizes()));
      return sizes.reduce((total, size) => total + size.responseBodySize, 0);
    },
    names: () => seen.map((request) => new URL(request.url()).pathname),
  };
}
