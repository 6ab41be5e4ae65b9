/** The live line to the server. Events carry names and ids only; the data is read again through the API. */
import type { Socket } from 'socket.io-client';
import { accessQuery } from '../../session/boot.ts';
import { checkOnline } from '../online.ts';
import { markAllStale, markStale, queryClient } from '../queries/query.ts';
import { sessionExpired, wipeAtSignOut } from '../../session/session-end.ts';

interface JobProgress {
  id: number;
  [fact: string]: unknown;
}
/** Events of the server; every other event is passed to `onEvent` listeners by name. */
interface FromServer {
  stale: (about: { domains: string[] }) => void;
  'access-changed': () => void;
  'signed-out': () => void;
  'job-progress': (about: JobProgress) => void;
  'agent-status': (about: Record<string, unknown>) => void;
  'call-initiated': (about: Record<string, unknown>) => void;
  agents: (changes: readonly unknown[]) => void;
}
/** The dialer's contract defines the changes. */
type AgentsViewer = (changes: readonly unknown[]) => void;
type CallViewer = (event: 'agent-status' | 'call-initiated', about: Record<string, unknown>) => void;
type LiveState = 'off' | 'connecting' | 'connected' | 'disconnected';

/** Milliseconds between two tries to connect. */
const longestDelay = 30_000;

let retry: ReturnType<typeof setTimeout> | undefined;
let socket: Socket<FromServer, Record<never, never>> | undefined;
let state: LiveState = 'off';
const stateViewers = new Set<(state: LiveState) => void>();
const jobViewers = new Set<(about: JobProgress) => void>();
const callViewers = new Set<CallViewer>();
const agentsViewers = new Set<AgentsViewer>();

function put(next: LiveState): void {
  state = next;
  for (const viewer of stateViewers) viewer(next);
}

/** Subscribes to the progress of file jobs; returns the unsubscribe function. */
export function onJobProgress(viewer: (about: JobProgress) => void): () => void {
  jobViewers.add(viewer);
  return () => void jobViewers.delete(viewer);
}

/** Subscribes to the user's dialer events; returns the unsubscribe function. */
export function onCall(viewer: CallViewer): () => void {
  callViewers.add(viewer);
  return () => void callViewers.delete(viewer);
}

/** Subscribes to the status of the visible agents; returns the unsubscribe function. */
export function onAgents(viewer: AgentsViewer): () => void {
  agentsViewers.add(viewer);
  return () => void agentsViewers.delete(viewer);
}

/** Subscribes to the socket state; the viewer receives the current state immediately. */
export function onLiveState(viewer: (state: LiveState) => void): () => void {
  viewer(state);
  stateViewers.add(viewer);
  return () => void stateViewers.delete(viewer);
}

/** Connects once, after the first screen is drawn: the client library is loaded only then, and again where it failed. */
export async function startRealtime(): Promise<void> {
  if (socket) return;
  put('connecting');
  wipeAtSignOut(stopRealtime);
  const library = await import('socket.io-client').catch(() => undefined);
  if (!library) {
    put('disconnected');
    retry = setTimeout(() => void startRealtime(), longestDelay);
    return;
  }
  let before = false;
  socket = library.io({
    transports: ['websocket'],
    withCredentials: true,
    // Data read before the socket connected may be stale: the server sends the missed changes.
    auth: (tell) => tell(before ? {} : { age: Math.round(performance.now()) }),
    reconnectionDelay: 1000,
    reconnectionDelayMax: longestDelay,
    // A restarted server must not meet all its users in the same second.
    randomizationFactor: 0.8,
  });
  socket.on('connect', () => {
    put('connected');
    // Events sent while disconnected are lost.
    if (before) markAllStale();
    before = true;
  });
  socket.on('disconnect', (reason) => {
    put('disconnected');
    // The server closes the socket of an expired session; reading our access tells an expiry from a restart.
    if (reason === 'io server disconnect') void recheck();
    else void checkOnline();
  });
  socket.on('stale', ({ domains }) => (domains.includes('*') ? markAllStale() : markStale(domains)));
  socket.on('access-changed', () => void queryClient.refetchQueries(accessQuery()));
  socket.on('signed-out', sessionExpired);
  socket.on('job-progress', (about) => jobViewers.forEach((viewer) => viewer(about)));
  socket.on('agents', (changes) => agentsViewers.forEach((viewer) => viewer(changes)));
  for (const event of ['agent-status', 'call-initiated'] as const)
    socket.on(event, (about) => callViewers.forEach((viewer) => viewer(event, about)));
}

async function recheck(): Promise<void> {
  await queryClient.refetchQueries(accessQuery());
  socket?.connect();
}

function stopRealtime(): void {
  clearTimeout(retry);
  socket?.disconnect();
  socket = undefined;
  put('off');
}
