/** Receipt numbers are reserved for phones in blocks, so that two phones never use the same one offline. */
import { Failure } from '#kernel/contract/failure.ts';
import { blockSize } from '#contexts/payments/contract/cash/cash-rules.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import { sql } from '#kernel/server/database/sql.ts';

/** More than any phone writes in a day. */
const mostADay = 20;
/** Maximum unused blocks per agent: a phone has two at most. */
const mostUnused = 8;

/** Fails if the agent has reserved too many blocks today or has too many unused ones. */
async function refuseTooMany({ tx, actor, now }: Context): Promise<void> {
  // Serialises requests of one agent: concurrent ones would not see each other.
  await tx.run(sql`select pg_advisory_xact_lock(7113, ${actor.id}::int)`);
  const has = await tx.one<{ today: number; unused: number }>(sql`
    select (count(*) filter (where b.given_at > ${now}::timestamptz - interval '1 day'))::int as today,
      (count(*) filter (where not exists (select from cash_receipts r where r.block_id = b.id)))::int as unused
    from cash_blocks b where b.user_id = ${actor.id} and b.given_at > ${now}::timestamptz - interval '30 days'`);
  if ((has?.today ?? 0) >= mostADay || (has?.unused ?? 0) >= mostUnused)
    throw new Failure('TOO_MANY_REQUESTS', { seconds: 3600 });
}

/** Returns a new block, also if an earlier response was lost; limits protect the supply of numbers. */
export async function giveNumbers(
  context: Context,
  deviceId: string,
): Promise<{ first: number; last: number }> {
  const { tx, actor, now, emit } = context;
  await refuseTooMany(context);
  const given = await tx.one<{ id: number; first: number; last: number }>(sql`
    insert into cash_blocks (user_id, device_id, first_serial, last_serial, given_at)
    select ${actor.id}, ${deviceId}, n.first, n.first + ${blockSize - 1}, ${now} from (select nextval('cash_serial') as first) n
    returning id, first_serial as first, last_serial as last`);
  if (!given) throw new Error('no block of numbers');
  const { id, first, last } = given;
  emit('cash.numbers-given', { id, facts: { deviceId, first, last }, to: [] });
  return { first, last };
}
