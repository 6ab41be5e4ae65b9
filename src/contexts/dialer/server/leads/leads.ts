/** Whom a campaign calls: the hopper is a table, filled in small parts and claimed by one at a time. */
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, empty, sql } from '#kernel/server/database/sql.ts';
import type { Attempt } from '../engine/attempt/attempts.ts';
import { firstNumber, inBestOrder } from '../best-time/answers.ts';
import { requiresRecording } from '../recordings/required.ts';
import { type RedialRule, nextAttemptOf } from '../engine/redial.ts';
import { isPaidOff } from '#contexts/loans/server/loan-state.ts';
import { type Share, mixed } from './list-mix.ts';
import { numbersOf } from './numbers.ts';

export type { Share } from './list-mix.ts';

export interface Lead {
  id: number;
  loanId: number;
  phone: string;
  phoneOrd: number;
}
const fillBy = 500;

/** Of which list; undefined: of all. */
const inList = (column: Fragment, listId: number | undefined): Fragment =>
  listId === undefined ? empty : sql`and ${column} = ${listId}`;

export const sharesOf = (tx: Tx, campaignId: number): Promise<Share[]> =>
  tx.rows(sql`
    select portfolio_id as "listId", percent from list_shares where campaign_id = ${campaignId} order by portfolio_id`);

/** A loan `l` of a campaign that is not in its hopper yet and may be called. */
export const isFillable = (campaignId: Fragment): Fragment => sql`
  l.campaign_id = ${campaignId} and l.is_active and not l.is_dnc and l.mobile is not null
    and coalesce(not ${isPaidOff(sql`l`)}, true)
    and not exists (select from leads x where x.campaign_id = ${campaignId} and x.loan_id = l.id)`;

/** Tops the hopper up with loans of the campaign that are not in it yet, the largest first. */
export const fillHopper = (tx: Tx, campaignId: number, now: Date, listId?: number): Promise<number> =>
  tx.run(sql`
    insert into leads (campaign_id, loan_id, phone, list_id, not_before)
    select ${campaignId}, l.id, l.mobile, l.portfolio_id, ${now}::timestamptz from loans l
    where ${isFillable(sql`${campaignId}`)}
      ${inList(sql`l.portfolio_id`, listId)}
    order by l.total_outstanding desc, l.id limit ${fillBy}
    on conflict do nothing`);

/** Loans of the campaign that wait to be called now. */
export const queuedOf = async (tx: Tx, campaignId: number, now: Date, listId?: number): Promise<number> =>
  (
    await tx.one<{ n: number }>(sql`
      select count(*) as n from leads where campaign_id = ${campaignId} and state = 'queued' and not_before <= ${now}
        ${inList(sql`list_id`, listId)}`)
  )?.n ?? 0;

/** Claims the selected leads; leads claimed concurrently by another worker are skipped. */
export const takeLeads = (
  tx: Tx,
  { node, now }: { node: string; now: Date },
  chosen: Fragment,
): Promise<(Lead & { agentId: number | null })[]> =>
  tx.rows(sql`
    with c as (${chosen})
    update leads x set state = 'claimed', claimed_by = ${node}, attempts = attempts + 1, updated_at = ${now},
      lease_until = ${now}::timestamptz + interval '60 seconds'
    from c where x.id = c.id
    returning x.id, x.loan_id as "loanId", x.phone, x.phone_ord as "phoneOrd", x.callback_agent_id as "agentId"`);

/** Among so many times as many as are called are those who are likeliest to answer now. */
const choice = 4;
const mostChoice = 200;

interface Due {
  id: number;
  phone: string;
  priority: number;
  listId: number | null;
}
/** Leads that may be called while the exchange does not record. */
export const unrecorded = (isOnly: boolean | undefined, loanId: Fragment): Fragment =>
  isOnly ? sql`and not ${requiresRecording(loanId)}` : empty;

interface Claim {
  campaignId: number;
  most: number;
  node: string;
  now: Date;
  isUnrecordedOnly?: boolean | undefined;
}
const dueOf = (tx: Tx, o: Omit<Claim, 'node'>, of: Fragment): Promise<Due[]> =>
  tx.rows(sql`
    select id, phone, priority, list_id as "listId" from leads
    where campaign_id = ${o.campaignId} and state = 'queued' and not_before <= ${o.now}
      and (callback_at is null or callback_at <= ${o.now}::timestamptz - interval '5 minutes') ${of}
      ${unrecorded(o.isUnrecordedOnly, sql`leads.loan_id`)}
    order by priority desc, not_before, id limit ${Math.max(o.most, Math.min(mostChoice, choice * o.most))}
    for no key update skip locked`);

/** Up to so many of a campaign. One promised for a time is called one for one; long overdue, like any other. */
export async function claimLeads(tx: Tx, o: Claim): Promise<Lead[]> {
  const shares = await sharesOf(tx, o.campaignId);
  const due: Due[] = [];
  // A separate list per share, and one of all others; without shares a single list.
  const others = sql`and (list_id is null or not (list_id = any(${shares.map(({ listId }) => listId)}::bigint[])))`;
  for (const { listId } of shares) due.push(...(await dueOf(tx, o, inList(sql`list_id`, listId))));
  due.push(...(await dueOf(tx, o, shares.length > 0 ? others : empty)));
  const ordered = due.length > o.most ? await inBestOrder(tx, due, o) : due;
  const chosen = shares.length > 0 ? mixed(ordered, shares, o.most, Math.random) : ordered.slice(0, o.most);
  return takeLeads(tx, o, sql`select unnest(${chosen.map(({ id }) => id)}::bigint[]) as id`);
}

