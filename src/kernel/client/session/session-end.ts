/** Ends a session in two ways: signing out, and a session unknown to the server. */
import { session } from '#kernel/contract/session.ts';
import { call } from '../calls/api.ts';
import { ApiFailure, learnRefusals, Unreachable } from '../calls/api-failure.ts';
import { oweSignOut } from './owed-sign-out.ts';
import { forgetSnapshot } from './boot.ts';
import { dropGuards } from './leave.ts';
import { notice } from '../app/notices/notice-store.ts';
import { clearLocalStorage } from '../app/preferences.ts';
import { forgetWho, saveRedirect } from './redirect.ts';
import { currentUser } from './session.tsx';
import { markSessionEnding } from './session-ending.ts';

const loginPath = '/login';
/** Milliseconds to read the message after drawing: a busy phone draws the page first. */
const beforeLogin = 2000;
/** A page in the background draws nothing, and their file may never come. */
const mostBeforeLogin = 10_000;

/** A sign-out clears this device; an expired session can be resumed. */
export type Ending = 'signed-out' | 'expired';
type Wipe = (why: Ending) => Promise<void> | void;
const wipes = new Set<Wipe>();
/** Registers what else of this user must go from the device. Unsent work must never be among it. */
export const wipeAtSignOut = (wipe: Wipe): void => void wipes.add(wipe);

async function wipeDevice(why: Ending): Promise<void> {
  forgetSnapshot();
  clearLocalStorage();
  await Promise.allSettled([...wipes].map(async (wipe) => wipe(why)));
}

let ending = false;

/** Handles a 401: stores the path, shows a message for two seconds, clears local storage and opens sign-in. */
export function sessionExpired(): void {
  if (ending) return;
  ending = true;
  markSessionEnding();
  saveRedirect(window.location.pathname + window.location.search, currentUser()?.id);
  const leave = (): void => {
    dropGuards();
    window.location.assign(loginPath);
  };
  const latest = setTimeout(leave, mostBeforeLogin);
  let isRead = false;
  const read = (): void => {
    if (isRead) return;
    isRead = true;
    clearTimeout(latest);
    setTimeout(leave, beforeLogin);
  };
  void learnRefusals().then(() => notice.error(new ApiFailure(401, {}).words, read));
  void wipeDevice('expired');
}

/** Signs out; throws when the server rejects it. Offline, this device is cleared and the server notified later. */
export async function signOut(): Promise<void> {
  // The server closes the socket before it responds: that is no expired session.
  ending = true;
  let isTold = true;
  await call(session.logout, {}).catch((error: unknown) => {
    isTold = !(error instanceof Unreachable);
    ending = !isTold || (error instanceof ApiFailure && error.status === 401);
    if (!ending) throw error;
  });
  forgetWho();
  await wipeDevice('signed-out');
  if (!isTold) oweSignOut();
  dropGuards();
  window.location.assign(loginPath);
}
