/** Tokens by which a device delivers entries of a user with a closed account. Only hashes are stored. */
import { randomBytes } from 'node:crypto';
import { hashOf } from '#kernel/server/http/actor.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

const validDays = 30;

/** A new token replaces the previous: one per device and user. */
export async function mintToken(
  tx: Tx,
  o: { userId: number; deviceId: string; now: Date },
): Promise<{ token: string; expiresAt: string }> {
  const token = randomBytes(32).toString('hex');
  const row = await tx.one<{ expiresAt: string }>(sql`
    insert into device_tokens (user_id, device_id, token_hash, expires_at)
    values (${o.userId}, ${o.deviceId}, ${hashOf(token)}, ${o.now}::timestamptz + make_interval(days => ${validDays}))
    on conflict (user_id, device_id) do update
      set token_hash = excluded.token_hash, expires_at = excluded.expires_at, created_at = now()
    returning expires_at as "expiresAt"`);
  if (!row) throw new Error('the token was not kept');
  return { token, expiresAt: row.expiresAt };
}

/** Owner; undefined for an expired or unknown token, or one of another device. */
export const ownerOf = (
  tx: Tx,
  o: { token: string; deviceId: string; now: Date },
): Promise<{ id: number; isActive: boolean } | undefined> =>
  tx.one(sql`
    select u.id, u.is_active as "isActive" from device_tokens t join users u on u.id = t.user_id
    where t.token_hash = ${hashOf(o.token)} and t.device_id = ${o.deviceId} and t.expires_at > ${o.now}`);

export const forgetTokens = (database: Database): Promise<unknown> =>
  database.run(sql`delete from device_tokens where expires_at < now()`);
