/** When the vault locks and when the PIN is required: only offline, or when cached data is needed. */
import { isOnline, onOnlineChange } from '#kernel/client/calls/online.ts';
import { isTooLong, mostHidden } from '#kernel/offline/vault/lock-rules.ts';
import { askNow, putAsk } from './lock-state.ts';
import type { Vault } from './vault.ts';

const lookEvery = 15_000;
const touches = ['pointerdown', 'keydown', 'scroll'] as const;

let vault: Vault | undefined;
let activeAt = Date.now();
let hiddenAt: number | undefined;
let timer: ReturnType<typeof setInterval> | undefined;
let hiding: ReturnType<typeof setTimeout> | undefined;
let waiters: ((isOpen: boolean) => void)[] = [];

function answer(isOpen: boolean): void {
  const all = waiters;
  waiters = [];
  for (const waiter of all) waiter(isOpen);
}

/** The user is setting a PIN, or sees the offer. */
const isOwnWish = (): boolean => askNow() === 'set' || askNow() === 'offer';

/** Recomputes the prompt after a change. */
export function askAnew(): void {
  if (!vault?.isSet()) {
    answer(false);
    if (!isOwnWish()) putAsk(vault?.wasErased() && !isOnline() ? 'erased' : null);
    return;
  }
  const mayRead = vault.isOpen() && !vault.isOver();
  if (mayRead) answer(true);
  const isWanted = !isOnline() || waiters.length > 0;
  if (mayRead || !isWanted) {
    if (!isOwnWish()) putAsk(null);
  } else putAsk(vault.isOver() ? 'reconnect' : 'unlock');
}

/**
 * True once the cache is readable; false when the server is reachable or has responded (`signal`), or the user declined.
 */
export function needKey(signal?: AbortSignal): Promise<boolean> {
  if (vault?.isOpen() && !vault.isOver()) return Promise.resolve(true);
  if (signal?.aborted) return Promise.resolve(false);
  const waiting = new Promise<boolean>((resolve) => {
    waiters.push(resolve);
    signal?.addEventListener('abort', () => {
      waiters = waiters.filter((one) => one !== resolve);
      resolve(false);
      askAnew();
    });
  });
  askAnew();
  return waiting;
}
/** The person closes the question. */
export const giveUp = (): void => {
  answer(false);
  askAnew();
};

const touched = (): void => void (activeAt = Date.now());
function look(): void {
  const now = Date.now();
  if (isTooLong({ activeAt, hiddenAt }, now)) vault?.lock();
  void vault?.saw();
  askAnew();
}
function onSight(): void {
  clearTimeout(hiding);
  if (document.visibilityState === 'hidden') {
    hiddenAt = Date.now();
    vault?.hold();
    hiding = setTimeout(look, mostHidden + 1000);
    return;
  }
  // Before anything is drawn again: a phone that slept has no timers.
  look();
  hiddenAt = undefined;
  touched();
}
function onNetwork(): void {
  if (isOnline()) answer(false);
  askAnew();
}
const onLeave = (): void => vault?.hold();

let stopNetwork: (() => void) | undefined;
export function watchLock(next: Vault): void {
  detach();
  vault = next;
  touched();
  for (const touch of touches) addEventListener(touch, touched, { passive: true, capture: true });
  document.addEventListener('visibilitychange', onSight);
  addEventListener('pagehide', onLeave);
  stopNetwork = onOnlineChange(onNetwork);
  timer = setInterval(look, lookEvery);
}
export function stopWatch(): void {
  detach();
  putAsk(null);
}
function detach(): void {
  vault = undefined;
  for (const touch of touches) removeEventListener(touch, touched, { capture: true });
  document.removeEventListener('visibilitychange', onSight);
  removeEventListener('pagehide', onLeave);
  stopNetwork?.();
  clearInterval(timer);
  clearTimeout(hiding);
  answer(false);
}
