import { QueryClient, keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Endpoint, Input } from '#kernel/contract/endpoint.ts';
import { ApiFailure, Unreachable } from '../api-failure.ts';
import { type CallOptions, type Reply, call, callAged, takeBrought } from '../api.ts';
import { checkOnline, isOnline } from '../online.ts';

/** Cached reply, with its age if it is from this device instead of the server. */
export interface Held<E extends Endpoint> {
  reply: Reply<E>;
  asOf?: number;
  /** Age of the device's copy in milliseconds, where it is still current. */
  age?: number;
}

/** Time of the data: when it was fetched, or cached by this device. */
export const knownSince = (
  { asOf, age = 0 }: Pick<Held<Endpoint>, 'asOf' | 'age'>,
  fetchedAt: number,
): number => asOf ?? fetchedAt - age;

/** The device's cache of replies; filled after reads and used when the server is unreachable. */
export interface ReadCache {
  remember: (endpoint: Endpoint, input: object, reply: unknown) => Promise<void> | void;
  /** `signal`: the server has answered, and the PIN is no longer needed. */
  recall: (endpoint: Endpoint, input: object, signal?: AbortSignal) => Promise<Recalled | undefined>;
}
interface Recalled {
  reply: unknown;
  asOf: number;
  /** Worked out for this moment: an answer of an earlier moment does not replace it. */
  isOfNow?: true;
}
let readCache: ReadCache | undefined;
/** Registers the device's cache; the kernel has none. */
export const keepReadsIn = (cache: ReadCache): void => void (readCache = cache);

const minute = 60_000;
const maxRetries = 2;
/** A report that is still being counted answers each time only after a while. */
const maxRecounts = 6;

function mayRetry(failures: number, error: Error): boolean {
  if (!(error instanceof ApiFailure) || error.status < 500) return false;
  return failures < (error.code === 'COUNTING' ? maxRecounts : maxRetries);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Reachability is handled by online.ts: a paused query would show a skeleton forever.
      networkMode: 'always',
      staleTime: minute / 2,
      gcTime: 10 * minute,
      retry: mayRetry,
      refetchOnWindowFocus: true,
    },
  },
});

export type QueryKey = readonly [domain: string, name: string, input: object];
export const keyOf = (endpoint: Endpoint, input: object): QueryKey => [endpoint.domain, endpoint.name, input];

/** A weak cell connects and then stalls: after this delay in milliseconds the cached copy is shown meanwhile. */
const patience = 4000;

/** Safari's IndexedDB may never respond on a page loaded right after another: then no copy is used. */
const storePatience = 1500;

/** True when it has not ended, well or badly, in time. */
async function isSlow(answer: Promise<unknown>, most = patience): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(resolve, most, true)));
  const over = answer.then(
    () => false,
    () => false,
  );
  const isLate = await Promise.race([over, late]);
  clearTimeout(timer);
  return isLate;
}

/** Our server may also respond that it is unavailable, as during a start. */
const isAway = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof ApiFailure && error.code === 'BUSY');

/** What the device has, which a person may have to unlock first; undefined when the server answers sooner. */
async function firstOf<T>(
  answer: Promise<unknown>,
  recall: (signal: AbortSignal) => Promise<T | undefined>,
): Promise<T | undefined> {
  const answered = new AbortController();
  const recalled = recall(answered.signal);
  const over = (): undefined => {
    answered.abort();
  };
  return Promise.race([recalled, answer.then(over, (error: unknown) => (isAway(error) ? recalled : over()))]);
}

/** What the page already shows, where the device's copy is older: nothing on screen is replaced by what was true before. */
function newest<E extends Endpoint>({ reply, asOf, isOfNow }: Recalled, key: QueryKey): Held<E> {
  const shown = queryClient.getQueryState<Held<E>>(key);
  const shownAt = shown?.data && knownSince(shown.data, shown.dataUpdatedAt);
  if (!isOfNow && shown?.data && shownAt !== undefined && shownAt > asOf)
    return { reply: shown.data.reply, asOf: shownAt };
  return { reply: reply as Reply<E>, asOf };
}

/** Reads from the server; when it is unreachable or slow, from the device. */
export async function read<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions & { freshFor?: number } = {},
): Promise<Held<E>> {
  const recall = async (signal?: AbortSignal): Promise<Held<E> | undefined> => {
    const kept = await readCache?.recall(endpoint, input as object, signal);
    return kept && newest(kept, keyOf(endpoint, input as object));
  };
  const { freshFor } = options;
  const recalled = freshFor !== undefined && recall().catch(() => undefined);
  const early = recalled && !(await isSlow(recalled, storePatience)) && (await recalled);
  if (early && early.asOf !== undefined && isFresh(endpoint, early.asOf, freshFor))
    return { reply: early.reply, age: Date.now() - early.asOf };
  // Offline: show the cached copy first, and reload everything once the server is reachable.
  const wasAway = !isOnline();
  const known = wasAway && (await recall());
  if (known) return known;
  const answer = callAged(endpoint, input, options).then((held): Held<E> => {
    void readCache?.remember(endpoint, input as object, held.reply);
    return held;
  });
  if (!wasAway && (await isSlow(answer))) {
    // A server that is silent breaks nothing off: only asking shows that it is not there.
    void checkOnline();
    const kept = await firstOf(answer, recall);
    if (kept) {
      // Shows the response when it arrives after all.
      answer.then(
        (held) => queryClient.setQueryData(keyOf(endpoint, input as object), held),
        () => undefined,
      );
      return kept;
    }
  }
  try {
    return await answer;
  } catch (error) {
    const kept = isAway(error) && (await recall());
    if (kept) return kept;
    // The cached copy may be locked; the network returned before it was unlocked.
    if (error instanceof Unreachable && isOnline()) return callAged(endpoint, input, options);
    throw error;
  }
}

