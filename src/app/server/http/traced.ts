/** Requests as traces: from their first byte to their answer. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Span, Traces } from '../operation/traces.ts';

/** Health and metrics endpoints: not traced, because probes would outnumber real requests. */
const WATCHED = ['/healthz', '/readyz', '/metrics'];
const BROKEN = 500;

/** `agency`: one of several of this process. Registered before logging, so that log records have their trace. */
export function traceRequests(app: FastifyInstance, traces: Traces, agency?: string): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  const inside = (request: FastifyRequest, done: () => void): void => {
    const span = spans.get(request);
    if (span) span.inside(done);
    else done();
  };
  app.addHook('onRequest', (request, _, done) => {
    // The pattern, never the path, which names loans.
    const { url = 'unknown', config } = request.routeOptions;
    if (WATCHED.includes(url)) return done();
    const span = traces.begin(
      'request',
      `${request.method} ${url}`,
      {
        'http.request.method': request.method,
        'http.route': url,
        'recoup.request_id': request.id,
        ...(config.endpoint && { 'recoup.endpoint': config.endpoint }),
        ...(agency && { 'recoup.agency': agency }),
      },
      request.headers.traceparent,
    );
    spans.set(request, span);
    span.inside(done);
  });
  // A body arrives by events of its socket, which belong to no request.
  app.addHook('preValidation', (request, _, done) => inside(request, done));
  app.addHook('onResponse', (request, reply, done) => {
    const status = reply.statusCode;
    spans.get(request)?.end({ 'http.response.status_code': status }, status >= BROKEN);
    inside(request, done);
  });
}
