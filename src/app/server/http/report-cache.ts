/** Cache of slow reports in one process, by user, rights and question. */
import { Failure } from '#kernel/contract/failure.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import type { Done } from '#kernel/server/http/perform.ts';
import type { Clock } from '#kernel/server/operation/clock.ts';

export interface Report extends Done {
  /** Age of the figures in seconds. */
  ageS: number;
  /** Duration of the query, without the wait for a connection. */
  tookMs: number;
}
interface Finished {
  report: Report;
  at: number;
}
interface Running {
  report: Promise<Report>;
  since: number;
}

const defaults = {
  /** Faster reports are not cached. */
  slowMs: 1000,
  cachedMs: 60_000,
  /** A request waits this long; the query continues, and a repeated request gets its result. */
  patienceMs: 20_000,
  /** Number of cached reports. */
  most: 200,
};
export type ReportLimits = typeof defaults;

/** Key of a report: rights are part of it, sessions are not. */
export const reportKey = (actor: ServerActor, url: string): string =>
  JSON.stringify([url, { ...actor, flags: [...actor.flags].sort(), sessionId: 0, isQuiet: false }]);

/** Throws `COUNTING` if the report is not ready in time. */
async function inTime(report: Promise<Report>, patienceMs: number): Promise<Report> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Failure('COUNTING')), patienceMs);
  });
  return Promise.race([report, late]).finally(() => clearTimeout(timer));
}

export function reportCache(clock: Clock, given: Partial<ReportLimits> = {}) {
  const { slowMs, cachedMs, patienceMs, most } = { ...defaults, ...given };
  /** Oldest first. */
  const finished = new Map<string, Finished>();
  const running = new Map<string, Running>();
  const now = (): number => clock.now().getTime();

  function store(key: string, report: Report): void {
    finished.delete(key);
    if (report.stream === undefined && report.tookMs >= slowMs) finished.set(key, { report, at: now() });
    for (const [oldest] of finished) if (finished.size > most) finished.delete(oldest);
  }
  async function query(key: string, count: () => Promise<Report>): Promise<Report> {
    const own: Running = { report: count(), since: now() };
    running.set(key, own);
    try {
      const report = await own.report;
      store(key, report);
      return report;
    } finally {
      if (running.get(key) === own) running.delete(key);
    }
  }

  /**
   * Returns the cached report or runs its query. `isRefresh`: a cached report is used only while it is younger than its
   * duration, so that repeated refreshes use half of a connection at most. `onLateError` receives an error after the
   * response.
   */
  return async function read(
    key: string,
    count: () => Promise<Report>,
    { isRefresh = false, onLateError }: { isRefresh?: boolean; onLateError: (error: unknown) => void },
  ): Promise<Report> {
    const cached = finished.get(key);
    const ageMs = cached ? now() - cached.at : 0;
    if (cached && ageMs < (isRefresh ? cached.report.tookMs : cachedMs))
      return { ...cached.report, ageS: cached.report.ageS + ageMs / 1000 };
    // A query that began a moment ago may not see what this user has saved since.
    const current = running.get(key);
    const ranMs = current ? now() - current.since : 0;
    if (current && ranMs >= slowMs) {
      const report = await inTime(current.report, patienceMs);
      return { ...report, ageS: report.ageS + ranMs / 1000 };
    }
    const report = query(key, count);
    return inTime(report, patienceMs).catch((error: unknown) => {
      if (error instanceof Failure && error.code === 'COUNTING') report.catch(onLateError);
      throw error;
    });
  };
}
