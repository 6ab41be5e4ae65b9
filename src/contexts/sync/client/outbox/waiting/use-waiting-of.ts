/** Not part of `use-queue.ts`, which every page loads: this reads contracts of outcomes and visits. */
import { useMemo } from 'react';
import { type Entry, pendingOf } from '../queue-view.ts';
import { useQueue } from '../use-queue.ts';
import { waitingOf } from './waiting-of.ts';

/** Outcomes and visits that are not sent yet, the last written first. */
export function useWaitingOf({ loanId, only }: Parameters<typeof waitingOf>[1] = {}): Entry[] {
  const queue = useQueue();
  return useMemo(() => waitingOf(pendingOf(queue), { loanId, only }), [queue, loanId, only]);
}
