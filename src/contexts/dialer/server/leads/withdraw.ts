/** Withdraws the leads of paid-off loans from the dialer. */
import type { PaidOff } from '#contexts/loans/server/pay-off.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

/**
 * Blocks the leads of paid-off loans, and queues them again once the loan is owed again. A lead in a call is decided when
 * its call ends; a callback in the past loses its agent.
 */
export async function withdrawLeads(tx: Tx, { paidOff, owedAgain }: PaidOff): Promise<void> {
  // Serialises with calls that are being placed on these loans (`engine/attempts.ts`).
  await tx.run(sql`
    select pg_advisory_xact_lock(7120, hashint8(id))
    from (select id from unnest(${[...paidOff, ...owedAgain]}::bigint[]) id order by hashint8(id)) loans`);
  if (paidOff.length > 0)
    await tx.run(sql`
      update leads set state = case state when 'queued' then 'blocked' else state end,
        block_reason = case state when 'queued' then 'paid_off' else block_reason end, updated_at = now()
      where loan_id = any(${[...paidOff]}::bigint[]) and state in ('queued', 'claimed', 'dialing')`);
  if (owedAgain.length > 0)
    await tx.run(sql`
      update leads set state = 'queued', block_reason = null, updated_at = now(),
        callback_at = case when callback_at > now() then callback_at end,
        callback_agent_id = case when callback_at > now() then callback_agent_id end,
        priority = case when callback_at > now() then priority else 0 end,
        not_before = case when callback_at > now() then callback_at else greatest(not_before, now()) end
      where loan_id = any(${[...owedAgain]}::bigint[]) and state = 'blocked' and block_reason = 'paid_off'`);
}
