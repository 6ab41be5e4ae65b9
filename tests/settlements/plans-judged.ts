/** The server's loop judges plans too: its locked ones exist until completed. */
import { expect } from 'vitest';
import { judgeWaitingPlans } from '../../src/contexts/settlements/server/plans/keep.ts';
import { type Clock, businessDay } from '../../src/kernel/server/operation/clock.ts';
import type { Database } from '../../src/kernel/server/database/database.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';

/** Until no plan is pending, for any worker. */
export async function plansJudged(database: Database, clock: Clock): Promise<void> {
  const left = async (): Promise<unknown> => {
    await judgeWaitingPlans(database, clock);
    return database.one(sql`
      select (select count(*) from settlement_queue) + (select count(*) from settlement_plans
        where state in ('offered', 'accepted', 'running', 'late') and judged_on < ${businessDay(clock.now())}) as n`);
  };
  await expect.poll(left, { interval: 20 }).toEqual({ n: 0 });
}
