/** Ties handlers to a domain's endpoints: a missing, an extra or a wrong one does not compile. */
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Domain, Endpoint, Given, Taken } from '#kernel/contract/endpoint.ts';
import type { ServerActor } from './actor.ts';
import type { Tx } from '../database/database.ts';
import type { Delivery } from './delivery.ts';
import type { Emit } from '../live/event.ts';

/** What a handler may use; everything happens inside `tx`. */
export interface Context {
  tx: Tx;
  /** Never null unless the endpoint is public: then use `guest`. */
  actor: ServerActor;
  /** The actor of a public endpoint, or null. */
  guest: ServerActor | null;
  now: Date;
  emit: Emit;
  /** A write without a needed result: sent with the events; its failure aborts the transaction. */
  beside(write: Promise<unknown>): void;
  /** The Idempotency-Key of an offline endpoint. */
  key: string | null;
  /** Outbox entry of an offline call. */
  delivery: Delivery | null;
  request: {
    id: string;
    ip: string;
    userAgent: string;
    /** Authenticated with the key for scheduled programs. */
    isScheduled?: boolean;
    /** Cookie of a trusted device. */
    device?: string | undefined;
  };
  /** Sets or clears the session cookie with the response, and optionally the device cookie. */
  session(token: string | null, seconds?: number, device?: string): void;
}

/** Context of a staged handler before a connection is acquired. */
export type Ahead = Pick<Context, 'guest' | 'now' | 'request'>;

/** Result of a stream endpoint: runs after the transaction, with the raw body and reply. */
export type Streaming = (io: { body: Readable; reply: FastifyReply }) => Promise<unknown>;

interface Answers<G, S> {
  row: G;
  rows: G[];
  /** A list exported as a file is streamed. */
  list: { rows: G[]; count?: number; isMore?: boolean; summary?: S } | Streaming;
  none: void;
  stream: Streaming;
}
type AnswerOf<E extends Endpoint> = Answers<Given<E>, unknown>[E['answer']];
type Handler<E extends Endpoint> = (input: Taken<E>, context: Context) => Promise<AnswerOf<E>>;

/**
 * A handler with slow work before its transaction, such as hashing a password: `ahead` uses no connection, and
 * returns the work for the transaction. `mount` calls it first; any other caller runs both in sequence.
 */
export function staged<I, A>(ahead: (input: I, o: Ahead) => Promise<(context: Context) => Promise<A>>) {
  const handle = async (input: I, context: Context): Promise<A> => (await ahead(input, context))(context);
  return Object.assign(handle, { ahead });
}

export type Handlers<D extends Domain> = { [K in keyof D]: Handler<D[K]> };
// The route table contains handlers of every endpoint, so their exact types are erased here and only here.
export interface Route {
  endpoint: Endpoint;
  handle: ((input: never, context: Context) => Promise<unknown>) & {
    /** The table of a master, on its list. */
    master?: { domain: string; table: string; columns: Readonly<Record<string, string>> };
    ahead?: (input: never, o: Ahead) => Promise<(context: Context) => Promise<unknown>>;
  };
}

export function implement<D extends Domain>(domain: D, handlers: Handlers<D>): Route[] {
  return Object.entries(domain).map(([verb, endpoint]) => ({
    endpoint,
    handle: handlers[verb] as Route['handle'],
  }));
}