interface ReadOptions {
  enabled?: boolean;
  /** Milliseconds for which the response is fresh. */
  staleTime?: number;
  /** For the same time the device's copy is fresh, also after a reload. */
  fromDevice?: boolean;
  /** Recomputes a report instead of using the server's cache. */
  isAnew?: boolean;
  /** Part of the boot snapshot for an instant start. */
  boot?: boolean;
  /** Shows the previous response while another page or filter loads. */
  keepPrevious?: boolean;
  refetchInterval?: number;
}

/** A cached copy is fresh only for the remaining time. */
const freshFrom =
  (most: number) =>
  ({ state }: { state: { data?: unknown } }): number =>
    Math.max(0, most - ((state.data as { age?: number } | undefined)?.age ?? 0));

/** What the page brought is there before anything is drawn. */
function brought<E extends Endpoint>(endpoint: E, input: Input<E>): Held<E> | undefined {
  const reply = takeBrought(endpoint, input);
  if (reply === undefined) return undefined;
  void readCache?.remember(endpoint, input as object, reply);
  return { reply };
}

/** TanStack's options of a query, for prefetching. */
export const queryOf = <E extends Endpoint>(endpoint: E, input: Input<E>, options: ReadOptions = {}) => ({
  queryKey: keyOf(endpoint, input as object),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    read(endpoint, input, {
      signal,
      isAnew: options.isAnew,
      freshFor: options.fromDevice ? options.staleTime : undefined,
    }),
  initialData: () => brought(endpoint, input),
  enabled: options.enabled ?? true,
  ...(options.staleTime !== undefined && { staleTime: freshFrom(options.staleTime) }),
  refetchInterval: options.refetchInterval,
  ...(options.keepPrevious && { placeholderData: keepPreviousData }),
  ...(options.boot && { meta: { boot: true }, gcTime: Infinity }),
});

/** State of a read, for a screen. */
export interface Reading<E extends Endpoint> {
  data: Reply<E> | undefined;
  error: Error | null;
  /** Nothing to show yet. */
  isPending: boolean;
  isFetching: boolean;
  /** `data` is the answer to the previous input. */
  isPlaceholderData: boolean;
  /** Time of the data when it is not the server's current response. */
  asOf: Date | undefined;
  refetch: () => void;
}

/** Reads an endpoint; the request is aborted when the last screen using it unmounts. */
export function useRead<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: ReadOptions = {},
): Reading<E> {
  const query = useQuery(queryOf(endpoint, input, options), queryClient);
  const { asOf, age = 0 } = query.data ?? {};
  const isOld = query.data !== undefined && query.error instanceof Unreachable;
  const since = asOf ?? (isOld ? query.dataUpdatedAt - age : undefined);
  return {
    data: query.data?.reply,
    error: query.error,
    isPending: query.isPending,
    isFetching: query.isFetching,
    isPlaceholderData: query.isPlaceholderData,
    asOf: since === undefined ? undefined : new Date(since),
    refetch: () => void query.refetch(),
  };
}

/** Time of the shown data. */
export function readAtOf<E extends Endpoint>(endpoint: E, input: Input<E>): number {
  const state = queryClient.getQueryState<Held<E>>(keyOf(endpoint, input as object));
  return knownSince(state?.data ?? {}, state?.dataUpdatedAt || Date.now());
}

/** Since when what the device has of a domain is out of date; outlives a reload of the tab. */
const staleKey = 'staleSince';
const everything = '*';
type Since = Record<string, number>;
const staleSince = (): Since => JSON.parse(sessionStorage.getItem(staleKey) ?? '{}') as Since;
function distrust(domains: readonly string[]): void {
  const now = Date.now();
  const since = { ...staleSince(), ...Object.fromEntries(domains.map((domain) => [domain, now])) };
  sessionStorage.setItem(staleKey, JSON.stringify(since));
}
function isFresh({ domain }: Endpoint, asOf: number, most: number): boolean {
  const since = staleSince();
  return Date.now() - asOf < most && asOf > Math.max(since[domain] ?? 0, since[everything] ?? 0);
}

/** Marks everything of these domains stale; what is on screen is read again. */
export function markStale(domains: readonly string[]): void {
  distrust(domains);
  void queryClient.invalidateQueries({ predicate: (query) => domains.includes(String(query.queryKey[0])) });
}

/** Marks everything stale, after a gap in which events may have been missed. */
export function markAllStale(): void {
  distrust([everything]);
  void queryClient.invalidateQueries();
}

/** Runs a write; afterwards its domain and those it touches are stale. */
export function useAct<E extends Endpoint>(
  endpoint: E,
): { run: (input: Input<E>, options?: CallOptions) => Promise<Reply<E>>; busy: boolean } {
  const [running, setRunning] = useState(0);
  const run = useCallback(
    async (input: Input<E>, options?: CallOptions) => {
      setRunning((n) => n + 1);
      try {
        const reply = await call(endpoint, input, options);
        markStale([endpoint.domain, ...endpoint.touches]);
        return reply;
      } finally {
        setRunning((n) => n - 1);
      }
    },
    [endpoint],
  );
  return { run, busy: running > 0 };
}
