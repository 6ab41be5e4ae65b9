/** Handles every request: session, permission, parsing, transaction, handler, response whitelist. */
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { may } from '#kernel/contract/access.ts';
import type { Endpoint } from '#kernel/contract/endpoint.ts';
import { type AccessOf, type AccessRecords, accessOf } from './access-records.ts';
import type { Authenticator, Recognition, ServerActor } from '#kernel/server/http/actor.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Clock } from '#kernel/server/operation/clock.ts';
import {
  type Database,
  type Tx,
  begin,
  commit,
  isReadOnly,
  rollback,
} from '#kernel/server/database/database.ts';
import { type Signal, eventLog, teller } from '#kernel/server/live/event.ts';
import { isKeyOf, refuseForeign } from '#kernel/server/http/guard.ts';
import { type Report, type ReportLimits, reportCache, reportKey } from './report-cache.ts';
import { Replayed, deliveryOf, storedAnswer } from '#kernel/server/http/idempotency.ts';
import type { Route } from '#kernel/server/http/implement.ts';
import { KeptForOthers, keepAsked } from '#kernel/server/http/kept.ts';
import { parseInput } from '#kernel/server/http/parse.ts';
import { Denied, type Done, type Performed, perform, refuseDenied } from '#kernel/server/http/perform.ts';
import { cookieValue, deviceCookie, setCookie, setDeviceCookie } from '#kernel/server/http/session-cookie.ts';
import { type Wire, whitelistOf } from '#kernel/server/http/whitelist.ts';

export interface Kernel {
  database: Database;
  authenticator: Authenticator;
  clock: Clock;
  isSecure: boolean;
  /** A failpoint: may kill the process, in tests of durability only. */
  failAt?: (point: string) => void;
  /** What a program on a schedule shows as `x-cron-key`. */
  cronKey?: string | undefined;
  /** Limits of the report cache that differ from the defaults. */
  reports?: Partial<ReportLimits> | undefined;
  /** Receives which user opened which data. */
  records: AccessRecords;
}
interface Call {
  kernel: Kernel;
  route: Route;
  whitelist: (result: unknown) => Wire;
  request: FastifyRequest;
  reply: FastifyReply;
  tx: Tx;
  /** Publishes committed signals to other users' screens. */
  tell: (signals: readonly Signal[]) => void;
  reports: ReturnType<typeof reportCache>;
  accessOf: AccessOf | undefined;
}

async function carriedOut(call: Call, actor: ServerActor | null): Promise<Done> {
  const { failAt } = call.kernel;
  const mayFail = failAt && (call.route.endpoint.offline || call.route.endpoint.name === 'sync.batch');
  const beforeCommit = mayFail && (() => failAt('before-commit'));
  try {
    const later: Signal[] = [];
    const { offline, can } = call.route.endpoint;
    // Endpoints with bursts (outboxes after an outage, payment pages) send their signals after the commit.
    const isEntry = offline || can === 'public';
    const done = await asked(call, actor, {
      ends: commit,
      ...(beforeCommit && { beforeCommit }),
      ...(isEntry && { later }),
    });
    call.tell(later);
    if (mayFail) failAt('after-commit');
    return done;
  } catch (error) {
    if (!(error instanceof Replayed)) throw error;
    await call.tx.run(rollback);
    return { wire: await replayOf(call, error), actor };
  }
}

async function replayOf({ reply, tx }: Call, { claim }: Replayed): Promise<Wire> {
  const { answer, verdict, notices } = await storedAnswer(tx, claim);
  reply.header('Idempotency-Replayed', 'true');
  return {
    statusCode: 200,
    row: answer,
    ...(notices.length > 0 && { verdict: verdict ?? undefined, notices }),
  };
}

const isDelivered = ({ offline }: Endpoint, { headers }: FastifyRequest): boolean =>
  offline === 'repeatable' ? headers['idempotency-key'] !== undefined : offline;

