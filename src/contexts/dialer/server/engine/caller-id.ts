/** Which number a borrower sees, and why they are called. */
import { series1600 } from '#contexts/lenders/server/caller-id.ts';
import type { Refusal } from '#contexts/contact/server/policy/contact.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { mayTry } from '../trunks/choice.ts';

/**
 * Caller ID purpose of a loan: a requested callback (promised for today, or a missed call), nothing past due yet, or
 * collection.
 */
export const purposeOf = (loanId: number | Fragment, now: Date): Fragment => sql`(
  select case
    when exists (select from leads x where x.loan_id = called.id and x.callback_at
        < ((${now}::timestamptz at time zone 'Asia/Kolkata')::date + 1)::timestamp at time zone 'Asia/Kolkata')
      or exists (select from missed_calls m where m.borrower_id = called.borrower_id and m.closed_at is null) then 'call_back'
    when called.dpd = 0 then 'reminder' else 'collection' end
  from loans called where called.id = ${loanId})`;

/** Excludes numbers that are out of service, unless this call is the trial call of one. */
const inService = (id: Fragment, now: Date): Fragment => sql`not exists (
  select from line_health h where h.kind = 'caller_id' and h.line = ${id} and not ${mayTry(
    now,
    sql`exists (select from call_attempts x where x.state <> 'ended' and x.caller_id = h.line)`,
  )})`;

/**
 * Returns the first number in service: of campaign `c` if it belongs to client `s`, then of this purpose, then of the
 * client; null: the loan cannot be called. Never a number the client must not show.
 */
export const numberShown = (purpose: Fragment, now: Date): Fragment => sql`(
  select v.id from (values
      (1, case when c.client_id = s.id and (not s.series_only or c.caller_id ~ ${series1600}) then c.caller_id end),
      (2, case ${purpose} when 'call_back' then s.call_back_caller_id when 'reminder' then s.reminder_caller_id end),
      (3, s.caller_id)) v (place, id)
    where v.id is not null and ${inService(sql`v.id`, now)} order by v.place limit 1)`;

/** Returns the number that a call of this loan in this campaign shows now. */
export const callerIdOf = (loanId: number, campaignId: number, now: Date): Fragment => sql`(
  select ${numberShown(purposeOf(loanId, now), now)} from loans l join clients s on s.id = l.client_id
    left join campaigns c on c.id = ${campaignId} where l.id = ${loanId})`;

/** Retry interval of loans without a number: one may have been added or restored. */
const triedAgainMs = 900_000;
/** Loans of a campaign without a caller ID: carriers reject such a call or replace the number. */
export const withoutCallerId = async (
  tx: Tx,
  loanIds: readonly number[],
  campaignId: number,
  now: Date,
): Promise<ReadonlyMap<number, Refusal>> => {
  const rows = await tx.rows<{ id: number }>(sql`
    select l.id from loans l join clients s on s.id = l.client_id left join campaigns c on c.id = ${campaignId}
    where l.id = any(${[...loanIds]}::bigint[]) and ${numberShown(purposeOf(sql`l.id`, now), now)} is null`);
  const until = new Date(now.getTime() + triedAgainMs).toISOString();
  return new Map(rows.map(({ id }) => [id, { rule: 'no_caller_id', until }]));
};

/**
 * Returns the number of call `k`: for an outbound call the number it was placed with. For a transferred inbound call that
 * of its campaign `c` if the campaign belongs to the client, else the client's.
 */
export const callerIdColumn = sql`
  coalesce(k.caller_id, case when k.loan_id is null then c.caller_id else (
    select case when c.client_id = s.id and (not s.series_only or c.caller_id ~ ${series1600})
      then coalesce(c.caller_id, own.id) else own.id end
    from loans l join clients s on s.id = l.client_id
    cross join lateral (select coalesce(
      case k.purpose when 'call_back' then s.call_back_caller_id when 'reminder' then s.reminder_caller_id end,
      s.caller_id) as id) own
    where l.id = k.loan_id) end) as "callerId"`;
