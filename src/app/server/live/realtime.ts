/** Sockets notify clients of stale domains; the data itself is always read through the scoped endpoints. */
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import { isAdmin } from '#kernel/contract/access.ts';
import type { Authenticator, ServerActor } from '#kernel/server/http/actor.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { type Signal, channel } from '#kernel/server/live/event.ts';
import { recentSignals } from './recent.ts';
import type { Topic } from '#kernel/server/live/topic.ts';
import type { Logger } from '#kernel/server/operation/log.ts';
import { tokenIn } from '#kernel/server/http/session-cookie.ts';

interface Held {
  token: string;
  actor: ServerActor;
}
type Live = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Held>;
interface Handshake extends IncomingMessage {
  held?: Held;
}

interface Realtime {
  count(): number;
  /** Users connected to this node. */
  users(): number[];
  stop(): Promise<void>;
}

const mostPerSession = 5;
const recheckEvery = 60_000;

const isOwnOrigin = ({ headers: { origin, host } }: IncomingMessage): boolean =>
  origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);

export async function openRealtime(
  http: HttpServer,
  o: {
    database: Database;
    authenticator: Pick<Authenticator, 'actorOf'>;
    isSecure: boolean;
    log: Logger;
    /** Called with every signal. */
    also?: (message: Signal) => void;
    /** Socket topics of contexts. */
    topics?: readonly Topic[];
  },
): Promise<Realtime> {
  const { database, log, topics = [] } = o;
  const { actorOf } = o.authenticator;
  const roomsOf = (actor: ServerActor): string[] => topics.flatMap((topic) => topic.roomsOf(actor));
  const io = new Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Held>(http, {
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: 16_384,
    perMessageDeflate: false,
    allowRequest: admission(o),
  });

  database.rest.awakeWhile(() => io.of('/').sockets.size > 0);
  const recent = recentSignals(() => performance.now());
  io.on('connection', (socket: Live) => welcome(io, socket, { recent, roomsOf }));

  const recheck = async (socket: Live): Promise<void> => {
    const { token, actor } = socket.data;
    const now = await actorOf(database, token);
    if (!now) {
      socket.emit('signed-out');
      socket.disconnect(true);
    } else if (now.flags !== actor.flags || now.roleType !== actor.roleType) {
      socket.data = { token, actor: now };
      enter(socket, now, roomsOf(now));
      socket.emit('access-changed');
    }
  };
  const recheckAll = async (pick: (actor: ServerActor) => boolean): Promise<void> => {
    for (const socket of io.of('/').sockets.values())
      if (pick(socket.data.actor))
        await recheck(socket).catch((error: unknown) => log.warn({ err: error }, 'socket recheck'));
  };
  const timer = setInterval(() => void recheckAll(() => true), recheckEvery).unref();

  const tellers = topics.map((topic) => topic.open(io));
  const hear = (message: Signal): void => {
    const { stale, to, recheck: whom, progress, say } = message;
    database.rest.touch();
    o.also?.(message);
    recent.hear(message);
    if (say) io.to(say.to.map((id) => `user:${id}`)).emit(say.event, say.body);
    for (const teller of tellers) teller(message);
    if (stale) tell(io, stale, to ?? 'staff');
    if (progress) io.to(`user:${progress.user}`).emit('job-progress', { id: progress.job });
    if (whom)
      void recheckAll((actor) =>
        Boolean(whom.users?.includes(actor.id) || whom.roles?.includes(actor.roleId)),
      );
  };
  const listener = await listen(database, log, hear, () => {
    recent.lost();
    io.to('staff').emit('stale', { domains: ['*'] });
  });

  return {
    count: () => io.of('/').sockets.size,
    users: () => [...new Set([...io.of('/').sockets.values()].map(({ data }) => data.actor.id))],
    async stop() {
      clearInterval(timer);
      await listener.stop();
      // Not `io.close()`: that closes the web server too, which still serves pending requests. Clients reconnect.
      io.engine.close();
    },
  };
}

