/** The only place that knows how a request becomes an answer: session, may, parse, transaction, handle, whitelist. */
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type Access, may } from '#contract/kernel/access.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { Failure } from '#contract/kernel/failure.ts';
import { type ServerActor, actorOf, touch } from './actor.ts';
import type { Clock } from './clock.ts';
import type { Database, Tx } from './database.ts';
import { type EventLog, eventLog } from './event.ts';
import { refuseForeign } from './guard.ts';
import { claim, keep, keyOf } from './idempotency.ts';
import type { Context, Route, Streaming } from './implement.ts';
import { parseInput } from './parse.ts';
import { cookieValue, setCookie } from './session-cookie.ts';
import { sql } from './sql.ts';

export interface Kernel {
  database: Database;
  clock: Clock;
  isSecure: boolean;
}
interface Wire {
  statusCode: 200;
  row?: unknown;
  rows?: unknown;
  count?: number;
  summary?: unknown;
}
interface Done {
  wire: Wire;
  stream?: Streaming;
  actor: ServerActor | null;
}

/** Only what the contract names leaves the server. */
function whitelist({ answer, gives, summary }: Endpoint, result: unknown): Wire {
  const statusCode = 200;
  if (answer === 'row') return { statusCode, row: z.encode(gives, result) };
  if (answer === 'rows') return { statusCode, rows: z.encode(z.array(gives), result as never) };
  if (answer !== 'list') return { statusCode };
  const list = result as { rows: unknown[]; count: number; summary?: unknown };
  return {
    statusCode,
    rows: z.encode(z.array(gives), list.rows as never),
    count: list.count,
    ...(summary && list.summary ? { summary: z.encode(summary, list.summary) } : {}),
  };
}

const begin = sql`begin`;
const commit = sql`commit`;
const rollback = sql`rollback`;

async function handle(
  kernel: Kernel,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  tx: Tx,
): Promise<Done> {
  const { endpoint } = route;
  const token = cookieValue(request, kernel.isSecure);
  const [, actor] = await Promise.all([
    endpoint.writes ? tx.run(begin) : null,
    token ? actorOf(tx, token) : null,
  ]);
  if (!may(actor, endpoint.can)) throw new Denied(actor, endpoint.can);
  if (endpoint.writes) refuseForeign(request);
  const input = parseInput(endpoint, request);
  const events = eventLog(actor?.id ?? null, request.id);
  const key = endpoint.offline && actor ? keyOf(request, actor.id) : null;
  if (key && actor) {
    const earlier = await claim(tx, endpoint, request, { actorId: actor.id, key, input });
    if (earlier) {
      reply.header('Idempotency-Replayed', 'true');
      return { wire: { statusCode: 200, row: earlier.replayed }, actor };
    }
  }
  const context = contextOf({ kernel, request, reply, tx, actor, events, key });
  const result = await route.handle(input as never, context);
  const wire = whitelist(endpoint, result);
  if (endpoint.writes && endpoint.answer !== 'stream' && events.size === 0)
    throw new Error(`${endpoint.name} wrote without an event`);
  await Promise.all([
    events.flush(tx, endpoint.touches),
    key && actor ? keep(tx, actor.id, key, wire.row) : null,
  ]);
  return { wire, actor, stream: endpoint.answer === 'stream' ? (result as Streaming) : undefined };
}

function contextOf(o: {
  kernel: Kernel;
  request: FastifyRequest;
  reply: FastifyReply;
  tx: Tx;
  actor: ServerActor | null;
  events: EventLog;
  key: string | null;
}): Context {
  const { kernel, request, reply, tx, actor, events, key } = o;
  return {
    tx,
    key,
    emit: events.emit,
    now: kernel.clock.now(),
    guest: actor,
    get actor() {
      if (!actor) throw new Failure('NOT_SIGNED_IN');
      return actor;
    },
    request: { id: request.id, ip: request.ip, userAgent: request.headers['user-agent'] ?? '' },
    session: (token, seconds) => setCookie(reply, kernel.isSecure, token, seconds),
  };
}

/** Refused for lack of rights; the denial itself is an event. */
export class Denied extends Failure {
  readonly actor: ServerActor | null;
  readonly access: Access;
  constructor(actor: ServerActor | null, access: Access) {
    super(actor ? 'FORBIDDEN' : 'NOT_SIGNED_IN');
    this.actor = actor;
    this.access = access;
  }
}

async function answer(
  kernel: Kernel,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { writes } = route.endpoint;
  // In PostgreSQL's read committed each statement sees its own moment, so a read gains nothing from a transaction.
  const { tx, release } = await (writes ? kernel.database.checkout() : kernel.database.checkoutReader());
  let done: Done;
  try {
    done = await handle(kernel, route, request, reply, tx);
    if (writes) await tx.run(commit);
    release();
  } catch (error) {
    // A connection that cannot even roll back is not given to the next request.
    const isSound =
      !writes ||
      (await tx.run(rollback).then(
        () => true,
        () => false,
      ));
    release(!isSound);
    if (error instanceof Denied) await recordDenial(kernel.database, route.endpoint, error, request.id);
    throw error;
  }
  if (done.actor) request.actorId = done.actor.id;
  if (done.actor?.isQuiet)
    kernel.database.run(touch(done.actor.sessionId)).catch((e: unknown) => request.log.warn(e));
  return done.stream ? done.stream({ body: request.body as Readable, reply }) : done.wire;
}

async function recordDenial(
  database: Database,
  endpoint: Endpoint,
  denied: Denied,
  requestId: string,
): Promise<void> {
  if (!denied.actor) return; // strangers are counted in the metrics; a scan must not fill the log
  const events = eventLog(denied.actor.id, requestId);
  events.emit('access.denied', { facts: { endpoint: endpoint.name, code: denied.code }, to: [] });
  await database.transaction((tx) => events.flush(tx, []));
}

declare module 'fastify' {
  interface FastifyRequest {
    actorId?: number;
  }
}

/** Adds every route with its other lines. Two routes on one line stop the start. */
export function mount(app: FastifyInstance, kernel: Kernel, routes: readonly Route[]): void {
  for (const route of routes) {
    const { endpoint } = route;
    for (const { method, path } of [endpoint, ...endpoint.also])
      app.route({
        method,
        url: `/api${path}`,
        bodyLimit: endpoint.maxBytes,
        config: { endpoint: endpoint.name, streams: endpoint.answer === 'stream' },
        handler: (request, reply) => answer(kernel, route, request, reply),
      });
  }
}
