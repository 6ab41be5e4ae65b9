/** The headers of every answer (security.md C.6). */
import type { FastifyInstance } from 'fastify';

export interface HeaderOptions {
  isSecure: boolean;
  styleNonce: string;
}

const policy = (styleNonce: string, socketOrigin: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src-elem 'self' 'nonce-${styleNonce}'`,
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self' ${socketOrigin}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

export function secureHeaders(app: FastifyInstance, options: HeaderOptions): void {
  const fixed: Record<string, string> = {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy':
      'camera=(self), geolocation=(self), microphone=(self), payment=(), usb=(), browsing-topics=()',
    ...(options.isSecure ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
  app.addHook('onRequest', async (request, reply) => {
    // Older browsers do not count a web socket to the same host as 'self'.
    const socketOrigin = `${options.isSecure ? 'wss' : 'ws'}://${/^[\w.:[\]-]+$/.test(request.host) ? request.host : 'localhost'}`;
    void reply.headers(fixed).header('Content-Security-Policy', policy(options.styleNonce, socketOrigin));
    if (!request.url.startsWith('/api')) return;
    // Told apart from a captive portal's page, which answers 200 to anything.
    if (request.url === '/api/ping') void reply.header('X-App-Pong', '1');
    void reply.headers({
      'Cache-Control': 'no-store',
      'X-Server-Time': new Date().toISOString(),
      'X-Request-Id': request.id,
    });
  });
}
