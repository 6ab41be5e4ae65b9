import { visibleLoans } from '#contexts/agency/server/visible.ts';
import type { Actor } from '#kernel/contract/access.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** The calls an actor may see: those of agents they see, and missed ones of loans they see. */
export const visibleCalls = (actor: Actor, agent: Fragment, assignee: Fragment): Fragment =>
  sql`(${visibleLoans(actor, agent)} or (${agent} is null and ${visibleLoans(actor, assignee)}))`;
