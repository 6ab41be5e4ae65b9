/** Gateway events, each stored once for readers. */
import type { Tx } from '#kernel/server/database/database.ts';
import { eventLog } from '#kernel/server/live/event.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { PaymentOrder } from './orders.ts';

export interface StoredEvent {
  gateway: string;
  attemptId: string | null;
  reference: string | null;
  told: string;
  verdict: 'applied' | 'unchanged' | 'quarantined' | 'noted';
  reason?: string;
  body?: string;
}
type Told = Pick<StoredEvent, 'attemptId' | 'told' | 'reference' | 'reason'>;
export const eventIdOf = (h: Told): string =>
  [h.attemptId, h.told, h.reference, h.reason].map((part) => part ?? '').join(' ');
/**
 * Stores a gateway event for readers, once per order and content. Its effect never depends on this. False for a repeat.
 */
export const keep = async (tx: Tx, h: StoredEvent): Promise<boolean> =>
  (await tx.run(sql`
    insert into gateway_events (gateway, event_id, attempt_id, told, verdict, reason, body)
    values (${h.gateway}, ${eventIdOf(h)}, ${h.attemptId}, ${h.told}, ${h.verdict}, ${h.reason ?? null}, ${h.body ?? ''})
    on conflict (gateway, event_id) do nothing`)) > 0;

/** An event of an unknown order, or with another amount or currency: stored, alerted to admins, without effect. */
export async function quarantine(
  tx: Tx,
  heard: Omit<StoredEvent, 'verdict'> & { reason: string },
): Promise<void> {
  if (!(await keep(tx, { ...heard, verdict: 'quarantined' }))) return;
  const events = eventLog(null, null);
  events.emit('payments.quarantined', { facts: { gateway: heard.gateway, reason: heard.reason }, to: [] });
  await events.flush(tx, []);
}

/** A refund event arrived before its payment: under the gateway's number alone, or of its order. */
export const wasToldBack = async (
  tx: Tx,
  { gateway, id }: PaymentOrder,
  reference: string,
): Promise<boolean> =>
  (await tx.one(sql`
    select 1 as ok from gateway_events where gateway = ${gateway} and (
      (verdict = 'quarantined' and event_id = any(${['reversed', 'refunded'].map((told) =>
        eventIdOf({ attemptId: null, told, reference, reason: 'unknown' }),
      )}))
      or (attempt_id = ${id} and told = 'refunded')) limit 1`)) !== undefined;
