/** Fastify with our failures, our log and our limits. */
import type { Duplex } from 'node:stream';
import { randomUUID } from 'node:crypto';
import type { RequestListener, Server } from 'node:http';
import fastifyCookie from '@fastify/cookie';
import fastifyCompress from '@fastify/compress';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { Failure } from '#kernel/contract/failure.ts';
import { bodyOf, failureFrom } from '#kernel/server/http/refusal.ts';
import type { Logger } from '#kernel/server/operation/log.ts';
import { plainLines } from '../operation/log.ts';
import type { Traces } from '../operation/traces.ts';
import { traceRequests } from './traced.ts';

/** After a lock timeout, a lost database connection or a full queue: nothing was applied, and a retry may succeed. */
const SOON_S = 2;

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = failureFrom(error);
  if (!failure)
    request.log.error({
      err: error,
      endpoint: request.routeOptions.config.endpoint,
      requestId: request.id,
    });
  const body = bodyOf(failure ?? new Failure('BROKEN'), request.id);
  if (body.code === 'TOO_MANY_REQUESTS') void reply.header('Retry-After', String(body.facts.seconds ?? 60));
  if (body.statusCode === 503) void reply.header('Retry-After', String(SOON_S));
  return reply.code(body.statusCode).type('application/json; charset=utf-8').send(body);
}

/** A complete request, with the largest file on the slowest supported connection. */
const LONGEST_REQUEST_MS = 15 * 60_000;
/** For bodies that are no files. */
const BODY_MS = 30_000;
/** Longer than the longest statement. */
const SILENT_MS = 60_000;
const MOST_CONNECTIONS = 10_000;
const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

/** Aborts requests with a slow body, which would use a connection and memory (slowloris). */
function limitBodies(app: FastifyInstance, ms: number): void {
  const waiting = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  app.addHook('onRequest', (request, _, done) => {
    const { headers, routeOptions } = request;
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    if (hasBody && !routeOptions.config.streams)
      waiting.set(request, setTimeout(() => void request.raw.socket.end(TIMED_OUT), ms).unref());
    done();
  });
  const arrived = (request: FastifyRequest): void => clearTimeout(waiting.get(request));
  app.addHook('preValidation', (request, _, done) => {
    arrived(request);
    done();
  });
  // Rejected before its body was read.
  app.addHook('onResponse', (request, _, done) => {
    arrived(request);
    done();
  });
}

interface Answered {
  log: Logger;
  traces?: Traces | undefined;
  /** One of several of this process. */
  agency?: string | undefined;
}

function logAnswers(app: FastifyInstance, { log, traces, agency }: Answered): void {
  // First, so that log records have their trace.
  if (traces) traceRequests(app, traces, agency);
  const requests = plainLines(log);
  app.addHook('onResponse', (request, reply, done) => {
    requests.info({
      endpoint: request.routeOptions.config.endpoint ?? 'page',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      actorId: request.actorId,
      from: request.ip,
      requestId: request.id,
    });
    done();
  });
}

/** Node removes its listener when a connection is upgraded; without one a reset crashes the process. */
export const surviveReset = (socket: Duplex): void => void socket.on('error', () => socket.destroy());

export async function openWeb(
  o: Answered & {
    /** These proxies only, or any of this machine and its private network. */
    isBehindProxy: boolean | string[];
    /** Time limit of a non-file body. */
    bodyMs?: number;
    /** A custom server, where a plain one is insufficient. */
    serve?: ((handler: RequestListener, requestTimeout: number) => Server) | undefined;
  },
): Promise<FastifyInstance> {
  const { serve } = o;
  const app = Fastify({
    ...(serve && { serverFactory: (handler: RequestListener) => serve(handler, LONGEST_REQUEST_MS) }),
    requestTimeout: LONGEST_REQUEST_MS,
    connectionTimeout: SILENT_MS,
    loggerInstance: o.log as never,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: o.isBehindProxy === true ? 'loopback,uniquelocal' : o.isBehindProxy,
    genReqId: () => randomUUID(),
    // Every line that needs it names the request itself.
    childLoggerFactory: (logger) => logger,
    exposeHeadRoutes: false,
    // A malformed URL is rejected before routing.
    frameworkErrors: (error, request, reply) =>
      void refuse(error, request as FastifyRequest, reply as FastifyReply),
    // During shutdown, a request on an open connection is served and the connection closed.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
  }) as unknown as FastifyInstance;
  app.server.maxConnections = MOST_CONNECTIONS;
  app.server.prependListener('upgrade', (_: unknown, socket: Duplex) => surviveReset(socket));
  limitBodies(app, o.bodyMs ?? BODY_MS);
  // No parsing of all cookies on every request: `session-cookie.ts` reads the one it needs.
  await app.register(fastifyCookie, { hook: false });
  await app.register(fastifyCompress, {
    encodings: ['br', 'gzip'],
    threshold: 2048,
    brotliOptions: { params: { 1: 4 } },
    // Compressing a list page needs 0.2 ms; streaming it to another thread needs the same again.
    syncThreshold: 64 * 1024,
  });
  // Raw bytes are for declared endpoints; all others use JSON.
  app.addContentTypeParser('*', (request, payload, done) => {
    if (request.routeOptions.config.streams) done(null, payload);
    else done(new Failure('NOT_JSON'));
  });
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler(refuse);
  logAnswers(app, o);
  return app;
}
