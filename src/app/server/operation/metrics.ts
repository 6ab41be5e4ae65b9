/** Prometheus metrics by endpoint name, never by path; readable from this machine or with METRICS_TOKEN. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '#kernel/contract/failure.ts';
import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

const isLocal = (request: FastifyRequest): boolean =>
  request.headers['x-forwarded-for'] === undefined &&
  ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip);

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (!token) return isLocal(request);
  const sent = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return sent.length === wanted.length && timingSafeEqual(sent, wanted);
}

export function addMetrics(
  app: FastifyInstance,
  o: { token: string | undefined; sockets: () => number },
): void {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const duration = new Histogram({
    name: 'recoup_request_seconds',
    help: 'Duration of requests by endpoint and status',
    registers: [register],
    labelNames: ['endpoint', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  });
  new Gauge({
    name: 'recoup_sockets',
    help: 'Open sockets of this process',
    registers: [register],
    collect() {
      this.set(o.sockets());
    },
  });
  const series = new Map<string, ReturnType<typeof duration.labels>>();
  const seriesOf = (endpoint: string, status: number): ReturnType<typeof duration.labels> => {
    const key = `${endpoint} ${status}`;
    const known = series.get(key) ?? duration.labels(endpoint, String(status));
    series.set(key, known);
    return known;
  };
  app.addHook('onResponse', (request, reply, done) => {
    const endpoint = request.routeOptions.config.endpoint;
    if (endpoint) seriesOf(endpoint, reply.statusCode).observe(reply.elapsedTime / 1000);
    done();
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, o.token)) throw new Failure('NOT_FOUND');
    return reply.type(register.contentType).send(await register.metrics());
  });
}
