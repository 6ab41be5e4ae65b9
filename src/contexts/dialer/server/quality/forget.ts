/** Deletes texts about calls with their recordings; scores and figures remain. */
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** `calls` are the ids of calls, as a select. */
export const forgetWords = (tx: Pick<Tx, 'run'>, calls: Fragment): Promise<number> =>
  tx.run(sql`
    update call_reviews set comment = '', coaching = '', reply = '',
      answers = (select coalesce(jsonb_agg(q || '{"note": ""}' order by n), '[]') from jsonb_array_elements(answers) with ordinality x (q, n))
    where attempt_id in (${calls})`);
