/** One call of an endpoint, inside a transaction that is open already: may, parse, claim, handle, whitelist, event. */
import { type Access, may } from '#kernel/contract/access.ts';
import type { Endpoint } from '#kernel/contract/endpoint.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { ServerActor } from './actor.ts';
import type { Tx } from '../database/database.ts';
import { type Delivery, verdictIn } from './delivery.ts';
import { type EventLog, type Signal, eventLog } from '../live/event.ts';
import { withoutOrigin } from '#kernel/contract/events/sender.ts';
import { Replayed, claim, fingerprintOf, keep } from './idempotency.ts';
import type { Context, Route, Streaming } from './implement.ts';
import { parseInput } from './parse.ts';
import type { Fragment } from '../database/sql.ts';
import type { Wire } from './whitelist.ts';

export interface Performed {
  route: Route;
  whitelist: (result: unknown) => Wire;
  tx: Tx;
  now: Date;
  actor: ServerActor | null;
  sent: { params: unknown; query: unknown; body: unknown };
  /** Delivery of an offline call. */
  delivery: Delivery | null;
  /** Fingerprint of the original input, when it was converted since. */
  fingerprint?: Buffer;
  request: Context['request'];
  session: Context['session'];
  /** `commit`, sent in the same batch as the last writes; PostgreSQL ignores it when one of them fails. */
  ends?: Fragment;
  /** Event log of an enclosing batch, which writes the events of all its entries. */
  into?: EventLog;
  /** Collects signals to send after the commit. */
  later?: Signal[];
  /** A failpoint of durability tests. */
  beforeCommit?: () => void;
}
export interface Done {
  wire: Wire;
  stream?: Streaming;
  actor: ServerActor | null;
}

/** Permission denied; the denial itself is an event. */
export class Denied extends Failure {
  readonly actor: ServerActor | null;
  readonly access: Access;
  constructor(actor: ServerActor | null, access: Access) {
    super(actor ? 'FORBIDDEN' : 'NOT_SIGNED_IN');
    this.actor = actor;
    this.access = access;
  }
}

export const refuseDenied = (actor: ServerActor | null, { can }: Endpoint, isScheduled = false): void => {
  if (can === 'schedule' ? !isScheduled : !may(actor, can)) throw new Denied(actor, can);
};

/** The event log of a read: emitting is a programming error. */
const nothingHappens: EventLog = {
  ...eventLog(null, null),
  emit(type) {
    throw new Error(`${type} is emitted by a read`);
  },
};

/** Throws `Replayed` when the delivery was committed before. The caller rolls back on any error. */
export async function perform(call: Performed): Promise<Done> {
  const { route, whitelist, tx, actor, delivery } = call;
  const { endpoint } = route;
  // Its key was claimed and its author's permissions checked when it went to review.
  const isDecided = delivery?.queued?.isReviewed ?? false;
  if (!isDecided) refuseDenied(actor, endpoint, call.request.isScheduled);
  const input = parseInput(endpoint, call.sent);
  const sender = call.into ? withoutOrigin(call.request) : call.request;
  const events = endpoint.writes ? eventLog(actor?.id ?? null, sender) : nothingHappens;
  const besides: Promise<unknown>[] = [];
  const handle = (): Promise<unknown> => route.handle(input as never, contextOf(call, events, besides));
  const result = await (delivery && actor && !isDecided
    ? claimed(call, actor.id, delivery, handle)
    : handle());
  const stream = typeof result === 'function' ? (result as Streaming) : undefined;
  const wire = stream ? { statusCode: 200 as const } : whitelist(result);
  if (endpoint.writes) {
    if (!stream && events.size === 0) throw new Error(`${endpoint.name} wrote without an event`);
    call.beforeCommit?.();
    await Promise.all([
      ...besides,
      call.into ? null : events.flush(tx, endpoint.touches, call.later),
      delivery && actor ? keep(tx, actor.id, delivery, wire.row) : null,
      call.ends ? tx.run(call.ends) : null,
    ]);
    if (call.into) events.pass(call.into, endpoint.touches);
  }
  return { wire: delivery ? told(wire, delivery) : wire, actor, stream };
}

const told = (wire: Wire, delivery: Delivery): Wire =>
  delivery.notices.length === 0 ? wire : { ...wire, verdict: verdictIn(delivery), notices: delivery.notices };

/** The handler starts in parallel with the claim of its key; if already claimed, all is rolled back. */
async function claimed(
  { route, tx, sent, fingerprint = fingerprintOf(route.endpoint, sent) }: Performed,
  actorId: number,
  delivery: Delivery,
  handle: () => Promise<unknown>,
): Promise<unknown> {
  const isFirst = claim(tx, route.endpoint, { actorId, delivery, fingerprint });
  const [first, result] = await Promise.allSettled([isFirst, handle()]);
  if (first.status === 'rejected') throw first.reason;
  if (!first.value) throw new Replayed({ actorId, delivery, fingerprint });
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

function contextOf(
  { tx, now, actor, delivery, request, session }: Performed,
  events: EventLog,
  besides: Promise<unknown>[],
): Context {
  return {
    tx,
    key: delivery?.key ?? null,
    delivery,
    emit: events.emit,
    beside(write) {
      // Awaited with the other final writes; an earlier error rolls it back.
      write.catch(() => undefined);
      besides.push(write);
    },
    now,
    guest: actor,
    get actor() {
      if (!actor) throw new Failure('NOT_SIGNED_IN');
      return actor;
    },
    request,
    session,
  };
}
