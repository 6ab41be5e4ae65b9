/** Report cache per user, in this process only (decisions 341, 347, 350). */
import { Failure } from '#kernel/contract/failure.ts';
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
  /** Time a report is served without refresh. */
  freshMs: number;
  /** What is older is waited for. */
  mostMs: number;
  /** Older reports are recomputed on request. */
  costMs: number;
}
/** Resolves when it has started: queue time is excluded. */
type Work = (begun: () => void) => Promise<Counted>;
interface Counting {
  /** Absent: it is queued. */
  begunAt?: number;
  counted: Promise<Counted>;
}

const usual = {
  /** What is counted sooner is counted each time; so is what took as long but once. */
  dearMs: 100,
  /** A report this slow is cached for a minute, and afterwards refreshed in the background. */
  slowMs: 1000,
  /** An expensive report is cached for this multiple of its duration. */
  freshTimes: 60,
  /** What is older is waited for. */
  mostMs: 15 * 60_000,
  /** Request timeout; the report continues. */
  patienceMs: 20_000,
  mostBytes: 32 * 2 ** 20,
};
export type ReportLimits = typeof usual;
/** Number of keys with a recorded duration. */
const mostTimes = 1000;

/** Cache key other than the data: a report is never served to another user, or with other permissions. */
export const askedBy = (actor: ServerActor, what: string): string =>
  JSON.stringify([what, { ...actor, flags: [...actor.flags].sort(), sessionId: 0, isQuiet: false }]);

/** Throws `COUNTING` where the answer is not there in time. */
async function inTime(counted: Promise<Counted>, patienceMs: number): Promise<Counted> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Failure('COUNTING')), patienceMs);
  });
  return Promise.race([counted, late]).finally(() => clearTimeout(timer));
}

export function keptReports(clock: Clock, given: Partial<ReportLimits> = {}) {
  const { dearMs, slowMs, freshTimes, mostMs, patienceMs, mostBytes } = { ...usual, ...given };
  /** The oldest first. */
  const kept = new Map<string, Kept>();
  const counting = new Map<string, Counting>();
  const took = new Map<string, number>();
  let bytes = 0;
  const now = (): number => clock.now().getTime();

  function forget(key: string): void {
    bytes -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  }
  /** A busy moment makes anything slow once: the cost is the lower of two durations. */
  function costOf(key: string, ms: number): number {
    const before = took.get(key) ?? 0;
    took.delete(key);
    if (ms < dearMs) return 0;
    took.set(key, ms);
    for (const [oldest] of took) if (took.size > mostTimes) took.delete(oldest);
    return ms >= slowMs ? ms : Math.min(before, ms);
  }
  function keep(key: string, counted: Counted, costMs: number): void {
    forget(key);
    const isSlow = costMs >= slowMs;
    const freshMs = Math.min(costMs, slowMs) * freshTimes;
    const own = { freshMs, mostMs: isSlow ? mostMs : freshMs, costMs };
    const one = { counted, at: now(), bytes: JSON.stringify(counted.wire).length, ...own };
    kept.set(key, one);
    bytes += one.bytes;
    for (const [oldest] of kept) {
      if (bytes <= mostBytes) return;
      forget(oldest);
    }
  }
  async function count(key: string, work: Work): Promise<Counted> {
    const since = now();
    const own: Pick<Counting, 'begunAt'> = {};
    const running = work(() => void (own.begunAt = now()));
    counting.set(key, Object.assign(own, { counted: running }));
    try {
      const counted = await running;
      const cost = costOf(key, now() - (own.begunAt ?? since));
      if (counted.stream === undefined && cost >= dearMs) keep(key, counted, cost);
      else forget(key);
      return counted;
    } finally {
      if (counting.get(key)?.counted === running) counting.delete(key);
    }
  }

  return async function asked(
    key: string,
    work: Work,
    onBroken: (error: unknown) => void,
    isAnew = false,
  ): Promise<Counted> {
    const one = kept.get(key);
    const age = one ? now() - one.at : 0;
    const running = counting.get(key);
    // Who presses again and again has a connection for half of the time at most.
    if (one && age < (isAnew ? one.costMs : one.mostMs)) {
      if (age >= one.freshMs && !running) void count(key, work).catch(onBroken);
      return { ...one.counted, ageS: one.counted.ageS + age / 1000 };
    }
    // A report just started may miss the latest write. A queued one does not, and that or a long-running one is not
    // started twice.
    const ranMs = running?.begunAt === undefined ? 0 : now() - running.begunAt;
    if (running && (running.begunAt === undefined || ranMs >= slowMs)) {
      const { counted } = running;
      const there = await inTime(counted, patienceMs);
      return { ...there, ageS: there.ageS + ranMs / 1000 };
    }
    const counted = count(key, work);
    return inTime(counted, patienceMs).catch((error: unknown) => {
      if (error instanceof Failure && error.code === 'COUNTING') counted.catch(onBroken);
      throw error;
    });
  };
}
