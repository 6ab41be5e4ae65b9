/**
 * Declaration of a context: the tables it owns, the contexts it needs, its routes, jobs and ports. The app starts
 * from a list of modules; a module can only reference earlier ones, so a missing dependency does not compile, and a
 * wrong order fails the start.
 */
import type { FastifyInstance } from 'fastify';
import { type ListedMaster, tableOf } from '#kernel/contract/listed-master.ts';
import type { Database } from './database/database.ts';
import type { Route } from './http/implement.ts';
import type { Signal } from './live/event.ts';
import type { Topic } from './live/topic.ts';
import type { Clock } from './operation/clock.ts';
import type { Logger } from './operation/log.ts';
import type { Safe } from './operation/safe.ts';
import type { Environment } from './operation/environment.ts';
import type { FileStore } from './providers/files/port.ts';
import type { Mailer } from './providers/mail/port.ts';
import type { Job, Jobs } from './work/jobs.ts';

/** A list that a context declares for those above it to fill, such as callbacks of a sign-out. */
export interface Slot<T> {
  readonly name: string;
  /** Never set: it carries the type. */
  readonly of?: T;
}
export const slot = <T>(name: string): Slot<T> => ({ name });
export interface Fill {
  slot: Slot<unknown>;
  with: readonly unknown[];
}
export const fill = <T>(into: Slot<T>, ...things: readonly T[]): Fill => ({ slot: into, with: things });

/** Services of the app for every context. */
export interface Host {
  config: Environment;
  database: Database;
  clock: Clock;
  log: Logger;
  jobs: Jobs;
  /** File storage. */
  store: FileStore;
  mailer: Mailer;
  safe: Safe;
  isDemo: boolean;
  isSecure: boolean;
  /** A failpoint: may kill the process, in tests of durability only. */
  failAt?: ((point: string) => void) | undefined;
  /** What contexts put into a slot; empty until all have provided what they provide. */
  filled<T>(from: Slot<T>): readonly T[];
  /** The only value of a single slot; none or several fail the start. */
  only<T>(from: Slot<T>): T;
  /** Routes of the preceding contexts; after the start, of all. */
  routes(): readonly Route[];
  /** Users with an open screen. */
  connected(): number[];
  /** Stores the queued access records of this process, for reports that list them. */
  flushAccess(): Promise<void>;
}

/** A loop or listener that runs until it is stopped. */
export interface Running {
  /** Called with every signal between nodes. */
  hears?: (message: Signal) => void;
  topics?: readonly Topic[];
  stop(): Promise<void>;
}

type Ports = object;
interface Provider {
  readonly name: string;
  /** Never set: it carries the type of what is provided. */
  readonly ports?: Ports;
}
type PortsOf<M> = M extends { ports?: infer P } ? NonNullable<P> : never;
type Given<N extends readonly Provider[]> = { readonly [M in N[number] as M['name']]: PortsOf<M> };

interface Declaration<Name extends string, N extends readonly Provider[], P extends Ports> {
  name: Name;
  /** Tables written only by this context, in addition to those of its masters. */
  owns: readonly string[];
  /** A master without custom rules needs no routes. */
  masters?: readonly ListedMaster[];
  needs: N;
  /** Port for higher contexts; created once per server. */
  provides?: (o: Host & Given<N>) => P | Promise<P>;
  /** What this context puts into the slots of the kernel and of contexts it needs. */
  fills?: (o: Host & Given<N> & { own: P }) => readonly Fill[];
  routes?: (o: Host & Given<N> & { own: P }) => readonly Route[];
  /** Background work, as rows. */
  jobs?: (o: Host & Given<N> & { own: P }) => readonly Job<never>[];
  /** Loops, and what listens. */
  starts?: (o: Host & Given<N> & { own: P }) => readonly (Running | Promise<Running>)[];
  /** Maintenance at start and then hourly. */
  keeps?: (o: Host & Given<N> & { own: P }) => readonly (() => Promise<unknown>)[];
  /** Pages that are reached without signing in. */
  pages?: (app: FastifyInstance, o: Host & Given<N> & { own: P }) => Promise<void>;
}
/** Module as the app sees it: its declared types are erased, and its ports passed by name. */
export interface Module<Name extends string = string, P extends Ports = Ports> {
  readonly name: Name;
  readonly owns: readonly string[];
  readonly needs: readonly string[];
  readonly ports?: P;
  readonly declared: Declaration<string, readonly Provider[], Ports>;
}

export const module = <
  const Name extends string,
  const N extends readonly Provider[],
  P extends Ports = object,
>(
  declared: Declaration<Name, N, P>,
): Module<Name, P> => ({
  name: declared.name,
  owns: [...declared.owns, ...(declared.masters ?? []).map(tableOf)],
  needs: declared.needs.map(({ name }) => name),
  // Each is only ever called with the ports of the modules it names, see `startModules`.
  declared: declared as unknown as Declaration<string, readonly Provider[], Ports>,
});
