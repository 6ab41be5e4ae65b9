import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

/** Time of this device's last entry before a number. */
export async function floorOf(tx: Tx, deviceId: string, seq: number): Promise<Date | undefined> {
  const row = await tx.one<{ at: string }>(sql`
    select effective_at as at from idempotency
    where device_id = ${deviceId} and client_seq < ${seq} and effective_at is not null order by client_seq desc limit 1`);
  return row && new Date(row.at);
}

export const receiptsOf = (
  tx: Tx,
  o: { actorId: number; deviceId: string; sinceSeq: number },
): Promise<{ key: string; seq: number }[]> =>
  tx.rows(sql`
    select key, client_seq as seq from idempotency
    where device_id = ${o.deviceId} and actor_id = ${o.actorId} and client_seq > ${o.sinceSeq}
    order by client_seq, key limit 100000`);

interface Discard {
  key: string;
  cmd: string;
  seq: number;
  reason: string;
  code?: string;
  at: string;
}
/** Returns new ones only. */
export const insertDiscards = (
  tx: Tx,
  o: { actorId: number; deviceId: string; items: readonly Discard[] },
): Promise<{ key: string; cmd: string; code: string | null }[]> =>
  tx.rows(sql`
    insert into sync_discards (key, author_id, device_id, client_seq, cmd, reason, code, discarded_at)
    select i.key, ${o.actorId}, ${o.deviceId}, i.seq, i.cmd, i.reason, i.code, least(i.at, now())
    from jsonb_to_recordset(${JSON.stringify(o.items)}::jsonb)
      as i(key uuid, seq bigint, cmd text, reason text, code text, at timestamptz)
    on conflict (key) do nothing returning key, cmd, code`);
