import { useMemo } from 'react';
import { useQueue, useWaiting } from './queue/use-queue.ts';

const lane = 'loan:';

/** Unconfirmed dispositions with their loans; excludes numbers and tags. */
export function useWrittenEntries(): ReadonlyMap<string, number> {
  const waiting = useWaiting();
  return useMemo(
    () =>
      new Map(
        waiting
          .filter((item) => item.lane.startsWith(lane) && !item.cmd.startsWith('loans.'))
          .map((item) => [item.id, Number(item.lane.slice(lane.length))]),
      ),
    [waiting],
  );
}

/** Their loans. */
export function useWritten(): ReadonlySet<number> {
  const entries = useWrittenEntries();
  return useMemo(() => new Set(entries.values()), [entries]);
}

/** Recently accepted entries. */
export function useDelivered(): ReadonlySet<string> {
  const { sent, noted } = useQueue();
  return useMemo(() => new Set([...sent, ...noted].map(({ id }) => id)), [sent, noted]);
}
