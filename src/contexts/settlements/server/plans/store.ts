/** Schedules of settlements, and the plans they become when they are approved. */
import type { InstalmentDraft } from '#contexts/settlements/contract/instalment-rules.ts';
import { scheduleFault, rescale } from '#contexts/settlements/contract/instalment-rules.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { randomCode } from '#kernel/server/operation/secret.ts';
import { beginVersions } from '../agreements/versions.ts';
import { postPlanWaivers } from '../waivers.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** Maximum days until payment of a settlement, by the loan's lender. */
export const mostDaysOf = async (tx: Tx, loanId: number): Promise<number> =>
  (
    await tx.one<{ mostDays: number }>(sql`
      select c.settlement_most_days as "mostDays" from loans l join clients c on c.id = l.client_id where l.id = ${loanId}`)
  )?.mostDays ?? 0;

/** Checks a schedule by what the lender of the loan allows. */
export async function checkSchedule(
  tx: Tx,
  schedule: readonly InstalmentDraft[],
  of: { loanId: number; amount: number; at: Date },
): Promise<void> {
  const issue = scheduleFault(schedule, {
    amount: of.amount,
    today: businessDay(of.at),
    mostDays: await mostDaysOf(tx, of.loanId),
  });
  if (issue) throw new Failure('INVALID_INPUT', {}, [issue]);
}

/** Replaces the schedule. */
export async function writeSchedule(
  tx: Tx,
  settlementId: number,
  schedule: readonly InstalmentDraft[],
): Promise<void> {
  await tx.run(sql`delete from settlement_instalments where settlement_id = ${settlementId}`);
  await tx.run(sql`
    insert into settlement_instalments (settlement_id, n, due_on, amount)
    select ${settlementId}, n, due_on, amount from unnest(${schedule.map(({ dueOn }) => dueOn)}::date[],
      ${schedule.map(({ amount }) => amount)}::bigint[]) with ordinality i (due_on, amount, n)`);
}

export const scheduleOf = (tx: Tx, settlementId: number): Promise<InstalmentDraft[]> =>
  tx.rows<InstalmentDraft>(sql`
    select due_on as "dueOn", amount from settlement_instalments where settlement_id = ${settlementId} order by n`);

/** Changes the amount: days are unchanged, and each instalment is scaled. */
export async function followAmount(tx: Tx, settlementId: number, amount: number): Promise<void> {
  const schedule = await scheduleOf(tx, settlementId);
  if (schedule.length === 0) return;
  // Nothing to pay has no instalments, and too little for all of them is paid at once.
  const fits = amount > schedule.length;
  await writeSchedule(tx, settlementId, fits ? rescale(schedule, amount) : []);
}

/**
 * Starts the plans of approved settlements, again after a second approval; acceptances remain in separate rows, and
 * payments since the first acceptance are included. One without instalments has a single one, with a binding day only if
 * the client requires the borrower's acceptance.
 */
export async function beginPlans(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  const today = businessDay(now);
  await tx.run(sql`
    insert into settlement_instalments (settlement_id, n, due_on, amount)
    select s.id, 1, s.settlement_date, s.amount from settlements s where s.id = any(${[...ids]}) and s.amount > 0
      and not exists (select from settlement_instalments i where i.settlement_id = s.id)`);
  await tx.run(sql`
    update settlement_instalments set received = 0, state = 'open' where settlement_id = any(${[...ids]})`);
  for (const id of ids) {
    await tx.run(sql`
      insert into settlement_plans (settlement_id, loan_id, state, asks, binds, offered_at, offered_on, accept_by, grace_days,
        outstanding, judged_on, code, tell_at, counts_from, borrower_mobile)
      select s.id, s.loan_id, case when k.asks then 'offered' else 'running' end, k.asks, k.asks or k.n > 1, ${now}, ${today},
        ${today}::date + c.settlement_offer_days, c.settlement_grace_days, l.total_outstanding, ${today}, ${randomCode()},
        case when k.asks then ${now}::timestamptz end,
        (select min(a.counts_from) from settlement_acceptances a where a.settlement_id = s.id), l.mobile
      from settlements s join loans l on l.id = s.loan_id join clients c on c.id = l.client_id
        cross join lateral (select count(*) as n, c.settlement_asks = 'always' or (c.settlement_asks = 'instalments' and count(*) > 1) as asks
          from settlement_instalments i where i.settlement_id = s.id) k
      where s.id = ${id} and k.n > 0
      on conflict (settlement_id) do update set state = excluded.state, asks = excluded.asks, binds = excluded.binds,
        offered_at = excluded.offered_at, offered_on = excluded.offered_on, accept_by = excluded.accept_by,
        grace_days = excluded.grace_days, outstanding = excluded.outstanding, judged_on = excluded.judged_on, code = excluded.code,
        tell_at = excluded.tell_at, counts_from = excluded.counts_from, borrower_mobile = excluded.borrower_mobile, accepted_at = null, accepted_channel = null, accepted_language = null, accepted_version = null,
        accepted_terms = null, otp_mac = null, otp_until = null, otp_tries = 0, changed_at = ${now}, noted_at = null,
        noted_by = null`);
  }
  await beginVersions(tx, ids);
  // A second approval restarts the plan of an approved settlement.
  await postPlanWaivers(tx, ids);
  // Money of today may have come already.
  await tx.run(sql`
    insert into settlement_queue (loan_id) select loan_id from settlement_plans where settlement_id = any(${[...ids]})`);
}

/** The plan and the schedule as JSON columns, of a settlement `t`; one payment alone is no schedule. */
export const planColumns: Fragment = sql`
  (select jsonb_build_object('state', q.state, 'asks', q.asks, 'acceptBy', q.accept_by, 'acceptedAt', q.accepted_at,
    'graceDays', q.grace_days, 'on', (q.changed_at at time zone 'Asia/Kolkata')::date,
    'isNews', q.state = 'broken' and q.noted_at is null, 'outstanding', q.outstanding,
    'received', (select coalesce(sum(i.received), 0)::bigint from settlement_instalments i where i.settlement_id = q.settlement_id)) from settlement_plans q where q.settlement_id = t.id) as plan,
  (select case when count(*) > 1 then jsonb_agg(jsonb_build_object('n', i.n, 'dueOn', i.due_on, 'amount', i.amount,
    'received', i.received, 'state', i.state) order by i.n) else '[]' end
    from settlement_instalments i where i.settlement_id = t.id) as instalments`;
