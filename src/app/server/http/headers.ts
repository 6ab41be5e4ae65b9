/** The headers of every answer (security.md C.6). */
import type { FastifyInstance, FastifyRequest } from 'fastify';

interface HeaderOptions {
  isSecure: boolean;
  styleNonce: string;
  /** WebRTC origin of agents' browsers. */
  lineOrigin?: string | undefined;
}

const policy = (styleNonce: string, socketOrigins: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src-elem 'self' 'nonce-${styleNonce}'`,
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self' ${socketOrigins}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** For answers that are no pages: opened as a document, nothing in them runs, loads or frames. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";
const isPage = (url: string): boolean => !url.startsWith('/api') || url.startsWith('/api/docs');

export function secureHeaders(app: FastifyInstance, options: HeaderOptions): void {
  const always: Record<string, string> = {
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(options.isSecure ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
  const ofPages = {
    ...always,
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy':
      'camera=(self), geolocation=(self), microphone=(self), payment=(), usb=(), browsing-topics=()',
  };
  const ofData = { ...always, 'Content-Security-Policy': dataPolicy, 'Cache-Control': 'no-store' };
  const policyFor = ({ host, raw }: FastifyRequest): string => {
    // Older browsers exclude a web socket on the same host from 'self'.
    const socketOrigin = `${options.isSecure || 'encrypted' in raw.socket ? 'wss' : 'ws'}://${/^[\w.:[\]-]+$/.test(host) ? host : 'localhost'}`;
    return policy(options.styleNonce, [socketOrigin, options.lineOrigin ?? ''].join(' ').trim());
  };
  app.addHook('onRequest', (request, reply, done) => {
    const { url } = request;
    if (isPage(url)) {
      void reply.headers(ofPages).header('Content-Security-Policy', policyFor(request));
      if (url.startsWith('/api')) void reply.header('Cache-Control', 'no-store');
      return done();
    }
    // Distinguishes our answer from a captive portal's page, which answers 200 to anything.
    if (url === '/api/ping') void reply.header('X-App-Pong', '1');
    void reply
      .headers(ofData)
      .headers({ 'X-Server-Time': new Date().toISOString(), 'X-Request-Id': request.id });
    done();
  });
}
