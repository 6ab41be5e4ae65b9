import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleUsers } from '#contexts/agency/server/visible.ts';
import type { Recorded } from '#kernel/contract/channels/channels.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

/** Notes in a file of messages whether its recorded calls are started; how many such files the actor sees. */
export const markStarted = (
  tx: Tx,
  actor: ServerActor,
  {
    id,
    channel,
    campaignId,
    isStarted,
  }: { id: number; channel: Recorded; campaignId: number; isStarted: boolean },
): Promise<number> =>
  tx.run(sql`
    update file_jobs j set sends = jsonb_set(j.sends, ${[channel, 'isStarted']}::text[], ${JSON.stringify(isStarted)}::jsonb), updated_at = now()
    where j.id = ${id} and (j.sends->${channel}::text->>'id')::bigint = ${campaignId} and j.undone_at is null
      and ${visibleUsers(actor, sql`j.created_by`)}`);
