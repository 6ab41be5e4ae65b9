/** Callbacks: placed at the promised time by the promising agent if free, else by their team. */
import { visibleLoans } from '#contexts/agency/server/visible.ts';
import { paidOffOf } from '#contexts/loans/server/loan-state.ts';
import type { Actor } from '#kernel/contract/access.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import { type Lead, finishLeads, takeLeads, unrecorded } from './leads.ts';

/** Higher than leads without a promised time. */
const priority = 10;
/** Time a callback waits for the promising agent's current call; then any agent of the campaign calls. */
const ownFor = sql`interval '2 minutes'`;

/** Whether this user was on a call with the borrower, about any of their loans, within the hour before. */
const hasSpoken = async (
  tx: Tx,
  { userId, loanId, writtenAt }: { userId: number; loanId: number; writtenAt: Date },
): Promise<boolean> =>
  (await tx.one(sql`
    select 1 as ok from loans l join loans s on s.borrower_id = l.borrower_id join call_attempts k on k.loan_id = s.id
    where l.id = ${loanId} and k.user_id = ${userId} and k.bridged_at is not null
      and k.dialed_at > ${writtenAt}::timestamptz - interval '2 hours'
      and coalesce(k.ended_at > ${writtenAt}::timestamptz - interval '1 hour', true) limit 1`)) !== undefined;

/** Stores a follow-up with a time as a callback of its author; an outcome without a time cancels the last one. */
export async function bookCallBack(
  { tx, actor, now, delivery }: Context,
  { loanId, followUpDate }: { loanId: number; followUpDate?: string | null | undefined },
): Promise<void> {
  const writtenAt = delivery?.queued?.effectiveAt ?? now;
  const at = followUpDate && new Date(followUpDate) > now ? new Date(followUpDate) : null;
  // An entry delayed on a phone is ignored after a later disposition.
  const isLatest = sql`coalesce(l.last_disposition_at <= ${writtenAt}, true)`;
  if (at === null) {
    await tx.run(sql`
      update leads x set callback_at = null, callback_agent_id = null, priority = 0, updated_at = ${now},
        state = case x.state when 'queued' then 'done' else x.state end
      from loans l where x.loan_id = ${loanId} and l.id = x.loan_id and x.callback_at is not null and ${isLatest}`);
    if (await hasSpoken(tx, { userId: actor.id, loanId, writtenAt })) await finishLeads(tx, loanId, now);
    return;
  }
  await tx.run(sql`
    insert into leads as x (campaign_id, loan_id, phone, list_id, not_before, callback_at, callback_agent_id, priority)
    select l.campaign_id, l.id, l.mobile, l.portfolio_id, ${at}, ${at}, ${actor.id}, ${priority} from loans l
    where l.id = ${loanId} and l.campaign_id is not null and l.mobile is not null and l.paid_off_at is null and ${isLatest}
    on conflict (campaign_id, loan_id) do update set callback_at = excluded.callback_at,
      callback_agent_id = excluded.callback_agent_id, priority = excluded.priority, updated_at = ${now},
      -- While its call is on, the end of that decides.
      state = case when x.state in ('claimed', 'dialing') then x.state else 'queued' end,
      not_before = case when x.state in ('claimed', 'dialing') then x.not_before else excluded.not_before end,
      block_reason = null`);
}