export const blockLead = (tx: Tx, id: number, reason: string, until: Date | null): Promise<number> =>
  tx.run(sql`
    update leads set block_reason = ${reason}, claimed_by = null, lease_until = null, attempts = attempts - 1,
      state = case when ${until === null} then 'blocked' else 'queued' end, not_before = coalesce(${until}, not_before)
    where id = ${id}`);

/** Moves a lead with a removed number to the loan's first number; blocks it without one. */
export const renumberLead = (tx: Tx, id: number): Promise<number> =>
  tx.run(sql`
    update leads x set claimed_by = null, lease_until = null, attempts = x.attempts - 1, phone_ord = 0,
      phone = coalesce(n.phone, x.phone), state = case when n.phone is null then 'blocked' else 'queued' end,
      block_reason = case when n.phone is null then 'no_number' end
    from (select l.id as loan_id, (${numbersOf(sql`l`)})[1] as phone from loans l) n
    where x.id = ${id} and n.loan_id = x.loan_id`);

/** Finishes the leads of a loan after a conversation about it in any call; a time agreed for later remains. */
export const finishLeads = (tx: Tx, loanId: number, now: Date): Promise<number> =>
  tx.run(sql`
    update leads x set state = 'done', callback_at = null, callback_agent_id = null, priority = 0, updated_at = ${now}
    where x.id = any(array(select q.id from leads q where q.loan_id = ${loanId} and q.state = 'queued'
      and coalesce(q.callback_at <= ${now}, true) for no key update skip locked))`);

/** Updates the leads of a loan after its call; other leads of the person follow redial delays (`rests.ts`). */
export async function settleLead({ tx, now }: { tx: Tx; now: Date }, attempt: Attempt): Promise<void> {
  const { leadId, loanId, phoneOrd } = attempt;
  const { outcome } = attempt.state;
  if (outcome === 'connected' && loanId !== null) await finishLeads(tx, loanId, now);
  if (leadId === null || outcome === null) return;
  const known = await tx.one<{
    times: number;
    phones: string[];
    isPaid: boolean;
    rule: RedialRule | null;
  }>(sql`
    select (select count(*) from call_attempts k
        where (k.lead_id = x.id or k.loan_id = any(array(select s.id from loans s where s.borrower_id = l.borrower_id)))
        and k.direction = 'outbound' and k.outcome = ${outcome}
        and (k.claimed_at at time zone 'Asia/Kolkata')::date = (${now}::timestamptz at time zone 'Asia/Kolkata')::date) as times,
      ${numbersOf(sql`l`)} as phones, coalesce(${isPaidOff(sql`l`)}, false) as "isPaid",
      (select json_build_object('afterMs', r.after_minutes * 60000, 'mostADay', r.most_a_day, 'nextNumber', r.next_number)
        from redial_rules r where r.campaign_id = x.campaign_id and r.outcome = ${outcome}) as rule
    from leads x join loans l on l.id = x.loan_id where x.id = ${leadId}`);
  if (!known) return;
  const { times: timesToday, phones, rule, isPaid } = known;
  const first = await firstNumber(tx, phones, now);
  const after = nextAttemptOf({
    outcome,
    ...(rule && { rule }),
    timesToday,
    phoneOrd,
    numbers: phones.length,
    first,
    now,
  });
  // Paid off during the call: no further lead, and the promise is closed.
  const next = isPaid ? ({ state: 'blocked', reason: 'paid_off' } as const) : after;
  const queued = next.state === 'queued' ? next : null;
  // Agreed while this call was on, for later.
  const isPromised = sql`coalesce(x.callback_at > ${now} and not ${isPaid}, false)`;
  await tx.run(sql`
    update leads x set claimed_by = null, lease_until = null, updated_at = ${now},
      -- What no carrier took was no attempt.
      attempts = x.attempts - case when ${outcome} = 'congestion' then 1 else 0 end,
      state = case when ${isPromised} then 'queued' else ${next.state} end,
      callback_at = case when ${isPromised} then x.callback_at end,
      callback_agent_id = case when ${isPromised} then x.callback_agent_id end,
      priority = case when ${isPromised} then x.priority else 0 end,
      block_reason = ${next.state === 'blocked' ? next.reason : null},
      not_before = case when ${isPromised} then x.callback_at else coalesce(${queued?.notBefore ?? null}, x.not_before) end,
      phone_ord = coalesce(${queued?.phoneOrd ?? null}::smallint, x.phone_ord),
      phone = coalesce((select (${numbersOf(sql`l`)})[${queued?.phoneOrd ?? null}::int + 1] from loans l where l.id = x.loan_id), x.phone)
    where x.id = ${leadId}`);
}

/** Claims of a stopped node: not called again at once, because the call may have been answered. */
export const releaseLeads = (tx: Tx, now: Date): Promise<number> =>
  tx.run(sql`
    update leads x set state = 'queued', claimed_by = null, lease_until = null,
      not_before = ${now}::timestamptz + interval '15 minutes'
    where x.state in ('claimed', 'dialing') and x.lease_until < ${now}
      and not exists (select from call_attempts k where k.lead_id = x.id and k.state <> 'ended')`);
