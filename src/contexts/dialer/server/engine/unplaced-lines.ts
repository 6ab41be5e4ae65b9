/** Lines of agents that were asked for while no server listened to the exchange: they are rung again, and were not missed. */
import { sql } from '#kernel/server/database/sql.ts';
import type { Engine } from './engine-parts.ts';

export interface Unplaced {
  /** The server that listened at the last look. */
  listener: string | null;
  legs: ReadonlySet<string>;
}
export const noneUnplaced: Unplaced = { listener: null, legs: new Set() };

/** Of lines that are not up, all are in question when the listening server changes: their answer or end may be unheard. */
export async function findUnplaced({ database, provider }: Engine, before: Unplaced): Promise<Unplaced> {
  if (!provider.listener) return before;
  const listener = await provider.listener();
  const hasChanged = listener === null || listener !== before.listener;
  if (!hasChanged && before.legs.size === 0) return before;
  const lines = await database.rows<{ legId: string }>(sql`
    select agent_leg_id as "legId" from agent_sessions
    where ended_at is null and agent_leg_id is not null and not is_leg_up`);
  const legs = lines.flatMap(({ legId }) => (hasChanged || before.legs.has(legId) ? legId : []));
  return { listener, legs: new Set(legs) };
}
