/** Separate from `use-queue.ts`, which every page loads: this reads contracts of dispositions and visits. */
import { useMemo } from 'react';
import { type Entry, pendingOf } from '../queue/queue-view.ts';
import { useQueue } from '../queue/use-queue.ts';
import { waitingOf } from './waiting-of.ts';

/** Unsent dispositions and visits, the newest first. */
export function useWaitingOf({ loanId, only }: Parameters<typeof waitingOf>[1] = {}): Entry[] {
  const queue = useQueue();
  return useMemo(() => waitingOf(pendingOf(queue), { loanId, only }), [queue, loanId, only]);
}
