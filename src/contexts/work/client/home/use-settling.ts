import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useDelivered, useWrittenEntries } from '#phone/outbox/use-written.ts';
import { type Settling, nothingSettles, settle, settlingLoans } from './settling.ts';

/** Outlives the screen: reopening continues. */
let settling: Settling = nothingSettles;
const viewers = new Set<() => void>();
function subscribe(viewer: () => void): () => void {
  viewers.add(viewer);
  return () => void viewers.delete(viewer);
}
const now = (): Settling => settling;

/** Loans that were written about on this phone and are not in the list yet. */
export function useSettling(list: unknown): ReadonlySet<number> {
  const waiting = useWrittenEntries();
  const delivered = useDelivered();
  const before = useSyncExternalStore(subscribe, now, now);
  useEffect(() => {
    settling = settle(settling, { waiting, delivered, list, now: Date.now() });
    for (const viewer of viewers) viewer();
  }, [waiting, delivered, list]);
  // Includes those of this moment, because the check runs after rendering.
  return useMemo(() => new Set([...settlingLoans(before), ...waiting.values()]), [before, waiting]);
}
