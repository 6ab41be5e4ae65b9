/** Host router: one port for all agencies; the Host header selects the agency. */
import { surviveReset } from '../server/http/web.ts';
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Registry, collectDefaultMetrics } from 'prom-client';
import { bodyOf } from '#kernel/server/http/refusal.ts';
import { Failure, type FailureCode } from '#kernel/contract/failure.ts';
import { startupText } from '#text/en/program/startup.ts';
import { isShown } from '../server/operation/metrics.ts';
import { closedPage, closedPolicy } from './closed-page.ts';
import type { Agency } from './directory.ts';
import { merged } from './merged-metrics.ts';
import type { OpenAgency } from './one.ts';
import { openShares } from './shares.ts';

/** As of a server of one agency (web.ts). */
const LONGEST_REQUEST_MS = 15 * 60_000;
const SILENT_MS = 60_000;
const KEPT_MS = 72_000;
const MOST_CONNECTIONS = 10_000;
/** Retry-After: short while an agency opens, long enough for a suspended one to be cheap. */
const SOON_S = 2;
const LATER_S = 60;
const PAGE_AGAIN_S = 5;
const SWEEP_MS = 50;

export interface Answering {
  agency: Pick<Agency, 'state'>;
  open?: OpenAgency | undefined;
  isStuck?: boolean;
}
interface Options {
  at(host: string): Answering | undefined;
  all(): OpenAgency[];
  token: string | undefined;
  enter?: ReturnType<typeof openShares>;
}

/** Why no agency responds: failure code, message, and retry delay in seconds, if any. */
interface Closed {
  status: 404 | 503;
  code: FailureCode;
  why: string;
  againS?: number;
}
const words = startupText.agencies;

const servedAt = ({ at }: Pick<Options, 'at'>, host: string | undefined): Answering | undefined =>
  at((host ?? '').toLowerCase().replace(/:\d*$/, ''));

/** The agency of a host, or why it does not respond. */
function answering({ at }: Pick<Options, 'at'>, host: string | undefined): OpenAgency | Closed {
  const found = servedAt({ at }, host);
  if (!found) return { status: 404, code: 'NOT_FOUND', why: words.unknown };
  if (found.agency.state === 'suspended')
    return { status: 503, code: 'AGENCY_SUSPENDED', why: words.suspended, againS: LATER_S };
  const soon = { status: 503, code: 'BUSY', againS: SOON_S } as const;
  return found.open ?? { ...soon, why: found.isStuck ? words.stuck : words.opening };
}

export function openFrontOf(o: Options): {
  server: Server;
  leave(): void;
  /** Settles when nothing is being answered any more. */
  quiet(): Promise<void>;
  stop(): Promise<void>;
} {
  const ofNode = new Registry();
  collectDefaultMetrics({ register: ofNode });
  const { enter = openShares() } = o;
  let isLeaving = false;
  let inFlight = 0;
  let calm: (() => void) | undefined;
  const server = http.createServer({ requestTimeout: LONGEST_REQUEST_MS }, (request, response) => {
    inFlight += 1;
    response.once('close', () => {
      inFlight -= 1;
      if (inFlight === 0) calm?.();
    });
    if (isLeaving) response.setHeader('Connection', 'close');
    if (ofTheNode(request, response, { ...o, isLeaving, ofNode })) return;
    const found = answering(o, request.headers.host);
    if ('status' in found) refuse(request, response, found);
    else enter(found, response, () => void found.server.emit('request', request, response));
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    surviveReset(socket);
    const found = answering(o, request.headers.host);
    if ('status' in found)
      socket.end(
        `HTTP/1.1 ${found.status} ${http.STATUS_CODES[found.status]}\r\nConnection: close\r\n\r\n`,
        () => socket.destroy(),
      );
    else found.server.emit('upgrade', request, socket, head);
  });
  Object.assign(server, { keepAliveTimeout: KEPT_MS, maxConnections: MOST_CONNECTIONS });
  server.setTimeout(SILENT_MS);
  return {
    server,
    leave: () => void (isLeaving = true),
    quiet: () => (inFlight === 0 ? Promise.resolve() : new Promise((resolve) => (calm = resolve))),
    stop: () => closed(server),
  };
}

function closed(server: Server): Promise<void> {
  const sweep = setInterval(() => server.closeAllConnections(), SWEEP_MS);
  return new Promise((resolve) => server.close(() => resolve(clearInterval(sweep))));
}

/**
 * A program gets the standard failure, so that phones preserve their queue and retry; a browser a page, all others
 * the message.
 */
function bodyFor(request: IncomingMessage, { code, why, againS }: Closed): [type: string, body: string] {
  if (request.url?.startsWith('/api/'))
    return ['application/json', JSON.stringify({ ...bodyOf(new Failure(code), ''), message: why })];
  if (!request.headers.accept?.includes('text/html')) return ['text/plain', `${why}\n`];
  return ['text/html', closedPage(why, againS === SOON_S ? PAGE_AGAIN_S : undefined)];
}

function refuse(request: IncomingMessage, response: ServerResponse, closed: Closed): void {
  const { status, againS } = closed;
  if (againS !== undefined) response.setHeader('Retry-After', String(againS));
  const [type, body] = bodyFor(request, closed);
  if (type === 'text/html') response.setHeader('Content-Security-Policy', closedPolicy);
  response.writeHead(status, {
    'Content-Type': `${type}; charset=utf-8`,
    // Header of every agency response: distinguishes this server from a captive portal.
    'X-Server-Time': new Date().toISOString(),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  // An unread body makes the connection useless.
  if (!request.complete && request.headers['content-length'] !== '0') response.shouldKeepAlive = false;
  response.end(body);
}

/** Host-independent node endpoints: liveness, readiness and metrics. */
function ofTheNode(
  request: IncomingMessage,
  response: ServerResponse,
  o: Options & { isLeaving: boolean; ofNode: Registry },
): boolean {
  const [path] = request.url?.split('?') ?? [];
  const say = (status: number, text: string): true => {
    response
      .writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' })
      .end(JSON.stringify({ status: text }));
    return true;
  };
  if (path === '/healthz') return say(200, 'ok');
  if (path === '/readyz') return o.isLeaving ? say(503, 'stopping') : say(200, 'ok');
  // Node endpoints are hidden at agency hosts.
  if (path !== '/metrics' || servedAt(o, request.headers.host) || !isShown(request, o.token)) return false;
  const { ofNode } = o;
  // One that fails leaves the figures of the others.
  const figures = [ofNode, ...o.all()].map((one) => one.metrics().catch(() => ''));
  Promise.all(figures).then(
    (texts) => response.writeHead(200, { 'Content-Type': ofNode.contentType }).end(merged(texts)),
    () => response.writeHead(500).end(),
  );
  return true;
}
