/** The dialer's state of the signed-in agent, for screens to read while they render. */
import { useSyncExternalStore } from 'react';

export interface DialerNow {
  /** The published word, such as IDLE or on-call. */
  status: string;
  /** `isManual`: the agent dialled it. */
  call: { callRefNo: string; loanId: number; isManual: boolean } | null;
  /** A call beside it: on hold, or over and yet to be written down. */
  beside: { callRefNo: string; loanId: number; isOver: boolean } | null;
  /** Another borrower can be called while the present call is put on hold. */
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

/** A call that a screen asks for: a loan's borrower, at their own number unless another of the loan is named. */
export interface WantedCall {
  loanId: number;
  contact?: string;
}
let placing: ((wanted: WantedCall) => Promise<void>) | undefined;
/** Asked for before the dialer was loaded. */
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

/** The dialer registers how a call is placed; what was asked for meanwhile is placed now. */
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

/** A call that was asked for is being placed. */
export const useCalling = (): boolean =>
  useSyncExternalStore(
    (viewer) => {
      viewers.add(viewer);
      return () => viewers.delete(viewer);
    },
    () => isCalling,
    () => false,
  );
