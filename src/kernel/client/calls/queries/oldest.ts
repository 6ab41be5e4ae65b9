/** Time of the oldest figure on a page that is not a current response of the server. */
import { notifyManager } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { Endpoint } from '#kernel/contract/endpoint.ts';
import { Unreachable } from '../api-failure.ts';
import { type Held, type QueryKey, knownSince, queryClient } from './query.ts';

interface Shown {
  queryKey: readonly unknown[];
  isActive: () => boolean;
  state: { data: unknown; dataUpdatedAt: number; error: unknown };
}

/** Undefined while all of it is the server's present answer. */
export function oldestOf(
  queries: readonly Shown[],
  isOfPage: (key: QueryKey) => boolean,
): number | undefined {
  const moments = queries.flatMap((query) => {
    const { data, dataUpdatedAt, error } = query.state;
    if (!data || !query.isActive() || !isOfPage(query.queryKey as QueryKey)) return [];
    const answer = data as Held<Endpoint>;
    const isOld = answer.asOf !== undefined || error instanceof Unreachable;
    return isOld ? [knownSince(answer, dataUpdatedAt)] : [];
  });
  return moments.length > 0 ? Math.min(...moments) : undefined;
}

/** Of what is drawn now; moves with every answer. `isOfPage` must not change between renders. */
export function useOldest(isOfPage: (key: QueryKey) => boolean): Date | undefined {
  const cache = queryClient.getQueryCache();
  const subscribe = useCallback(
    (onChange: () => void) => cache.subscribe(notifyManager.batchCalls(onChange)),
    [cache],
  );
  const now = (): number | undefined => oldestOf(cache.getAll(), isOfPage);
  const oldest = useSyncExternalStore(subscribe, now, now);
  return oldest === undefined ? undefined : new Date(oldest);
}