/** Passes the request to `perform`, after request-level checks. */
async function asked(
  { kernel, route, whitelist, request, reply, tx }: Call,
  actor: ServerActor | null,
  more: Pick<Performed, 'ends' | 'beforeCommit' | 'later'> = {},
): Promise<Done> {
  const { endpoint } = route;
  const isScheduled = endpoint.can === 'schedule' && isKeyOf(kernel.cronKey, request.headers['x-cron-key']);
  refuseDenied(actor, endpoint, isScheduled);
  if (endpoint.writes && !isScheduled) refuseForeign(request);
  return perform({
    ...more,
    route,
    whitelist,
    tx,
    actor,
    now: kernel.clock.now(),
    sent: request,
    delivery: actor && isDelivered(endpoint, request) ? deliveryOf(request, actor.id) : null,
    request: { ...sender(kernel, request), isScheduled },
    session(token, seconds, device) {
      setCookie(reply, kernel.isSecure, token, seconds);
      if (device !== undefined) setDeviceCookie(reply, kernel.isSecure, device);
    },
  });
}

const sender = ({ isSecure }: Kernel, request: FastifyRequest) => ({
  id: request.id,
  ip: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  device: deviceCookie(request, isSecure),
});

/** Slow work of a staged handler, before a connection is acquired; skipped without permission, and rejected later. */
async function staged({ kernel, route, request }: Omit<Call, 'tx'>): Promise<Route> {
  const { endpoint, handle } = route;
  if (!handle.ahead) return route;
  const guest = await whoAsks(kernel, endpoint, request);
  if (!may(guest, endpoint.can)) return route;
  if (endpoint.writes) refuseForeign(request);
  const input = parseInput(endpoint, request);
  const now = kernel.clock.now();
  const inside = await handle.ahead(input as never, { guest, now, request: sender(kernel, request) });
  return { endpoint, handle: (_, context) => inside(context) };
}

/** A user who must set up a second factor is signed in for the endpoints that do so, and for no other. */
const recognitionOf = ({ authenticator }: Kernel, { beforeSecondFactor }: Endpoint): Recognition =>
  beforeSecondFactor ? authenticator.entering : authenticator;

