/** Bytes on the wire. */
import type { Page, Request } from 'playwright';

const code = ['script', 'stylesheet', 'document'];
const pathOf = (request: Request): string => new URL(request.url()).pathname;

/** Collects the encoded size of scripts, style sheets and documents, or of other types. */
export function meter(
  page: Page,
  kinds: readonly string[] = code,
): { sum(of?: readonly string[]): Promise<number>; names(): string[] } {
  const seen: Request[] = [];
  page.on('requestfinished', (request) => {
    if (kinds.includes(request.resourceType())) seen.push(request);
  });
  const names = (): string[] => seen.map(pathOf);
  return {
    async sum(of = names()) {
      const counted = seen.filter((request) => of.includes(pathOf(request)));
      const sizes = await Promise.all(counted.map((request) => request.sizes()));
      return sizes.reduce((total, size) => total + size.responseBodySize, 0);
    },
    names,
  };
}
