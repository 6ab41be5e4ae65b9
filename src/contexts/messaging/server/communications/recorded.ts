import type { Recorded } from '#kernel/contract/channels/channels.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { markStarted } from '#contexts/files/server/sends.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import { sql } from '#kernel/server/database/sql.ts';

/** Recorded calls of a file are sent once started, and paused once stopped. */
export async function startRecorded(
  {
    id,
    channel,
    campaignId,
    isStarted,
  }: { id: number; channel: Recorded; campaignId: number; isStarted: boolean },
  { tx, actor, emit, now }: Context,
): Promise<void> {
  const changed = await markStarted(tx, actor, { id, channel, campaignId, isStarted });
  if (changed === 0) throw new Failure('NOT_FOUND');
  await tx.run(sql`
    update messages set due_at = ${isStarted ? now : null} where job_id = ${id} and channel = ${channel} and status = 'stored'`);
  emit('communications.ivr-changed', { id, facts: { isStarted } });
}
