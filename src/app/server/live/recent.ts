/** Signals of the last minute, for pages that loaded their data before their socket connected. */
import { isAdmin } from '#kernel/contract/access.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import type { Signal } from '#kernel/server/live/event.ts';

const keptForMs = 60_000;
const mostKept = 5000;
/** Tolerance for the transit of a page's age; a repeated signal is harmless. */
const onTheWayMs = 10_000;
const everything = ['*'];

/** What one socket missed: the domains that became stale, and the file jobs that went on. */
interface Missed {
  stale: string[];
  jobs: number[];
}

const isFor = (actor: ServerActor, to: Signal['to']): boolean =>
  to === undefined || to === 'staff' ? actor.roleType !== 'client' : isAdmin(actor) || to.includes(actor.id);

/** Log of recent signals; `now` in milliseconds. */
export function recentSignals(now: () => number) {
  let heard: { at: number; message: Signal }[] = [];
  /** Since when `heard` is complete. */
  let wholeSince = now();
  const forget = (before: number): void => {
    heard = heard.filter(({ at }) => at >= before);
    wholeSince = Math.max(wholeSince, before);
  };
  return {
    hear(message: Signal): void {
      const at = now();
      heard.push({ at, message });
      if (heard.length > mostKept) forget(Math.max(at - keptForMs, heard[mostKept / 2]?.at ?? at));
    },
    /** The connection was lost: signals may be missing. */
    lost(): void {
      heard = [];
      wholeSince = now();
    },
    /** What a page missed that began to load this many milliseconds ago. */
    missedBy(actor: ServerActor, ageMs: number): Missed {
      const since = now() - ageMs - onTheWayMs;
      if (since < Math.max(wholeSince, now() - keptForMs)) return { stale: everything, jobs: [] };
      const mine = heard.filter(({ at }) => at >= since).map(({ message }) => message);
      const stale = mine.flatMap(({ stale: domains, to }) => (domains && isFor(actor, to) ? domains : []));
      const jobs = mine.flatMap(({ progress }) => (progress?.user === actor.id ? [progress.job] : []));
      return { stale: [...new Set(stale)], jobs: [...new Set(jobs)] };
    },
  };
}
