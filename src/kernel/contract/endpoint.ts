/** One object per endpoint; route, checks, whitelist, permission, typed call, query key and documentation derive from it. */
import * as z from 'zod/mini';
import type { Access } from './access.ts';
import type { FailureCode } from './failure.ts';
import { key } from './field.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** The line of the API table, without the base path `/api`. */
export type RouteLine = `${Method} /${string}`;
export type Shape = Record<string, z.ZodMiniType>;

type PathKeys<L extends string> = L extends `${string}:${infer K}/${infer Rest}`
  ? K | PathKeys<`/${Rest}`>
  : L extends `${string}:${infer K}`
    ? K
    : never;
type WithPath<L extends string, T extends Shape> = {
  [K in keyof T | PathKeys<L>]: K extends keyof T ? T[K] : ReturnType<typeof key>;
};

/**
 * Response format: `row` → {row}, `rows` → {rows}, `list` → {rows, count, summary?}, `none` → nothing, `stream` → the
 * handler writes or reads bytes itself.
 */
type Answer = 'row' | 'rows' | 'list' | 'none' | 'stream';

type Earlier = (input: Record<string, unknown>) => Record<string, unknown>;

interface Options<T extends Shape, G, A extends Answer | 'auto'> {
  /** One short sentence for the API's documentation; stripped from the client's bundle. */
  about?: string;
  can: Access;
  takes?: T;
  gives?: G;
  /** Default: `row` when `gives` is set, else `none`. */
  answer?: A;
  errors?: readonly FailureCode[];
  /**
   * May be queued in the outbox: an Idempotency-Key is required and the response is stored with the effect.
   * Idempotent endpoints are `repeatable`: direct calls need no key.
   */
  offline?: boolean | 'repeatable';
  /** Version of an offline endpoint's input: increases with it; inputs of the previous version are still accepted. */
  version?: number;
  /** Converts the input of the previous version to the current one. */
  earlier?: Earlier;
  /** A GET that changes state (the specification has some): guarded like a write. */
  writes?: boolean;
  /** Allowed for users who must set up a second factor first. */
  beforeSecondFactor?: boolean;
  /** Figures over many rows: may be seconds old, and never delay other work (decision 185). */
  isReport?: boolean;
  /** Other domains that this write makes stale. */
  touches?: readonly string[];
  /** Other routes with the same handler. */
  also?: readonly RouteLine[];
  /** Largest body in bytes, default 256 KiB. */
  maxBytes?: number;
}

export interface Endpoint<
  T extends Shape = Shape,
  G extends z.ZodMiniType = z.ZodMiniType,
  A extends Answer = Answer,
> {
  /** `domain.verb`: query key, log label, metric label, outbox item type. Set by `domain()`. */
  name: string;
  domain: string;
  method: Method;
  path: string;
  can: Access;
  takes: z.ZodMiniObject<T, z.core.$strict>;
  gives: G;
  answer: A;
  summary?: z.ZodMiniType;
  errors: readonly FailureCode[];
  offline: boolean | 'repeatable';
  version: number;
  earlier?: Earlier;
  writes: boolean;
  beforeSecondFactor: boolean;
  isReport: boolean;
  touches: readonly string[];
  also: readonly { method: Method; path: string }[];
  maxBytes: number;
  about?: string;
}

export type Domain = Record<string, Endpoint>;
/** What the client sends and gets: rupees, plain JSON. */
export type Input<E extends Endpoint> = z.input<E['takes']>;
export type WireRow<E extends Endpoint> = z.input<E['gives']>;
/** What a handler gets and returns: paise, trimmed text. */
export type Taken<E extends Endpoint> = z.output<E['takes']>;
export type Given<E extends Endpoint> = z.output<E['gives']>;

function split(line: RouteLine): { method: Method; path: string } {
  const [method, path] = line.split(' ') as [Method, string];
  return { method, path };
}

const pathKeys = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map((m) => m[1] as string);

type Gives = Shape | z.ZodMiniType;
type Output<G> = G extends z.ZodMiniType ? G : G extends Shape ? z.ZodMiniObject<G> : never;
// NoInfer, so that the context of an endpoint cannot widen its response.
type Answered<A, G> = A extends Answer
  ? A
  : G extends z.ZodMiniType
    ? 'row'
    : keyof G extends never
      ? 'none'
      : 'row';
type Made<L extends RouteLine, T extends Shape, G, A> = NoInfer<
  Endpoint<WithPath<L, T>, Output<G>, Answered<A, G>>
>;

export function endpoint<
  const L extends RouteLine,
  T extends Shape = Record<never, never>,
  G extends Gives = Record<never, never>,
  A extends Answer | 'auto' = 'auto',
>(line: L, o: Options<T, G, A>): Made<L, T, G, A> {
  const { method, path } = split(line);
  const takes: Shape = { ...o.takes };
  for (const name of pathKeys(path)) takes[name] ??= key();
  const gives =
    o.gives && '_zod' in o.gives ? (o.gives as z.ZodMiniType) : z.object((o.gives ?? {}) as Shape);
  const asked = o.answer as Answer | undefined;
  const answer = asked ?? (o.gives ? 'row' : 'none');
  const made: Endpoint = {
    name: '',
    domain: '',
    method,
    path,
    can: o.can,
    takes: z.strictObject(takes),
    gives,
    answer,
    errors: o.errors ?? [],
    offline: o.offline ?? false,
    version: o.version ?? 1,
    earlier: o.earlier,
    writes: o.writes ?? method !== 'GET',
    beforeSecondFactor: o.beforeSecondFactor ?? false,
    isReport: o.isReport ?? false,
    touches: o.touches ?? [],
    also: (o.also ?? []).map(split),
    maxBytes: o.maxBytes ?? 256 * 1024,
    about: o.about,
  };
  return made as Made<L, T, G, A>;
}

/** Names the endpoints of a domain. */
export function domain<D extends Domain>(name: string, endpoints: D): D {
  for (const [verb, made] of Object.entries(endpoints)) {
    made.name = `${name}.${verb}`;
    made.domain = name;
  }
  return endpoints;
}