async function whoAsks(
  kernel: Kernel,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<ServerActor | null> {
  const token = cookieValue(request, kernel.isSecure);
  if (!token) return null;
  const { tx, release } = await kernel.database.checkoutReader();
  try {
    return await recognitionOf(kernel, endpoint).actorOf(tx, token);
  } finally {
    release();
  }
}

/**
 * Sessions are read from the primary, because an ended session may still be open in a replica. An agent's figures are
 * few rows with recent changes: neither cached nor read from a replica.
 */
async function reported(o: Omit<Call, 'tx'>): Promise<Done> {
  const { kernel, route, request, reply, reports } = o;
  const actor = await whoAsks(kernel, route.endpoint, request);
  if (actor?.roleType === 'agent') return carried(o);
  refuseDenied(actor, route.endpoint, false);
  const now = (): number => kernel.clock.now().getTime();
  const query = async (): Promise<Report> => {
    let since = now();
    const report = await kernel.database.report(async (tx, ageS) => {
      since = now();
      return { ...(await asked({ ...o, tx }, actor)), ageS };
    });
    return { ...report, tookMs: now() - since };
  };
  const done = await (actor
    ? reports(reportKey(actor, request.url), query, {
        isRefresh: request.headers['cache-control'] === 'no-cache',
        onLateError: (error) => request.log.warn(error),
      })
    : query());
  if (done.ageS >= 1) reply.header('Age', Math.ceil(done.ageS));
  return { ...done, actor };
}

async function carried(o: Omit<Call, 'tx'>): Promise<Done> {
  const { kernel, route, request } = o;
  const { writes } = route.endpoint;
  // In read committed each statement has its snapshot, so a read gains nothing from a transaction.
  const { tx, release } = await (writes ? kernel.database.checkout() : kernel.database.checkoutReader());
  try {
    const call: Call = { ...o, tx };
    const token = cookieValue(request, kernel.isSecure);
    const [actor] = await Promise.all([
      token ? recognitionOf(kernel, route.endpoint).actorOf(tx, token) : null,
      writes ? tx.run(begin) : null,
    ]);
    const done = await (writes ? carriedOut(call, actor) : asked(call, actor));
    release();
    return done;
  } catch (error) {
    // A connection that cannot roll back is not reused.
    const undone = writes ? tx.run(rollback) : Promise.resolve(0);
    const isSound = await undone.then(
      () => true,
      () => false,
    );
    const isStandby = writes && isReadOnly(error);
    release(!isSound || isStandby);
    throw isStandby ? new Failure('BUSY') : error;
  }
}

async function answer(given: Omit<Call, 'tx'>): Promise<unknown> {
  given.kernel.database.rest.touch();
  const o = { ...given, route: await staged(given) };
  const { kernel, route, request, reply } = o;
  const done = await (route.endpoint.isReport ? reported(o) : carried(o)).catch(async (error: unknown) => {
    if (error instanceof Failure && error.code === 'FORBIDDEN') await recordDenial(o, error);
    if (error instanceof KeptForOthers)
      throw await keepAsked(kernel.database, error, sender(kernel, request));
    throw error;
  });
  if (done.actor) request.actorId = done.actor.id;
  if (done.actor && o.accessOf) recordAccess(o, done.actor.id, done);
  if (done.actor?.isQuiet)
    kernel.database
      .run(kernel.authenticator.touch(done.actor.sessionId))
      .catch((e: unknown) => request.log.warn(e));
  return done.stream ? done.stream({ body: request.body as Readable, reply }) : done.wire;
}

function recordAccess(
  { kernel, route, request, accessOf }: Omit<Call, 'tx'>,
  actorId: number,
  { wire }: Done,
): void {
  const asked = { ...(request.params as object), ...(request.query as object), ...(request.body as object) };
  const access = accessOf?.(asked, wire);
  if (access)
    kernel.records.add({
      ...access,
      actorId,
      at: kernel.clock.now().toISOString(),
      endpoint: route.endpoint.name,
      origin: request.ip,
      requestId: request.id,
    });
}

/**
 * Records a request denied before or in its handler. Unauthenticated ones are only in the metrics, so that a scan
 * does not fill the log.
 */
async function recordDenial(
  { kernel, route: { endpoint }, request }: Omit<Call, 'tx'>,
  denied: Failure,
): Promise<void> {
  const actor = denied instanceof Denied ? denied.actor : await whoAsks(kernel, endpoint, request);
  if (!actor) return;
  const events = eventLog(actor.id, sender(kernel, request));
  const type = denied instanceof Denied ? 'access.denied' : 'access.refused';
  events.emit(type, { facts: { endpoint: endpoint.name, code: denied.code }, to: [] });
  await kernel.database.transaction((tx) => events.flush(tx, []));
}

declare module 'fastify' {
  interface FastifyRequest {
    actorId?: number;
  }
  interface FastifyContextConfig {
    endpoint?: string;
    streams?: boolean;
  }
}

/** Body limit of a stream route, which is never read into memory; its handler measures the bytes. */
const leastBytes = 1024;

/** Registers every route with its aliases. Two routes on one path fail the start. */
export function mount(app: FastifyInstance, kernel: Kernel, routes: readonly Route[]): void {
  const tell = teller(kernel.database);
  const reports = reportCache(kernel.clock, kernel.reports);
  for (const route of routes) {
    const { endpoint } = route;
    const prepared = { whitelist: whitelistOf(endpoint), accessOf: accessOf(endpoint) };
    for (const { method, path } of [endpoint, ...endpoint.also])
      app.route({
        method,
        url: `/api${path}`,
        bodyLimit: endpoint.answer === 'stream' ? leastBytes : endpoint.maxBytes,
        config: { endpoint: endpoint.name, streams: endpoint.answer === 'stream' },
        handler: (request, reply) => answer({ kernel, route, ...prepared, request, reply, tell, reports }),
      });
  }
}
