/** The outbox in a page: who is signed in, what sets it going, and what its news mean for the screen. */
import { notice } from '#client/kernel/notice-store.ts';
import { isOnline, onOnlineChange } from '#client/kernel/online.ts';
import { keepReadsIn, markStale, queryClient } from '#client/kernel/query.ts';
import { onLiveState } from '#client/kernel/realtime.ts';
import { sessionExpired, wipeAtSignOut } from '#client/kernel/session-end.ts';
import { currentUser } from '#client/kernel/session.tsx';
import { queueText } from '#text/en/queue.ts';
import { browserOutbox, outboxName } from './browser-outbox.ts';
import { openCache, readThrough, wipeCache } from './cache.ts';
import { commandNamed } from './commands.ts';
import { fillCache } from './fill-cache.ts';
import type { Urge } from './outbox-core.ts';
import type { News } from './ports.ts';

const longestPause = 30_000;
const shortestPause = 500;
const gather = 300;

let userId: number | undefined;
let isEnding = false;
let channel: BroadcastChannel | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<(news: News) => void>();
/** Entries whose form is still open: it says itself what became of them. */
export const watched = new Set<string>();

export const { outbox, store } = browserOutbox({
  actorOf: () => userId,
  tell(news) {
    hear(news, true);
    channel?.postMessage(news);
  },
});

/** Follows the outbox of this device, whichever tab or worker does the work. */
export function onNews(listener: (news: News) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const signedInUser = (): number | undefined => userId;

function hear(news: News, isOwn: boolean): void {
  for (const listener of listeners) listener(news);
  if (news.kind === 'enqueued' && !isOwn) kick();
  if (news.kind === 'settled') settled(news);
  if (news.kind === 'signed-out' && userId !== undefined) sessionExpired();
  if (news.kind === 'upgrade') void lookForUpdate();
}

function settled({ id, cmd, actorId, done, outcome }: Extract<News, { kind: 'settled' }>): void {
  const endpoint = commandNamed(cmd);
  if (outcome.verdict === 'acked' && endpoint) staleSoon([endpoint.domain, ...endpoint.touches]);
  // One tab speaks: the one that is looked at.
  if (actorId !== userId || document.visibilityState !== 'visible') return;
  if (outcome.verdict === 'acked' && done) notice.success(done);
  if (outcome.verdict === 'refused' && !watched.has(id)) notice.error(queueText.refusedNotice);
}

/** When hundreds arrive in a row, what is on screen is read again once, not hundreds of times. */
const stale = new Set<string>();
function staleSoon(domains: readonly string[]): void {
  if (stale.size === 0)
    setTimeout(() => {
      markStale([...stale]);
      stale.clear();
    }, gather);
  for (const domain of domains) stale.add(domain);
}

async function lookForUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.update();
}

/** Sends what can be sent, then sleeps until there is something to do. */
export function kick(urge: Urge = 'plain'): void {
  if (userId !== undefined) void outbox.drain(urge).then(sleep).catch(report);
}

function report(error: unknown): void {
  // The entries are where they were; the next reason to send tries again.
  reportError(error);
  planNext(longestPause);
}

function planNext(pause: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => kick(), pause);
}

async function sleep(): Promise<void> {
  clearTimeout(timer);
  const at = await outbox.wakeAt();
  if (at === undefined) return;
  const pause = at - Date.now();
  // Due and still there: nobody answers, or somebody else is sending.
  planNext(pause <= 0 ? longestPause : Math.min(longestPause, Math.max(shortestPause, pause)));
  await askForSync();
}

interface Syncing {
  sync?: { register: (tag: string) => Promise<void> };
}
/** Where the browser can, the worker goes on when the network is back and no page is open. */
async function askForSync(): Promise<void> {
  const registration = (await navigator.serviceWorker?.getRegistration()) as Syncing | undefined;
  await registration?.sync?.register(outboxName).catch(() => undefined); // forbidden by the user: pages send
}

async function follow(): Promise<void> {
  const user = currentUser();
  if (isEnding || !user || user.id === userId) return;
  userId = user.id;
  openCache(user);
  await outbox.signedIn(user.id);
  kick();
  await fillCache(user.id);
}

async function leave(): Promise<void> {
  isEnding = true;
  const actorId = userId;
  userId = undefined;
  clearTimeout(timer);
  await Promise.allSettled([outbox.signedOut(), wipeCache()]);
  if (actorId === undefined) return;
  const left = await store.read((tx) => tx.of(actorId));
  if (left.length > 0) notice.info(queueText.safeHere(left.length));
}

/** Starts following the session, the network, the other tabs and the eyes of the person. Once, before the first read. */
export function startOffline(): void {
  keepReadsIn(readThrough);
  channel = new BroadcastChannel(outboxName);
  channel.addEventListener('message', ({ data }) => hear(data as News, false));
  wipeAtSignOut(leave);
  onOnlineChange(() => isOnline() && kick('network'));
  onLiveState((state) => state === 'connected' && kick('network'));
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && kick());
  queryClient.getQueryCache().subscribe(() => void follow().catch(report));
  void follow().catch(report);
}
