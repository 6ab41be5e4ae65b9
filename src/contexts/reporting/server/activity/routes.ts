import { nameHas } from '#kernel/server/database/search.ts';
import { activity, productivity } from '#contexts/reporting/contract/activity.ts';
import { implement } from '#kernel/server/http/implement.ts';
import { sql, where } from '#kernel/server/database/sql.ts';
import { ownDay } from './own.ts';
export { teamDay } from './own.ts';
import * as store from './store.ts';

/** A dropdown shows this many. */
const mostChoices = 200;

export const activityRoutes = [
  ...implement(activity, {
    report: (query, { tx, actor, now }) => store.activityPage(tx, { actor, query, now }),
    breaks: (query, { tx, actor, now }) => store.breakPage(tx, { actor, query, now }),
    /** Inactive breaks appear in old reports. */
    breakDropdown: ({ q, ids }, { tx }) =>
      tx.rows<{ id: number; name: string }>(
        sql`select id, name from breaks ${where([
          q !== undefined && sql`${nameHas(sql`name`, q)}`,
          ids !== undefined && sql`id = any(${ids})`,
        ])} order by name limit ${mostChoices}`,
      ),
    mine: (_, { tx, actor, now }) => ownDay(tx, actor.id, now),
    sync: async (query, { tx, actor, now }) => ({
      rows: await store.rowCount(tx, { actor, query, now }),
      asOf: now.toISOString(),
    }),
  }),
  ...implement(productivity, {
    report: (query, { tx, actor, now }) => store.productivityPage(tx, { actor, query, now }),
  }),
];
