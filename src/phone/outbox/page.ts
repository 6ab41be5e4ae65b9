/** The outbox in a page: its user, what triggers it, and its effect on the screen. */
import { ApiFailure, Unreachable } from '#kernel/client/calls/api-failure.ts';
import { keepDraftsIn } from '#kernel/client/calls/drafts.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { isOnline, onOnlineChange } from '#kernel/client/calls/online.ts';
import { keepReadsIn, queryClient } from '#kernel/client/calls/queries/query.ts';
import { onLiveState } from '#kernel/client/calls/live/realtime.ts';
import { type Ending, sessionExpired, wipeAtSignOut } from '#kernel/client/session/session-end.ts';
import { currentAgency, currentUser } from '#kernel/client/session/session.tsx';
import { hasVault, unsentPad } from '#kernel/client/app/preferences.ts';
import { queueText } from '#text/en/queue.ts';
import { accepted, spoil } from './sending/after-answer.ts';
import { hearKeyEarly } from './sending/early-key.ts';
import { askForSync } from '#kernel/offline/outbox/background-sync.ts';
import {
  isFieldworker,
  lockCache,
  needKeyOf,
  openCache,
  safeOf,
  readThrough,
  refreshCache,
  warmCache,
  wipeCache,
} from '../cache/cache.ts';
import { whenMissing } from '../cache/loss/missing.ts';
import { draftStore, dropDrafts, dropOldDrafts } from './drafts.ts';
import { loanOf, thingsIn } from '#kernel/offline/outbox/item.ts';
import { isHere } from '#kernel/offline/outbox/other-agency.ts';
import { idbStore } from '#kernel/offline/outbox/idb-store.ts';
import { onLock } from '../vault/lock-state.ts';
import type { Machine } from './machine.ts';
import { outboxName } from '#kernel/offline/outbox/name.ts';
import { renewNumbers } from './field-numbers.ts';
import { tellApart } from '../cache/owner/apart.ts';
import { isNewAgency, meetAgency } from '../cache/owner/same-agency.ts';
import { offerPin } from '../vault/offer-pin.ts';
import type { Urge } from '#kernel/offline/outbox/outbox-core.ts';
import type { News } from '#kernel/offline/outbox/ports.ts';
import { lossIn, noteUnsent } from '#kernel/offline/outbox/witness.ts';

const longestPause = 30_000;
const shortestPause = 500;
const refreshEvery = 5 * 60_000;
/** So long after the start what is not urgent leaves the line to what is. */
const quietAfter = 12_000;
const meetWithin = 5000;

let userId: number | undefined;
let isEnding = false;
let channel: BroadcastChannel | undefined;
let onlineSince = Date.now();
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<(news: News) => void>();
/** Entries with an open form, which shows their result. */
export const watched = new Set<string>();

export const store = idbStore();

export const publishNews = (news: News): void => {
  hear(news, true);
  channel?.postMessage(news);
};

let loading: Promise<Machine> | undefined;
/** What sends and seals; most visits never need it. */
export function machine(): Promise<Machine> {
  loading ??= load();
  loading.catch(() => (loading = undefined));
  return loading;
}
async function load(): Promise<Machine> {
  const { startMachine } = await import('./machine.ts');
  const made = startMachine({ store, safeOf, actorOf: () => userId, tell: publishNews });
  if (userId !== undefined) await greet(made, userId);
  return made;
}
/** Sets the user of this device: the worker sends their entries, and others' content is unreadable. */
async function greet({ outbox, forget, seal }: Machine, actorId: number): Promise<void> {
  await outbox.signedIn(actorId, currentAgency());
  await forget((other) => other !== actorId);
  // What was written before there was a PIN, or a key of the server.
  seal(actorId).catch(reportError);
}
const isNeeded = async (): Promise<boolean> =>
  loading !== undefined || (await store.read((tx) => tx.count())) > 0;

