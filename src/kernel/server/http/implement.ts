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
  /** A write whose result is not needed: sent with the events; when it fails, the transaction fails. */
  beside(write: Promise<unknown>): void;
  /** The Idempotency-Key of an offline endpoint. */
  key: string | null;
  /** The entry an offline endpoint is asked with. */
  delivery: Delivery | null;
  request: {
    id: string;
    ip: string;
    userAgent: string;
    /** It came with the key for scheduled programs. */
    isScheduled?: boolean;
    /** The cookie of a known device. */
    device?: string | undefined;
  };
  /** Sets or clears the session cookie with the answer, and the device's cookie where one is given. */
  session(token: string | null, seconds?: number, device?: string): void;
}

/** What a staged handler knows before a connection is taken. */
export type Ahead = Pick<Context, 'guest' | 'now' | 'request'>;

/** What a stream endpoint answers: work done after the transaction, with the raw body and the raw reply. */
export type Streaming = (io: { body: Readable; reply: FastifyReply }) => Promise<unknown>;

interface Answers<G, S> {
  row: G;
  rows: G[];
  /** A list that is asked for as a file is streamed. */
  list: { rows: G[]; count?: number; isMore?: boolean; summary?: S } | Streaming;
  none: void;
  stream: Streaming;
}
type AnswerOf<E extends Endpoint> = Answers<Given<E>, unknown>[E['answer']];
type Handler<E extends Endpoint> = (input: Taken<E>, context: Context) => Promise<AnswerOf<E>>;

/**
 * A handler with slow work before its transaction, such as hashing a password: `ahead` holds no connection meanwhile,
 * and answers what is to be done inside. `mount` calls it first; any other caller gets both in a row.
 */
export function staged<I, A>(ahead: (input: I, o: Ahead) => Promise<(context: Context) => Promise<A>>) {
  const handle = async (input: I, context: Context): Promise<A> => (await ahead(input, context))(context);
  return Object.assign(handle, { ahead });
}

export type Handlers<D extends Domain> = { [K in keyof D]: Handler<D[K]> };
// The route table holds handlers of every endpoint, so their exact types are forgotten here and only here.
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
