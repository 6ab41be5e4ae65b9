/** One delivery counts: the key, the effect and the answer are committed together (offline.md A.6). */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { Failure } from '#contract/kernel/failure.ts';
import { type Tx, sqlState } from './database.ts';
import { sql } from './sql.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, v]) => v !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([k, v]) => `${JSON.stringify(k)}:${canonical(v)}`).join(',')}}`;
}

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
};

/** The key of this delivery; refuses a missing or malformed one, and an entry written by another user. */
export function keyOf(request: FastifyRequest, actorId: number): string {
  const author = header(request, 'x-actor-id');
  if (author !== undefined && author !== String(actorId)) throw new Failure('ACTOR_MISMATCH');
  const key = header(request, 'idempotency-key')?.toLowerCase();
  if (!key || !uuid.test(key)) throw new Failure('KEY_MISSING');
  return key;
}

interface Stored {
  fingerprint: Buffer;
  answer: unknown;
}

/** Claims the key; answers the stored answer when this very delivery was already committed. */
export async function claim(
  tx: Tx,
  endpoint: Endpoint,
  request: FastifyRequest,
  delivery: { actorId: number; key: string; input: unknown },
): Promise<{ replayed: unknown } | null> {
  const fingerprint = createHash('sha256')
    .update(`${endpoint.name}|${canonical(delivery.input)}`)
    .digest();
  const device = header(request, 'x-device-id');
  const seq = Number(header(request, 'x-client-seq'));
  try {
    await tx.run(sql`set local lock_timeout = '2s'`);
    const claimed = await tx.run(sql`
      insert into idempotency (actor_id, key, route, fingerprint, device_id, client_seq)
      values (${delivery.actorId}, ${delivery.key}, ${endpoint.name}, ${fingerprint},
        ${device && uuid.test(device) ? device : null}, ${Number.isSafeInteger(seq) ? seq : null})
      on conflict do nothing`);
    if (claimed) return null;
  } catch (error) {
    if (sqlState(error) === '55P03') throw new Failure('IN_PROGRESS');
    throw error;
  }
  const stored = await tx.one<Stored>(
    sql`select fingerprint, answer from idempotency where actor_id = ${delivery.actorId} and key = ${delivery.key}`,
  );
  if (!stored?.fingerprint.equals(fingerprint)) throw new Failure('KEY_REUSED');
  return { replayed: stored.answer };
}

/** Keeps the smallest answer that identifies the effect: no personal data outlives the row itself. */
export const keep = (tx: Tx, actorId: number, key: string, row: unknown): Promise<number> => {
  const effect = typeof row === 'object' && row !== null && 'id' in row ? { id: row.id } : {};
  return tx.run(
    sql`update idempotency set answer = ${JSON.stringify(effect)}::jsonb where actor_id = ${actorId} and key = ${key}`,
  );
};