/** Subscribes to outbox changes of this device, from any tab or worker. */
export function onNews(listener: (news: News) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const signedInUser = (): number | undefined => userId;

function hear(news: News, isOwn: boolean): void {
  for (const listener of listeners) listener(news);
  noteSoon();
  if (news.kind === 'enqueued' && !isOwn) kick();
  if (news.kind === 'settled') settled(news);
  if (news.kind === 'signed-out' && userId !== undefined) sessionExpired();
  if (news.kind === 'upgrade') void lookForUpdate();
  if (news.kind === 'sent-again' && news.actorId === userId) {
    notice.info(queueText.sentAgain(news.count));
    kick();
  }
}

/** Debounces the record of unsent entries outside the databases. */
let noting: ReturnType<typeof setTimeout> | undefined;
function noteSoon(): void {
  clearTimeout(noting);
  noting = setTimeout(() => void noteNow(), shortestPause);
}
/** Runs before "Saved on this phone" is shown: the page may be closed right after. */
export const noteNow = (): Promise<void> => noteUnsent(store, unsentPad).catch(reportError);

/** Detects a browser that cleared unsent entries; before anything else is written here. */
async function lookForLoss(actorId: number): Promise<void> {
  if (!lossIn(unsentPad, await store.read((tx) => tx.meta()), actorId)) return;
  if ((await (await import('../cache/loss/tell-loss.ts')).tellLoss(store, unsentPad, actorId)) > 0)
    hear({ kind: 'changed' }, true);
}

function settled({ id, cmd, actorId, done, outcome }: Extract<News, { kind: 'settled' }>): void {
  if (outcome.verdict === 'acked') void spoil(cmd).catch(reportError);
  // One tab speaks: the one that is looked at.
  if (actorId !== userId || document.visibilityState !== 'visible') return;
  if (outcome.verdict === 'acked') void accepted(id, outcome, done).catch(reportError);
  if (outcome.verdict === 'refused' && !watched.has(id)) notice.error(queueText.refusedNotice);
}

async function lookForUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.update();
}

/** Sends what can be sent, then sleeps until there is something to do. */
export function kick(urge: Urge = 'plain'): void {
  if (userId !== undefined) void run(urge).catch(report);
}

async function run(urge: Urge): Promise<void> {
  if (!(await isNeeded())) return;
  const { outbox, check, prepare, handIn } = await machine();
  await outbox.drain(urge);
  await sleep(await outbox.wakeAt());
  if (userId === undefined || !isOnline()) return;
  await prepare(userId);
  await check(userId, onlineSince);
  await handIn(userId);
}

function report(error: unknown): void {
  // The entries are unchanged; the next trigger retries.
  reportError(error);
  planNext(longestPause);
}

function planNext(pause: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => kick(), pause);
}

async function sleep(at: number | undefined): Promise<void> {
  clearTimeout(timer);
  if (at === undefined) return;
  const pause = at - Date.now();
  // Retryable but still queued: offline, or another page is sending.
  planNext(pause <= 0 ? longestPause : Math.min(longestPause, Math.max(shortestPause, pause)));
  await askForSync();
}

async function follow(): Promise<void> {
  const user = currentUser();
  if (isEnding || !user || user.id === userId) return;
  if (isNewAgency()) return meetAgency(store, async () => (await follow(), hear({ kind: 'changed' }, true)));
  userId = user.id;
  tellApart();
  const opening = openCache(user);
  lookForLoss(user.id).catch((error: unknown) => {
    // Repeated at the next start: the record remains until the server has responded.
    if (!(error instanceof Unreachable || error instanceof ApiFailure)) reportError(error);
  });
  if (loading) await greet(await loading, user.id);
  kick();
  await opening;
  if (isFieldworker()) void hearKeyEarly(store).catch(report);
  setTimeout(() => renewNumbers(userId), quietAfter);
  if (isFieldworker() && !isSecureContext) notice.warning(queueText.notSecureHere);
  if (isFieldworker()) setTimeout(() => void hearKey().catch(report), quietAfter);
  setTimeout(meet, quietAfter);
  setTimeout(() => void dropOldDrafts(store, Date.now()).catch(report), quietAfter);
  setTimeout(refresh, hasVault() ? 0 : quietAfter);
  offerPin(user);
}

