import { sql } from '#kernel/server/database/sql.ts';
import type { Attempt } from '../../engine/attempt/attempts.ts';
import type { Engine } from '../../engine/engine-parts.ts';

/** Older digits are dropped, because the phone menu has moved on. */
const inTime = '10 seconds';

/** Claims the digits, so that one server sends them once. */
export async function pressKeys(
  { database, provider, clock }: Engine,
  { id, referenceId: legId }: Attempt,
): Promise<void> {
  const taken = await database.rows<{ keys: string }>(sql`
    with taken as (delete from call_keys where attempt_id = ${id} returning id, keys, pressed_at)
    select keys from taken where pressed_at > ${clock.now()}::timestamptz - ${inTime}::interval order by id`);
  const keys = taken.map((one) => one.keys).join('');
  if (keys !== '') await provider.press({ legId, keys });
}
