import { sql } from '#kernel/server/database/sql.ts';

/** A call `k` that a person answered, of whom the abandoned are a share: no machine the exchange found, and none an agent heard. */
export const isLiveAnswer = sql`(k.outcome = 'abandoned' or k.outcome = 'connected' and k.spoken_to is distinct from 'machine')`;
