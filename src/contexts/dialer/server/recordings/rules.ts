/** Fetch interval of a recording: short at first, then long, for most of a day. Pure. */
const firstMs = 2000;
const longestMs = 2 * 3_600_000;
const mostTries = 20;

/** A deletion is tried until the exchange has done it. */
const longestRemovalMs = 10 * 60_000;
export const nextRemoval = (tries: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(firstMs * 2 ** Math.min(tries, 20), longestRemovalMs));

export const nextTry = (tries: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(firstMs * 2 ** tries, longestMs));
export const isGivenUp = (tries: number): boolean => tries + 1 >= mostTries;

/** A file without sound is looked at for two minutes: its exchange may still be writing it. */
const emptyTries = 6;
export const isEmptyFor = (tries: number): boolean => tries + 1 >= emptyTries;

/** Key of its file in our store. The file may be there before the recording is noted as stored. */
export const storageKey = (referenceId: string): string => `recording/${referenceId}`;
