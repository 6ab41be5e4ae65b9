/** Receipt numbers given to phones in blocks, so that two of them never use one twice without a network. */
import { Failure } from '#kernel/contract/failure.ts';
import { blockSize } from '#contexts/payments/contract/cash-rules.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import { sql } from '#kernel/server/database/sql.ts';

/** More than any phone writes in a day. */
const mostADay = 20;

/** Never the same block again, also where the answer was lost: numbers are many. */
export async function giveNumbers(
  { tx, actor, now, emit }: Context,
  deviceId: string,
): Promise<{ first: number; last: number }> {
  const given = await tx.one<{ id: number; first: number; last: number }>(sql`
    insert into cash_blocks (user_id, device_id, first_serial, last_serial, given_at)
    select ${actor.id}, ${deviceId}, n.first, n.first + ${blockSize - 1}, ${now}
    from (select nextval('cash_serial') as first
      where (select count(*) from cash_blocks where user_id = ${actor.id} and given_at > ${now}::timestamptz - interval '1 day')
        < ${mostADay}) n
    returning id, first_serial as first, last_serial as last`);
  if (!given) throw new Failure('TOO_MANY_REQUESTS', { seconds: 3600 });
  const { id, first, last } = given;
  emit('cash.numbers-given', { id, facts: { deviceId, first, last }, to: [] });
  return { first, last };
}
