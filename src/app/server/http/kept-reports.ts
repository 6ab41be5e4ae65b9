/** Answers of reports that took long to count, kept for who asked, in this process alone (decision 341). */
import type { ServerActor } from '#kernel/server/http/actor.ts';
import type { Done } from '#kernel/server/http/perform.ts';
import type { Clock } from '#kernel/server/operation/clock.ts';

/** An answer, and how many seconds ago it was true. */
export interface Counted extends Done {
  ageS: number;
}
interface Kept {
  counted: Counted;
  at: number;
  bytes: number;
}

const usual = {
  /** What is counted sooner is counted each time. */
  slowMs: 1000,
  /** So long it is given as it is; from then on it is counted anew beside. */
  freshMs: 60_000,
  /** What is older is waited for. */
  mostMs: 15 * 60_000,
  mostBytes: 32 * 2 ** 20,
};

/** What an answer depends on beside the data: nobody is given what was counted for somebody else, or with other rights. */
export const askedBy = (actor: ServerActor, what: string): string =>
  JSON.stringify([what, { ...actor, flags: [...actor.flags].sort(), sessionId: 0, isQuiet: false }]);

export function keptReports(clock: Clock, { slowMs, freshMs, mostMs, mostBytes } = usual) {
  /** The oldest first. */
  const kept = new Map<string, Kept>();
  const counting = new Set<string>();
  let bytes = 0;
  const now = (): number => clock.now().getTime();

  function forget(key: string): void {
    bytes -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  }
  function keep(key: string, counted: Counted): void {
    forget(key);
    const one = { counted, at: now(), bytes: JSON.stringify(counted.wire).length };
    kept.set(key, one);
    bytes += one.bytes;
    for (const [oldest] of kept) {
      if (bytes <= mostBytes) return;
      forget(oldest);
    }
  }
  async function count(key: string, work: () => Promise<Counted>): Promise<Counted> {
    const start = now();
    const counted = await work();
    if (counted.stream === undefined && now() - start >= slowMs) keep(key, counted);
    else forget(key);
    return counted;
  }

  return async function asked(
    key: string,
    work: () => Promise<Counted>,
    onBroken: (error: unknown) => void,
  ): Promise<Counted> {
    const one = kept.get(key);
    const age = one ? now() - one.at : mostMs;
    if (!one || age >= mostMs) return count(key, work);
    if (age >= freshMs && !counting.has(key)) {
      counting.add(key);
      void count(key, work)
        .catch(onBroken)
        .finally(() => counting.delete(key));
    }
    return { ...one.counted, ageS: one.counted.ageS + age / 1000 };
  };
}