function welcome(
  io: Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Held>,
  socket: Live,
  o: { recent: ReturnType<typeof recentSignals>; roomsOf: (actor: ServerActor) => string[] },
): void {
  const { held } = socket.request as Handshake;
  if (!held || tooMany(io, held)) return void socket.disconnect(true);
  socket.data = held;
  enter(socket, held.actor, o.roomsOf(held.actor));
  catchUp(socket, o.recent);
  // Our page never sends a message: a client that does is disconnected.
  socket.onAny(() => socket.disconnect(true));
  // The upgrade request is not needed any more and costs memory on every idle socket.
  Object.assign(socket.conn, { request: null });
  Object.assign(socket, { handshake: null });
}

/** Accepts handshakes of signed-in users from our origin. */
const admission =
  (o: Pick<Parameters<typeof openRealtime>[1], 'database' | 'authenticator' | 'isSecure' | 'log'>) =>
  (request: Handshake, decide: (refusal: string | null, mayEnter: boolean) => void): void => {
    const token = tokenIn(request.headers.cookie, o.isSecure);
    if (!isOwnOrigin(request) || !token) return decide('unauthorized', false);
    o.authenticator.actorOf(o.database, token).then(
      (actor) => {
        if (actor) request.held = { token, actor };
        decide(actor ? null : 'unauthorized', actor !== null);
      },
      (error: unknown) => {
        o.log.warn({ err: error }, 'socket handshake');
        decide('unavailable', false);
      },
    );
  };

/** A page loads its data before its socket connects; what changed in between is sent as it connects. */
function catchUp(socket: Live, recent: ReturnType<typeof recentSignals>): void {
  const { age } = socket.handshake.auth;
  if (!Number.isFinite(age)) return;
  const { stale, jobs } = recent.missedBy(socket.data.actor, Number(age));
  if (stale.length > 0) socket.emit('stale', { domains: stale });
  for (const id of jobs) socket.emit('job-progress', { id });
}

function enter(socket: Live, actor: ServerActor, own: readonly string[]): void {
  const isStaff = actor.roleType !== 'client';
  const rooms = [
    `user:${actor.id}`,
    ...(isStaff ? ['staff'] : []),
    ...(isAdmin(actor) ? ['admins'] : []),
    ...own,
  ];
  for (const room of socket.rooms) if (room !== socket.id && !rooms.includes(room)) void socket.leave(room);
  void socket.join(rooms);
}

function tooMany(
  io: Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Held>,
  held: Held,
): boolean {
  let same = 0;
  for (const id of io.of('/').adapter.rooms.get(`user:${held.actor.id}`) ?? [])
    if (io.of('/').sockets.get(id)?.data.actor.sessionId === held.actor.sessionId) same += 1;
  return same >= mostPerSession;
}

function tell(io: Server, domains: string[], to: Signal['to']): void {
  if (to === 'staff' || to === undefined) io.to('staff').emit('stale', { domains });
  else io.to(['admins', ...to.map((id) => `user:${id}`)]).emit('stale', { domains });
}

/** LISTENs for signals of all nodes. After a lost connection clients are notified that anything may be stale. */
async function listen(
  database: Database,
  log: Logger,
  hear: (message: Signal) => void,
  missed: () => void,
): Promise<{ stop(): Promise<void> }> {
  let isOpen = true;
  let release: (() => void) | undefined;
  const open = async (isFirst: boolean): Promise<void> => {
    const client = await database.connect();
    if (!isOpen) return client.release(true);
    release = () => client.release(true);
    client.on('notification', ({ payload }) => hear(JSON.parse(payload ?? '{}') as Signal));
    client.once('end', () => {
      release = undefined;
      if (isOpen) void again();
    });
    await client.query(`listen ${channel}`);
    if (!isFirst) missed();
  };
  const again = async (): Promise<void> => {
    while (isOpen) {
      try {
        return await open(false);
      } catch (error) {
        log.warn({ err: error }, 'listening again');
        await new Promise((go) => setTimeout(go, 500));
      }
    }
  };
  await open(true);
  return {
    async stop() {
      isOpen = false;
      release?.();
    },
  };
}
