/** How often a recording is asked for: soon at first, then rarely, for most of a day. Pure. */
const firstMs = 2000;
const longestMs = 2 * 3_600_000;
const mostTries = 20;

export const nextTry = (tries: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(firstMs * 2 ** tries, longestMs));
export const isGivenUp = (tries: number): boolean => tries + 1 >= mostTries;
