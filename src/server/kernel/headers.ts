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
  // The host of a server seldom changes from one request to the next.
  let latest = { host: '', policy: '' };
  const policyFor = (host: string): string => {
    if (host !== latest.host) {
      // Older browsers do not count a web socket to the same host as 'self'.
      const socketOrigin = `${options.isSecure ? 'wss' : 'ws'}://${/^[\w.:[\]-]+$/.test(host) ? host : 'localhost'}`;
      latest = { host, policy: policy(options.styleNonce, socketOrigin) };
    }
    return latest.policy;
  };
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(fixed).header('Content-Security-Policy', policyFor(request.host));
    if (!request.url.startsWith('/api')) return done();
    // Told apart from a captive portal's page, which answers 200 to anything.
    if (request.url === '/api/ping') void reply.header('X-App-Pong', '1');
    void reply.headers({
      'Cache-Control': 'no-store',
      'X-Server-Time': new Date().toISOString(),
      'X-Request-Id': request.id,
    });
    done();
  });
}
