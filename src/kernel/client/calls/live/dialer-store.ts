/** The dialer's state of the signed-in agent, for screens to read while they render. */
import { useSyncExternalStore } from 'react';

export interface DialerNow {
  /** Published status, such as IDLE or on-call. */
  status: string;
  /** `isManual`: the agent dialled it. */
  call: { callRefNo: string; loanId: number; isManual: boolean } | null;
  /** Second call: on hold, or finished and in wrap-up. */
  beside: { callRefNo: string; loanId: number; isOver: boolean } | null;
  /** The current call can be put on hold to call another borrower. */
  maySecond: boolean;
  /** The daily task that is being called, if one is. */
  taskId: number | null;
}
let now: DialerNow | null = null;
const viewers = new Set<() => void>();

export function setDialer(next: DialerNow | null): void {
  now = next;
  for (const viewer of viewers) viewer();
}

/** Null when not signed in to the dialer. */
export const useDialer = (): DialerNow | null =>
  useSyncExternalStore(
    (viewer) => {
      viewers.add(viewer);
      return () => viewers.delete(viewer);
    },
    () => now,
    () => null,
  );

/** Compares statuses without case; a break's status carries its name. */
export const isWord = (status: string, ...words: readonly string[]): boolean =>
  words.some((word) => word.toLowerCase() === status.toLowerCase());
export const isBreak = (status: string): boolean => /^(on-)?break/i.test(status);

/** Call requested by a screen: a loan's borrower, at the primary number unless another is named. */
export interface WantedCall {
  loanId: number;
  contact?: string;
}
let placing: ((wanted: WantedCall) => Promise<void>) | undefined;
/** Requested before the dialer was loaded. */
let early: WantedCall | undefined;
let isCalling = false;

function place(wanted: WantedCall): void {
  if (!placing) {
    early = wanted;
    return tellCalling(true);
  }
  early = undefined;
  tellCalling(true);
  void placing(wanted).finally(() => tellCalling(false));
}
function tellCalling(next: boolean): void {
  isCalling = next;
  for (const viewer of viewers) viewer();
}

/** Registers the dialer's function that places calls; a call requested earlier is placed now. */
export function placeCallsBy(fn: (wanted: WantedCall) => Promise<void>): () => void {
  placing = fn;
  if (early) place(early);
  return () => {
    if (placing === fn) placing = undefined;
  };
}

/** Calls a borrower from any screen; signs in to the dialer first where that needs no choice. */
export function callBorrower(wanted: WantedCall): void {
  if (!isCalling) place(wanted);
}

/** True while a requested call is being placed. */
export const useCalling = (): boolean =>
  useSyncExternalStore(
    (viewer) => {
      viewers.add(viewer);
      return () => viewers.delete(viewer);
    },
    () => isCalling,
    () => false,
  );
