/** Razorpay's responses about a payment by its number, a link by our order, or a day's settlement. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export function razorpayBooks() {
  const books = new Map<string, object>();
  const links = new Map<string, object>();
  /** By day, as `yyyy-mm-dd`. */
  const settlements = new Map<string, readonly object[]>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://x');
    const payment = books.get(url.pathname.split('/').at(-1) ?? '');
    const link = links.get(url.searchParams.get('reference_id') ?? '');
    const asked = (name: string): string => url.searchParams.get(name) ?? '';
    const items = settlements.get([asked('year'), asked('month'), asked('day')].join('-')) ?? [];
    const page = items.slice(Number(asked('skip')), Number(asked('skip')) + Number(asked('count') || 10));
    const settled = url.pathname === '/v1/settlements/recon/combined' && {
      entity: 'collection',
      count: page.length,
      items: page,
    };
    const body =
      settled || (url.pathname.includes('/payment_links') ? { payment_links: link ? [link] : [] } : payment);
    response
      .writeHead(body ? 200 : 404, { 'Content-Type': 'application/json' })
      .end(JSON.stringify(body ?? {}));
  });
  return {
    books,
    links,
    settlements,
    /** Answers its host and port. */
    async start(): Promise<string> {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return `127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    stop: () => server.close(),
  };
}
