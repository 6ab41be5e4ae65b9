/** Events of one request: written in the transaction of the change, and sent to every node by NOTIFY when it commits. */
import type { EventType, Events, MasterEvents } from '#kernel/contract/events/events.ts';
import { type Sender, withOrigin } from '#kernel/contract/events/sender.ts';
import type { Tx } from '../database/database.ts';
import { sql } from '../database/sql.ts';

/** Recipients of a stale domain: all staff, or these users (and always the admins). */
export type Audience = 'staff' | readonly number[];

export type Emit = <T extends EventType>(
  type: T,
  event: { id?: number | null; facts: Events[T]; to?: Audience; actorId?: number | null },
) => void;

/** Emits that a row of a master was created or updated. */
export const emitOf =
  (emit: Emit, domain: string) =>
  <T extends keyof MasterEvents>(what: T, event: { id: number; facts: MasterEvents[T] }): void =>
    (emit as (type: string, event: object) => void)(`${domain}.${what}`, event);

interface Written {
  type: string;
  domain: string;
  entityId: number | null;
  facts: unknown;
  actorId: number | null;
  origin: string | null;
}

/** The audience of a domain, merged from its events. */
type Heard = ReadonlySet<number> | 'staff';

export interface EventLog {
  emit: Emit;
  readonly size: number;
  /** Writes the events; call it last, inside the transaction. Signals go with it, or into `later`. */
  flush(tx: Tx, touches: readonly string[], later?: Signal[]): Promise<void>;
  /** Passes all events to another log of the same transaction, which writes them. */
  pass(to: EventLog, touches: readonly string[]): void;
  /** Receives events of another log. */
  take(events: readonly Written[], audiences: ReadonlyMap<string, Heard>): void;
}

/**
 * Signal between nodes. PostgreSQL delivers it on commit, and only then. A context extends this interface with its
 * signals.
 */
export interface Signal {
  stale?: string[];
  to?: Audience;
  /** Sessions or users with sockets to be rechecked. */
  recheck?: { users?: number[]; roles?: number[] };
  progress?: { user: number; job: number };
  /** Event for the screens of these users. */
  say?: { to: readonly number[]; event: 'agent-status' | 'call-initiated'; body: object };
}
export const channel = 'recoup';
const mostIds = 400; // NOTIFY carries at most 8,000 bytes

/** A signal as it travels: in as many parts as a long audience needs. */
function partsOf(message: Signal): string[] {
  const { to } = message;
  if (!Array.isArray(to) || to.length <= mostIds) return [JSON.stringify(message)];
  const parts = Array.from({ length: Math.ceil(to.length / mostIds) }, (_, i) =>
    (to as readonly number[]).slice(i * mostIds, (i + 1) * mostIds),
  );
  return parts.map((part) => JSON.stringify({ ...message, to: part }));
}

export async function signal(tx: Tx, message: Signal): Promise<void> {
  for (const part of partsOf(message)) await tx.run(sql`select pg_notify(${channel}, ${part})`);
}

const pause = 20;
/**
 * Publishes committed signals in batches: commits with a notification are serialised by PostgreSQL, and entries
 * arrive by the thousand after an outage. A node that crashes in between also loses its sockets, and these reload.
 */
export function teller(database: Tx): (signals: readonly Signal[]) => void {
  let waiting = new Set<string>();
  const send = (): void => {
    const parts = [...waiting];
    waiting = new Set();
    // Without the database there is no channel; reconnecting clients reload.
    database.run(sql`select pg_notify(${channel}, p) from unnest(${parts}::text[]) p`).catch(() => undefined);
  };
  return (signals) => {
    if (waiting.size === 0 && signals.length > 0) setTimeout(send, pause);
    for (const part of signals.flatMap(partsOf)) waiting.add(part);
  };
}

/** `sender`: request that caused the events; null for background work. */
export function eventLog(actorId: number | null, sender: Sender | null): EventLog {
  const written: Written[] = [];
  const audiences = new Map<string, Heard>();
  const widen = (domain: string, to: Audience): void => {
    const known = audiences.get(domain);
    if (known === 'staff') return;
    if (to === 'staff') audiences.set(domain, 'staff');
    else audiences.set(domain, new Set([...(known ?? []), ...to]));
  };
  /** The domains an endpoint touches become stale for everyone in the audience of its events. */
  const touch = (touches: readonly string[]): void => {
    const told = [...audiences.values()];
    const all = told.includes('staff') ? 'staff' : told.flatMap((ids) => (ids === 'staff' ? [] : [...ids]));
    for (const domain of touches) widen(domain, all);
  };
  return {
    pass(to, touches) {
      if (written.length === 0) return;
      touch(touches);
      to.take(written, audiences);
    },
    take(events, heard) {
      written.push(...events);
      for (const [domain, to] of heard) widen(domain, to === 'staff' ? to : [...to]);
    },
    emit(type, event) {
      const domain = type.slice(0, type.indexOf('.'));
      written.push({
        type,
        domain,
        entityId: event.id ?? null,
        ...withOrigin(type, actorId, event.facts, sender),
        actorId: event.actorId ?? actorId,
      });
      widen(domain, event.to ?? 'staff');
    },
    get size() {
      return written.length;
    },
    // Facts that cannot be serialised throw synchronously, before a statement is sent.
    flush(tx, touches, later) {
      if (written.length === 0) return Promise.resolve();
      touch(touches);
      const stored = tx.run(sql`
        insert into event (actor_id, type, domain, entity_id, facts, request_id, origin)
        select e."actorId", e.type, e.domain, e."entityId", e.facts, ${sender?.id ?? null}, e.origin
        from jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
          as e("actorId" bigint, type text, domain text, "entityId" bigint, facts jsonb, origin text)`);
      // Domains with the same audience share a signal.
      const groups = Map.groupBy(audiences, ([, to]) =>
        to === 'staff' ? to : [...to].sort((a, b) => a - b).join(),
      );
      const signals = [...groups.values()].map((group) => {
        const to = group[0]?.[1] ?? 'staff';
        const message = { stale: group.map(([domain]) => domain), to: to === 'staff' ? to : [...to] };
        return later ? void later.push(message) : signal(tx, message);
      });
      return Promise.all([stored, ...signals]).then(() => undefined);
    },
  };
}
