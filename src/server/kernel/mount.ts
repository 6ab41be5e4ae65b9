/** The only place that knows how a request becomes an answer: session, may, parse, transaction, handle, whitelist. */
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Access, may } from '#contract/kernel/access.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { Failure } from '#contract/kernel/failure.ts';
import { type ServerActor, actorAndGuess, actorOf, touch } from './actor.ts';
import type { Clock } from './clock.ts';
import type { Database, Tx } from './database.ts';
import { type EventLog, eventLog } from './event.ts';
import { refuseForeign } from './guard.ts';
import { claim, keep, keyOf } from './idempotency.ts';
import type { Context, Route, Streaming } from './implement.ts';
import { parseInput } from './parse.ts';
import { cookieValue, setCookie } from './session-cookie.ts';
import { sql } from './sql.ts';
import { type Wire, whitelistOf } from './whitelist.ts';

export interface Kernel {
  database: Database;
  clock: Clock;
  isSecure: boolean;
}
interface Call {
  kernel: Kernel;
  route: Route;
  whitelist: (result: unknown) => Wire;
  request: FastifyRequest;
  reply: FastifyReply;
  tx: Tx;
}
interface Done {
  wire: Wire;
  stream?: Streaming;
  actor: ServerActor | null;
}

const begin = sql`begin`;
const commit = sql`commit`;
const rollback = sql`rollback`;

async function write(call: Call): Promise<Done> {
  const { kernel, request, tx } = call;
  const token = cookieValue(request, kernel.isSecure);
  const [actor] = await Promise.all([token ? actorOf(tx, token) : null, tx.run(begin)]);
  const done = await perform(call, actor);
  await tx.run(commit);
  return done;
}

/**
 * The handler starts with the actor of last time while the session is being asked, its statements queued behind;
 * when the session says anything else, what it found is thrown away. A read can be thrown away.
 */
async function read(call: Call): Promise<Done> {
  const { kernel, request, tx } = call;
  const token = cookieValue(request, kernel.isSecure);
  if (!token) return perform(call, null);
  const { asked, guess } = actorAndGuess(tx, token);
  const early = guess && perform(call, guess);
  early?.catch(() => undefined); // judged below, or thrown away
  const actor = await asked;
  return early && actor === guess ? early : perform(call, actor);
}

async function perform(
  { kernel, route, whitelist, request, reply, tx }: Call,
  actor: ServerActor | null,
): Promise<Done> {
  const { endpoint } = route;
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
  const result = await route.handle(
    input as never,
    contextOf({ kernel, request, reply, tx, actor, events, key }),
  );
  const stream = typeof result === 'function' ? (result as Streaming) : undefined;
  const wire = stream ? { statusCode: 200 as const } : whitelist(result);
  if (endpoint.writes) {
    if (!stream && events.size === 0) throw new Error(`${endpoint.name} wrote without an event`);
    await Promise.all([
      events.flush(tx, endpoint.touches),
      key && actor ? keep(tx, actor.id, key, wire.row) : null,
    ]);
  }
  return { wire, actor, stream };
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

async function answer(o: Omit<Call, 'tx'>): Promise<unknown> {
  const { kernel, route, request, reply } = o;
  const { writes } = route.endpoint;
  // In PostgreSQL's read committed each statement sees its own moment, so a read gains nothing from a transaction.
  const { tx, release } = await (writes ? kernel.database.checkout() : kernel.database.checkoutReader());
  let done: Done;
  try {
    done = await (writes ? write({ ...o, tx }) : read({ ...o, tx }));
    release();
  } catch (error) {
    // A connection that cannot even roll back is not given to the next request.
    const undone = writes ? tx.run(rollback) : Promise.resolve(0);
    const isSound = await undone.then(
      () => true,
      () => false,
    );
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

/** A stream is measured by whoever reads it; nothing that comes to its route is read into memory. */
const leastBytes = 1024;

/** Adds every route with its other lines. Two routes on one line stop the start. */
export function mount(app: FastifyInstance, kernel: Kernel, routes: readonly Route[]): void {
  for (const route of routes) {
    const { endpoint } = route;
    const whitelist = whitelistOf(endpoint);
    for (const { method, path } of [endpoint, ...endpoint.also])
      app.route({
        method,
        url: `/api${path}`,
        bodyLimit: endpoint.answer === 'stream' ? leastBytes : endpoint.maxBytes,
        config: { endpoint: endpoint.name, streams: endpoint.answer === 'stream' },
        handler: (request, reply) => answer({ kernel, route, whitelist, request, reply }),
      });
  }
}
