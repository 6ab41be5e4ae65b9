/** Agent lines requested without a listening server: they ring again and are not missed calls. */
import { sql } from '#kernel/server/database/sql.ts';
import type { Engine } from '../engine/engine-parts.ts';

interface Unplaced {
  look(): Promise<void>;
  legs(): ReadonlySet<string>;
}

export function watchUnplaced({ database, provider }: Engine): Unplaced {
  /** Listening server of the previous check. */
  let before: string | null = null;
  let legs = new Set<string>();
  return {
    legs: () => legs,
    async look() {
      if (!provider.listener) return;
      const listener = await provider.listener();
      // Then the answer or the end of any line that is not up may be unheard.
      const hasChanged = listener === null || listener !== before;
      before = listener;
      if (!hasChanged && legs.size === 0) return;
      const lines = await database.rows<{ legId: string }>(sql`
        select agent_leg_id as "legId" from agent_sessions
        where ended_at is null and agent_leg_id is not null and not is_leg_up`);
      legs = new Set(lines.flatMap(({ legId }) => (hasChanged || legs.has(legId) ? legId : [])));
    },
  };
}
