import { sql } from '#kernel/server/database/sql.ts';

/** A call `k` answered by a person, the denominator of the abandon rate: no answering machine by detection or report. */
export const isLiveAnswer = sql`(k.outcome = 'abandoned' or k.outcome = 'connected' and k.spoken_to is distinct from 'machine')`;
