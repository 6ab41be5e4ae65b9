/** Idempotency: key, effect and response are committed together. */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { canonical } from '#kernel/contract/outbox/canonical.ts';
import type { Endpoint } from '#kernel/contract/endpoint.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Notice, Verdict } from '#kernel/contract/outbox/sync-rows.ts';
import { type Tx, sqlState } from '../database/database.ts';
import { type Delivery, verdictIn } from './delivery.ts';
import { sql } from '../database/sql.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
};

/** Reads the delivery from request headers; rejects a missing or malformed key, and an entry of another user. */
export function deliveryOf(request: FastifyRequest, actorId: number): Delivery {
  const author = header(request, 'x-actor-id');
  if (author !== undefined && author !== String(actorId)) throw new Failure('ACTOR_MISMATCH');
  const key = header(request, 'idempotency-key')?.toLowerCase();
  if (!key || !uuid.test(key)) throw new Failure('KEY_MISSING');
  const device = header(request, 'x-device-id');
  const seq = Number(header(request, 'x-client-seq'));
  return {
    key,
    deviceId: device && uuid.test(device) ? device : null,
    seq: Number.isSafeInteger(seq) ? seq : null,
    queued: null,
    notices: [],
  };
}

/** Fingerprint of a delivery: endpoint and exact input. */
export const fingerprintOf = (
  endpoint: Endpoint,
  sent: { params: unknown; query: unknown; body: unknown },
): Buffer =>
  createHash('sha256')
    .update(
      `${endpoint.name}|${canonical({ ...(sent.query as object), ...(sent.body as object), ...(sent.params as object) })}`,
    )
    .digest();

interface Claim {
  actorId: number;
  delivery: Delivery;
  fingerprint: Buffer;
}

/**
 * Claims the key in this transaction; false when this delivery was already committed. The lock timeout covers the
 * entire transaction: an entry blocked longer gets a retry response (503) under the same key.
 */
export async function claim(
  tx: Tx,
  endpoint: Endpoint,
  { actorId, delivery, fingerprint }: Claim,
): Promise<boolean> {
  const { key, deviceId, seq, queued } = delivery;
  try {
    const claimed = await tx.run(sql`
      insert into idempotency (actor_id, key, route, fingerprint, device_id, client_seq, effective_at)
      select ${actorId}::bigint, ${key}::uuid, ${endpoint.name}, ${fingerprint}::bytea, ${deviceId}::uuid, ${seq}::bigint,
        ${queued?.effectiveAt ?? null}::timestamptz
      from set_config('lock_timeout', '2s', true)
      on conflict do nothing`);
    return claimed > 0;
  } catch (error) {
    if (sqlState(error) === '55P03') throw new Failure('IN_PROGRESS');
    throw error;
  }
}

export interface Stored {
  answer: { id?: number } | null;
  verdict: Verdict | null;
  notices: Notice[];
}
/** This delivery was committed before: roll back and return the stored response. */
export class Replayed extends Error {
  readonly claim: Claim;
  constructor(repeated: Claim) {
    super('replayed');
    this.claim = repeated;
  }
}

/** The answer of a delivery that was committed; refuses other content under the same key. */
export async function storedAnswer(tx: Tx, { actorId, delivery, fingerprint }: Claim): Promise<Stored> {
  const stored = await tx.one<Stored & { fingerprint: Buffer }>(sql`
    select fingerprint, answer, verdict, notices from idempotency where actor_id = ${actorId} and key = ${delivery.key}`);
  if (!stored?.fingerprint.equals(fingerprint)) throw new Failure('KEY_REUSED');
  return stored;
}

/** Committed deliveries of many keys, with their fingerprints. */
export async function storedAnswers(
  tx: Tx,
  actorId: number,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Stored & { fingerprint: Buffer }>> {
  const rows = await tx.rows<Stored & { key: string; fingerprint: Buffer }>(sql`
    select key, fingerprint, answer, verdict, notices from idempotency
    where actor_id = ${actorId} and key = any(${[...keys]}::uuid[])`);
  return new Map(rows.map((row) => [row.key, row]));
}

/** Stores the minimal response that identifies the effect: no personal data outlives the row itself. */
export const keep = (tx: Tx, actorId: number, delivery: Delivery, row: unknown): Promise<number> => {
  const effect = typeof row === 'object' && row !== null && 'id' in row ? { id: row.id } : {};
  return tx.run(sql`
    update idempotency set answer = ${JSON.stringify(effect)}::jsonb, verdict = ${verdictIn(delivery)},
      notices = ${JSON.stringify(delivery.notices)}::jsonb
    where actor_id = ${actorId} and key = ${delivery.key}`);
};

/** Claims the key of an entry sent directly to review, so its receipt is recorded; false when claimed before. */
export async function takeForReview(
  tx: Tx,
  o: {
    actorId: number;
    deviceId: string;
    item: { key: string; cmd: string; seq: number };
    fingerprint: Buffer;
  },
): Promise<boolean> {
  const { key, cmd, seq } = o.item;
  const made = await tx.run(sql`
    insert into idempotency (actor_id, key, route, fingerprint, answer, device_id, client_seq, verdict)
    values (${o.actorId}, ${key}, ${cmd}, ${o.fingerprint}, '{}', ${o.deviceId}, ${seq}, 'NEEDS_REVIEW')
    on conflict do nothing`);
  return made > 0;
}
