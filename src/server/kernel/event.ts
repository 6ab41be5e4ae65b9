/** Events of one request: written with the change itself, and told to every node when it commits. */
import type { EventType, Events } from '#contract/events.ts';
import type { Tx } from './database.ts';
import { sql } from './sql.ts';

/** Who is told that a domain became stale: all staff, or these users (and always the admins). */
export type Audience = 'staff' | readonly number[];

export type Emit = <T extends EventType>(
  type: T,
  event: { id?: number | null; facts: Events[T]; to?: Audience; actorId?: number | null },
) => void;

interface Written {
  type: string;
  domain: string;
  entityId: number | null;
  facts: unknown;
  actorId: number | null;
}

export interface EventLog {
  emit: Emit;
  readonly size: number;
  /** Writes what was emitted; call it last, inside the transaction. */
  flush(tx: Tx, touches: readonly string[]): Promise<void>;
}

/** What travels between nodes. PostgreSQL delivers it when the transaction commits, and only then. */
export interface Signal {
  stale?: string[];
  to?: Audience;
  /** Sessions or users whose sockets must be looked at again. */
  recheck?: { users?: number[]; roles?: number[] };
  progress?: { user: number; job: number };
}
export const channel = 'recoup';
const mostIds = 400; // NOTIFY carries at most 8,000 bytes

export async function signal(tx: Tx, message: Signal): Promise<void> {
  const { to } = message;
  if (Array.isArray(to) && to.length > mostIds) {
    for (let i = 0; i < to.length; i += mostIds)
      await signal(tx, { ...message, to: to.slice(i, i + mostIds) });
    return;
  }
  await tx.run(sql`select pg_notify(${channel}, ${JSON.stringify(message)})`);
}

export function eventLog(actorId: number | null, requestId: string | null): EventLog {
  const written: Written[] = [];
  const audiences = new Map<string, Set<number> | 'staff'>();
  const widen = (domain: string, to: Audience): void => {
    const known = audiences.get(domain);
    if (known === 'staff') return;
    if (to === 'staff') audiences.set(domain, 'staff');
    else audiences.set(domain, new Set([...(known ?? []), ...to]));
  };
  return {
    emit(type, event) {
      const domain = type.slice(0, type.indexOf('.'));
      written.push({
        type,
        domain,
        entityId: event.id ?? null,
        facts: event.facts,
        actorId: event.actorId ?? actorId,
      });
      widen(domain, event.to ?? 'staff');
    },
    get size() {
      return written.length;
    },
    // Whatever cannot be put into words throws here and now, before a statement is sent.
    flush(tx, touches) {
      if (written.length === 0) return Promise.resolve();
      const told = [...audiences.values()];
      for (const domain of touches)
        widen(
          domain,
          told.includes('staff') ? 'staff' : told.flatMap((ids) => (ids === 'staff' ? [] : [...ids])),
        );
      const stored = tx.run(sql`
        insert into event (actor_id, type, domain, entity_id, facts, request_id)
        select e."actorId", e.type, e.domain, e."entityId", e.facts, ${requestId}
        from jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
          as e("actorId" bigint, type text, domain text, "entityId" bigint, facts jsonb)`);
      // Who hears of several domains hears of them at once.
      const groups = Map.groupBy(audiences, ([, to]) =>
        to === 'staff' ? to : [...to].sort((a, b) => a - b).join(),
      );
      const signals = [...groups.values()].map((group) => {
        const to = group[0]?.[1] ?? 'staff';
        return signal(tx, { stale: group.map(([domain]) => domain), to: to === 'staff' ? to : [...to] });
      });
      return Promise.all([stored, ...signals]).then(() => undefined);
    },
  };
}
