/**
 * Idle gate of a database. While it is unused its loops idle and run together at long intervals; a request, a write
 * or an opened screen wakes them immediately.
 */
export interface Rest {
  /** The database is in use, here or on another node. */
  touch(): void;
  /** No loop idles while this returns true. */
  awakeWhile(isNeeded: () => boolean): void;
  /** True where the loop may lie down for longer than `everyMs`: `wake` is called once, when it is time. */
  lieDown(everyMs: number, wake: () => void): boolean;
  stop(): void;
}

export interface Resting {
  /** Milliseconds after the last use until the database is idle. */
  calmMs: number;
  /** Interval of idle loops. */
  restMs: number;
}

/** For one that has its process to itself. */
export const neverRests: Rest = {
  touch: () => undefined,
  awakeWhile: () => undefined,
  lieDown: () => false,
  stop: () => undefined,
};

export function openRest({ calmMs, restMs }: Resting): Rest {
  const needed: (() => boolean)[] = [];
  let lying: (() => void)[] = [];
  let last = performance.now();
  const wakeAll = (): void => {
    const all = lying;
    lying = [];
    for (const wake of all) wake();
  };
  const timer = setInterval(wakeAll, restMs).unref();
  return {
    touch() {
      last = performance.now();
      if (lying.length > 0) wakeAll();
    },
    awakeWhile: (isNeeded) => void needed.push(isNeeded),
    lieDown(everyMs, wake) {
      if (everyMs >= restMs || performance.now() - last < calmMs || needed.some((one) => one())) return false;
      lying.push(wake);
      return true;
    },
    stop: () => clearInterval(timer),
  };
}
