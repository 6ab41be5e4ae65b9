/** Statements of the timeline about PTPs and talks; a phone caches its newest items only. Pure. */
import { type Statement, statementIn } from '#kernel/client/calls/statement.ts';
import { mostTimeline } from '#contexts/sync/contract/kept-rows.ts';
import type { TimelineRow } from './timeline-words.ts';

interface Known {
  data: readonly TimelineRow[] | undefined;
  error: Error | null;
  asOf: Date | undefined;
}

/** Earlier items are on the server only. */
export const isCut = ({ data, asOf }: Known): boolean =>
  asOf !== undefined && (data?.length ?? 0) >= mostTimeline;

/** A found fact is certain; a missing one may be in an uncached item. */
function found<T>(of: Known, pick: (rows: readonly TimelineRow[]) => T | null): Statement<T> {
  const statement = statementIn(
    { data: of.data ? { rows: of.data } : undefined, error: of.error },
    ({ rows }) => pick(rows),
  );
  return statement.state === 'none' && isCut(of) ? { state: 'away' } : statement;
}

export interface PromiseStanding {
  open?: TimelineRow;
  /** Without an open one: the latest due PTP. */
  judged?: TimelineRow;
  /** Broken so many times. */
  times: number;
}
export const promiseIn = (of: Known): Statement<PromiseStanding> =>
  found(of, (rows) => {
    const open = rows.find(({ kind, state, day }) => kind === 'promise' && state === 'open' && day);
    const judged = rows.filter(({ kind, day }) => kind === 'judged' && day);
    const times = judged.filter(({ state }) => state === 'broken').length;
    if (open) return { open, times };
    const [last] = judged.toSorted((a, b) => (String(a.day) < String(b.day) ? 1 : -1));
    return last ? { judged: last, times } : null;
  });

export const talkIn = (of: Known): Statement<TimelineRow> =>
  found(of, (rows) => rows.find(({ kind, seconds }) => kind === 'call' && (seconds ?? 0) > 0) ?? null);
