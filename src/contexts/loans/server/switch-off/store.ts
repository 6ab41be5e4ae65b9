/** Dependents of an object, in one statement; and distribution of a user's loans to others. */
import { workingRoles } from '#contexts/loans/contract/loan-roles.ts';
import type { switchedOff } from '#contexts/lenders/contract/switch-off.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleUsers } from '#contexts/agency/server/visible.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { byKey } from '#kernel/server/database/table.ts';
import { reassignmentConsequences } from '../reassign.ts';

export type What = (typeof switchedOff)[number];

const shownCampaigns = 5;

interface Of {
  table: Fragment;
  /** Its loans, its campaigns, and its subordinates. */
  loans: (id: number) => Fragment;
  campaigns: (id: number) => Fragment;
}
const things: Readonly<Record<What, Of>> = {
  client: {
    table: sql`clients`,
    loans: (id) => sql`l.client_id = ${id}`,
    campaigns: (id) => sql`c.client_id = ${id}`,
  },
  portfolio: {
    table: sql`portfolios`,
    loans: (id) => sql`l.portfolio_id = ${id}`,
    campaigns: (id) =>
      sql`exists (select from loans l where l.campaign_id = c.id and l.portfolio_id = ${id} and l.is_active)`,
  },
  campaign: {
    table: sql`campaigns`,
    loans: (id) => sql`l.campaign_id = ${id}`,
    campaigns: () => sql`false`,
  },
  user: {
    table: sql`users`,
    loans: (id) => sql`l.assignee_id = ${id}`,
    campaigns: (id) =>
      sql`exists (select from campaign_agents a where a.campaign_id = c.id and a.user_id = ${id})`,
  },
};

/** Id of a visible object; users by hierarchy. */
export async function switchableId(
  tx: Tx,
  actor: ServerActor,
  what: What,
  key: string,
): Promise<number | undefined> {
  const seen = what === 'user' ? visibleUsers(actor, sql`id`) : sql`true`;
  const row = await tx.one<{ id: number }>(
    sql`select id from ${things[what].table} where ${byKey(key)} and ${seen}`,
  );
  return row?.id;
}

export interface Hanging {
  loans: number;
  promises: number;
  campaigns: string[];
  campaignCount: number;
  people: number;
  calls: number;
}
export async function hangingOn(tx: Tx, what: What, id: number): Promise<Hanging> {
  const { loans, campaigns } = things[what];
  const row = await tx.one<Hanging>(sql`
    with own as materialized (select l.id from loans l where ${loans(id)} and l.is_active),
    worked as (select c.name from campaigns c where c.is_active and ${campaigns(id)} order by c.name)
    select (select count(*)::int from own) as loans,
      (select count(*)::int from promises p join own on own.id = p.loan_id where p.state = 'open') as promises,
      array(select name from worked limit ${shownCampaigns}) as campaigns,
      (select count(*)::int from worked) as "campaignCount",
      (select count(*)::int from users u where ${what === 'user'} and u.reporting_to = ${id} and u.is_active) as people,
      (select count(*)::int from call_attempts k join own on own.id = k.loan_id where k.state <> 'ended') as calls`);
  if (!row) throw new Error('nothing was counted');
  return row;
}

/** Users among these that are active, visible and may work loans, except the previous agent. */
export const activeWorkersAmong = async (
  tx: Tx,
  actor: ServerActor,
  userIds: readonly number[],
  but: number,
): Promise<number> =>
  (
    await tx.one<{ n: number }>(sql`
      select count(*)::int as n from users u join roles r on r.id = u.role_id
      where u.id = any(${[...userIds]}) and u.id <> ${but} and u.is_active and r.role_type = any(${[...workingRoles]})
        and ${visibleUsers(actor, sql`u.id`)}`)
  )?.n ?? 0;

/** A loan's side effects need 15 to 60 ms on a busy machine, and block writers of the batch (decision 379). */
export const mostHandedOver = 200;

interface Dealing {
  from: number;
  userIds: readonly number[];
  by: number;
  /** When this hand-over began; undefined for its first piece. */
  begun: string | undefined;
}
/** Loans at the start of a reassignment: prevents endless mutual reassignment of teams. */
const hadThen = ({ from, begun }: Dealing): Fragment =>
  sql`l.assignee_id = ${from} and l.is_active
    and ${begun === undefined ? sql`true` : sql`(l.assigned_at is null or l.assigned_at <= ${begun}::timestamptz)`}`;
/** Concurrent reassignment of one user's loans by another user. */
const mostTries = 5;

/** Distributes loans round-robin, largest first, for equal amounts; a campaign remains where the agent is in it. */
export async function dealOut(tx: Tx, o: Dealing): Promise<{ changed: number; left: number; begun: string }> {
  for (let n = 1; ; n += 1) {
    const changed = await dealPiece(tx, o);
    // The next millisecond, to include assignments of the current one.
    const rest = await tx.one<{ n: number; begun: string }>(sql`
      select count(*)::int as n, coalesce(${o.begun ?? null}::timestamptz,
        date_trunc('milliseconds', now()) + interval '1 millisecond') as begun
      from loans l where ${hadThen(o)}`);
    if (!rest) throw new Error('nothing was counted');
    const { n: left, begun } = rest;
    // Blocked loans were reassigned meanwhile: the next ones were not, and an empty batch would falsely indicate
    // completion.
    if (changed > 0 || left === 0 || n === mostTries) return { changed, left, begun };
  }
}

async function dealPiece(tx: Tx, o: Dealing): Promise<number> {
  const row = await tx.one<{ ids: number[] }>(sql`
    with chosen as materialized (
      select l.id from loans l where ${hadThen(o)}
      order by l.total_outstanding desc, l.id limit ${mostHandedOver}),
    held as materialized (
      select l.id, l.total_outstanding from loans l
      where l.id in (select id from chosen) and ${hadThen(o)}
      order by l.id for no key update),
    dealt as (
      select id, (${[...o.userIds]}::bigint[])[1 + ((row_number() over (order by total_outstanding desc, id) - 1)
        % ${o.userIds.length}::int)::int] as user_id from held),
    moved as (
      update loans l set assignee_id = d.user_id, assigned_at = now(), updated_at = now(),
        campaign_id = case when exists (select from campaign_agents a
          where a.campaign_id = l.campaign_id and a.user_id = d.user_id) then l.campaign_id end
      from dealt d where l.id = d.id returning l.id, l.assignee_id, l.campaign_id),
    kept as (
      insert into loan_assignments (loan_id, user_id, campaign_id, assigned_by)
      select id, assignee_id, campaign_id, ${o.by}::bigint from moved)
    select coalesce(array_agg(id), '{}') as ids from moved`);
  const ids = row?.ids ?? [];
  await reassignmentConsequences.run(tx, ids);
  return ids.length;
}
