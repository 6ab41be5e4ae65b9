/**
 * Answered calls without an agent though one is free: the agent's row was locked at the answer, or both changed
 * concurrently.
 */
import { sql } from '#kernel/server/database/sql.ts';
import { lockById } from '../call-watchdog.ts';
import type { Engine } from '../engine-parts.ts';
import { change } from '../provider-commands.ts';
import { takeWaiting } from '../transition.ts';

/** Safe on every node at once. */
export async function serveWaiting(engine: Engine): Promise<void> {
  const free = await engine.database.rows<{ id: number }>(sql`
    select s.id from agent_sessions s where s.ended_at is null and s.activity = 'POOL' and s.is_leg_up
      and exists (select from call_attempts k where k.campaign_id = s.campaign_id and k.state = 'answered'
        and k.user_id is null and k.end_reason is null) order by s.since`);
  for (const { id } of free)
    await change(engine, async (move) => {
      // Waits for the row lock: the borrower hears music meanwhile, and no other job would retry.
      const session = await lockById(move, id);
      if (session?.state.activity === 'POOL' && session.state.isLegUp) await takeWaiting(move, session);
    });
}
