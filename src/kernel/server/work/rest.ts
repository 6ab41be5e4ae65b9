/**
 * Whether anybody works with a database. Where nobody does, its loops rest, and one clock wakes all of them together now
 * and then; whoever asks, writes or opens a screen wakes them at once.
 */
export interface Rest {
  /** Somebody works, here or on another node. */
  touch(): void;
  /** Nobody rests while this answers true. */
  awakeWhile(isNeeded: () => boolean): void;
  /** True where the loop may lie down for longer than `everyMs`: `wake` is called once, when it is time. */
  lieDown(everyMs: number, wake: () => void): boolean;
  stop(): void;
}

export interface Resting {
  /** So long after the last touch nobody works any more. */
  calmMs: number;
  /** Loops that rest turn this often. */
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