/** Fetches the encryption key of entries while the network is available. */
async function hearKey(): Promise<void> {
  if (userId === undefined || !isOnline() || !isSecureContext) return;
  await (await machine()).prepare(userId);
}

/** Queries the database epoch, which may have changed: phones query with random delays. */
function meet(): void {
  setTimeout(() => void meetNow().catch(report), Math.random() * meetWithin);
}
async function meetNow(): Promise<void> {
  const actorId = userId;
  if (actorId === undefined || !isOnline()) return;
  if (!(await store.read((tx) => tx.kept())).some(isHere)) return;
  try {
    await (await machine()).meet(actorId);
  } catch (error) {
    // Without server or session, the next reconnection retries.
    if (!(error instanceof Unreachable || error instanceof ApiFailure)) throw error;
  }
}

/** Loans with unsent entries remain in the cache. */
async function loansWaiting(): Promise<ReadonlySet<number>> {
  const actorId = userId;
  const items = actorId === undefined ? [] : await store.read((tx) => tx.of(actorId));
  return new Set(items.flatMap(({ lane }) => loanOf(lane) ?? []));
}
const refresh = (isUrgent = false): void => {
  if (userId !== undefined && isOnline()) void refreshCache(loansWaiting, isUrgent).catch(reportError);
};

/** Unsent entries remain, encrypted; a sign-out deletes their readable copies. */
async function close(actorId: number, why: Ending): Promise<void> {
  if (!(await store.read((tx) => tx.meta()))) return;
  const { outbox, forget, handIn, leftNothing } = await machine();
  await outbox.signedOut();
  if (why === 'signed-out') await forget((id) => id === actorId);
  if ((await store.read((tx) => tx.of(actorId))).length === 0) return leftNothing(actorId);
  // Perhaps it was not the session alone that ended.
  if (why === 'expired') void handIn(undefined, true).catch(reportError);
}

/** The lock fell or opened: what was read is forgotten, or can be read again. */
async function reread(): Promise<void> {
  if (loading) (await loading).close();
  hear({ kind: 'changed' }, true);
}

async function leave(why: Ending): Promise<void> {
  isEnding = true;
  const actorId = userId;
  userId = undefined;
  clearTimeout(timer);
  await Promise.allSettled([
    actorId === undefined ? undefined : close(actorId, why),
    why === 'expired' ? lockCache() : wipeCache(),
    why === 'expired' || actorId === undefined ? undefined : dropDrafts(store, actorId),
  ]);
  if (actorId === undefined) return;
  const left = await store.read((tx) => tx.of(actorId));
  if (left.length > 0) notice.info(queueText.safeHere(thingsIn(left)));
}

/** Starts following the session, the network, the other tabs and the eyes of the person. Once, before the first read. */
export function startOffline(): void {
  keepReadsIn(readThrough);
  channel = new BroadcastChannel(outboxName);
  channel.addEventListener('message', ({ data }) => hear(data as News, false));
  if (isSecureContext)
    keepDraftsIn(
      draftStore({
        store,
        who: () => currentUser()?.id,
        locks: async () => (await machine()).locks,
        needKey: needKeyOf,
      }),
    );
  wipeAtSignOut(leave);
  warmCache();
  whenMissing(() => refresh(true));
  onOnlineChange(() => {
    if (!isOnline()) return;
    onlineSince = Date.now();
    if (userId !== undefined) void lookForLoss(userId).catch(() => undefined); // the next time
    kick('network');
    refresh();
    renewNumbers(userId);
  });
  setInterval(() => document.visibilityState === 'visible' && refresh(), refreshEvery);
  onLiveState((state) => {
    if (state !== 'connected') return;
    kick('network');
    // An unreachable server may have returned with another database.
    meet();
  });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && kick());
  onLock(() => void reread().catch(report));
  queryClient.getQueryCache().subscribe(() => void follow().catch(report));
  void follow().catch(report);
}
