/** One port for all agencies: a request goes by its Host to the agency it is meant for, and to no other. */
import { surviveReset } from '../server/http/web.ts';
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Registry, collectDefaultMetrics } from 'prom-client';
import { bodyOf } from '#kernel/server/http/refusal.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { startupText } from '#text/en/startup.ts';
import { isShown } from '../server/operation/metrics.ts';
import type { Agency } from './directory.ts';
import { merged } from './merged-metrics.ts';
import type { OpenAgency } from './one.ts';
import { openShares } from './shares.ts';

/** As of a server of one agency (web.ts). */
const LONGEST_REQUEST_MS = 15 * 60_000;
const SILENT_MS = 60_000;
const KEPT_MS = 72_000;
const MOST_CONNECTIONS = 10_000;
/** What opens or moves is back soon. */
const SOON_S = 2;
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

/** Why nobody answers: a status and a sentence. */
interface Closed {
  status: 404 | 503;
  why: string;
}
const words = startupText.agencies;

const servedAt = ({ at }: Pick<Options, 'at'>, host: string | undefined): Answering | undefined =>
  at((host ?? '').toLowerCase().replace(/:\d*$/, ''));

/** Who answers at this host, or why nobody does. */
function answering({ at }: Pick<Options, 'at'>, host: string | undefined): OpenAgency | Closed {
  const found = servedAt({ at }, host);
  if (!found) return { status: 404, why: words.unknown };
  if (found.agency.state === 'suspended') return { status: 503, why: words.suspended };
  if (found.agency.state === 'moving') return { status: 503, why: words.moving };
  return found.open ?? { status: 503, why: found.isStuck ? words.stuck : words.opening };
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

/** Programs are told as everywhere; phones keep what they have and send it again. */
function refuse(request: IncomingMessage, response: ServerResponse, { status, why }: Closed): void {
  const isProgram = request.url?.startsWith('/api/');
  if (status === 503) response.setHeader('Retry-After', String(SOON_S));
  const failure = new Failure(status === 503 ? 'BUSY' : 'NOT_FOUND');
  const body = isProgram ? JSON.stringify({ ...bodyOf(failure, ''), message: why }) : `${why}\n`;
  response.writeHead(status, {
    'Content-Type': isProgram ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
  });
  // A body that still comes is of no use, nor is its connection.
  if (!request.complete && request.headers['content-length'] !== '0') response.shouldKeepAlive = false;
  response.end(body);
}

/** What is asked of the node whatever the host: whether it lives, whether it serves, its figures. */
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
  // At the host of an agency there is nothing but what is its own.
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
