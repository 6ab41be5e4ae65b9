/** What Razorpay answers when it is asked about a payment by its own number, or about a link by our order. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export function razorpayBooks() {
  const books = new Map<string, object>();
  const links = new Map<string, object>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://x');
    const payment = books.get(url.pathname.split('/').at(-1) ?? '');
    const link = links.get(url.searchParams.get('reference_id') ?? '');
    const body = url.pathname.includes('/payment_links') ? { payment_links: link ? [link] : [] } : payment;
    response
      .writeHead(body ? 200 : 404, { 'Content-Type': 'application/json' })
      .end(JSON.stringify(body ?? {}));
  });
  return {
    books,
    links,
    /** Answers its host and port. */
    async start(): Promise<string> {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return `127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    stop: () => server.close(),
  };
}
