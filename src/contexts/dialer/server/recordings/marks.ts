/** State of a recording from the start of the call until the provider has stored it. */
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Attempt } from '../engine/attempt/attempts.ts';

interface Moment {
  tx: Tx;
  now: Date;
}
/** The call ended: the provider stores the recording now. */
export const keepRecording = ({ tx, now }: Moment, { id, state }: Attempt): Promise<number> =>
  tx.run(sql`
    update recordings set state = 'at_provider', next_try_at = ${now},
      duration_s = ${Math.round(((state.endedAt ?? 0) - (state.bridgedAt ?? state.endedAt ?? 0)) / 1000)}
    where attempt_id = ${id} and state = 'recording'`);

export const startRecording = ({ tx, now }: Moment, { id }: Attempt): Promise<number> =>
  tx.run(sql`
    insert into recordings (attempt_id, user_id, state, started_at)
    select id, user_id, 'recording', ${now} from call_attempts where id = ${id}
    on conflict do nothing`);
