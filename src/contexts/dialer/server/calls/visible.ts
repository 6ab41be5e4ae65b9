import { visibleLoans } from '#contexts/agency/server/visible.ts';
import type { Actor } from '#kernel/contract/access.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** True for the calls this actor may see: those of the people they see, and those nobody took of the loans they see. */
export const visibleCalls = (actor: Actor, agent: Fragment, assignee: Fragment): Fragment =>
  sql`(${visibleLoans(actor, agent)} or (${agent} is null and ${visibleLoans(actor, assignee)}))`;
