import { useMemo } from 'react';
import { useWaiting } from './use-queue.ts';

const lane = 'loan:';

/** Loans of which something is written that the server has not confirmed: their numbers and tags are no outcomes. */
export function useWritten(): ReadonlySet<number> {
  const waiting = useWaiting();
  return useMemo(
    () =>
      new Set(
        waiting
          .filter((item) => item.lane.startsWith(lane) && !item.cmd.startsWith('loans.'))
          .map((item) => Number(item.lane.slice(lane.length))),
      ),
    [waiting],
  );
}