/** Key press in the queue: called at the same number, with the same position. */
export const bookFromQueue = (
  tx: Tx,
  o: {
    loanId: number | null;
    queueId: number;
    phone: string | null;
    agentId: number | null;
    at: Date;
    now: Date;
  },
): Promise<number> =>
  tx.run(sql`
    insert into leads as x (campaign_id, loan_id, phone, phone_ord, list_id, not_before, callback_at, callback_agent_id, priority)
    select coalesce(l.campaign_id, q.team_id), l.id, n.phone, n.ord, l.portfolio_id, ${o.at}, ${o.at}, ${o.agentId}, ${priority}
    from loans l join inbound_queues q on q.id = ${o.queueId}
    -- The number they called from where it is the loan's, else its first.
    cross join lateral (select p.phone, (p.place - 1)::smallint as ord
      from unnest(array_remove(array[l.mobile, l.alternate_contact1, l.alternate_contact2] || l.other_mobiles, null))
        with ordinality p (phone, place) order by (p.phone = ${o.phone}) desc nulls last, p.place limit 1) n
    where l.id = ${o.loanId}
    on conflict (campaign_id, loan_id) do update set callback_at = excluded.callback_at,
      callback_agent_id = excluded.callback_agent_id, priority = excluded.priority, updated_at = ${o.now},
      phone = case when x.state in ('claimed', 'dialing') then x.phone else excluded.phone end,
      phone_ord = case when x.state in ('claimed', 'dialing') then x.phone_ord else excluded.phone_ord end,
      state = case when x.state in ('claimed', 'dialing') then x.state else 'queued' end,
      not_before = case when x.state in ('claimed', 'dialing') then x.not_before else excluded.not_before end,
      block_reason = null`);

const isDue = (now: Date): Fragment =>
  sql`x.state = 'queued' and x.callback_at <= ${now} and x.not_before <= ${now}`;

/** Campaigns with a due callback and a free agent. */
export const withCallBacks = async (tx: Tx, campaignIds: readonly number[], now: Date): Promise<number[]> =>
  (
    await tx.rows<{ id: number }>(sql`
      select c.id from unnest(${[...campaignIds]}::bigint[]) c (id)
      where exists (select from leads x where x.campaign_id = c.id and ${isDue(now)})
        and exists (select from agent_sessions s where s.campaign_id = c.id and s.ended_at is null and s.activity = 'POOL')`)
  ).map(({ id }) => id);

/** Claims at most one per free agent: the agent's callbacks first, then those with an unavailable agent. */
export const claimCallBacks = (
  tx: Tx,
  o: {
    campaignId: number;
    node: string;
    now: Date;
    free: readonly number[];
    isUnrecordedOnly?: boolean | undefined;
  },
): Promise<(Lead & { agentId: number | null })[]> => {
  const isOwn = sql`x.callback_agent_id = any(${[...o.free]}::bigint[])`;
  return takeLeads(
    tx,
    o,
    sql`select x.id from leads x where x.campaign_id = ${o.campaignId} and ${isDue(o.now)}
      ${unrecorded(o.isUnrecordedOnly, sql`x.loan_id`)} and (${isOwn} or x.callback_at <= ${o.now}::timestamptz - ${ownFor}
        or not exists (select from agent_sessions s where s.user_id = x.callback_agent_id and s.campaign_id = x.campaign_id
          and s.ended_at is null and s.mode = 'READY'))
      order by ${isOwn} desc nulls last, x.callback_at, x.id limit ${o.free.length} for no key update skip locked`,
  );
};

/** The caller's pending and overdue callbacks, soonest first; those cancelled by a payment remain visible for a day. */
export const nextCallBacks = (tx: Tx, actor: Actor, { most, now }: { most: number; now: Date }) =>
  tx.rows<{
    loanId: number;
    borrower: string;
    at: string;
    paidOff: { on: string; isSettled: boolean } | null;
  }>(sql`
    select x.loan_id as "loanId", l.borrower_name as borrower, x.callback_at as at, ${paidOffOf(sql`l`)} as "paidOff" from leads x join loans l on l.id = x.loan_id
    where x.callback_agent_id = ${actor.id} and x.callback_at is not null
      and (x.state = 'queued' or (x.state = 'blocked' and x.block_reason = 'paid_off' and l.paid_off_at is not null
        and x.callback_at > ${now}::timestamptz - interval '1 day'))
      and ${visibleLoans(actor, sql`l.assignee_id`)}
    order by x.callback_at, x.id limit ${most}`);
