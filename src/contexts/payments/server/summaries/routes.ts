import { summaries } from '#contexts/payments/contract/summaries.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { isLost } from './piece.ts';

interface State {
  id: number | null;
  isRunning: boolean;
  percent: number;
  loans: number;
  isFailed: boolean;
}
const none: State = { id: null, isRunning: false, percent: 100, loans: 0, isFailed: false };

export const summaryRoutes: Route[] = implement(summaries, {
  sync: async (_, { tx, actor }) =>
    (await tx.one<State>(sql`
      select id, ended_at is null and not ${isLost} as "isRunning", changed as loans, is_failed or ${isLost} as "isFailed",
        case when ended_at is null then least(99, reached * 100 / greatest(last, 1))::int else 100 end as percent
      from summary_syncs where ${actor.id} = any(asked_by) order by id desc limit 1`)) ?? none,
});
