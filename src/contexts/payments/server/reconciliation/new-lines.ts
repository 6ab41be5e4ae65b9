/** Uncompared data of a gateway, found by indexes: the cost depends on new data only. */
import { daysUntilMissing } from '#contexts/payments/contract/reconciliation-words.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** Orders, and rows without one. */
export interface ComparedScope {
  attempts: readonly string[];
  rows: readonly number[];
}
export const dayInIndia = (moment: Fragment): Fragment => sql`(${moment} at time zone 'Asia/Kolkata')::date`;

/** As `one`: the valid row of this number among repeated forms; payments are distinguished by their order. */
export const firstForm = sql`lateral (select b.id, b.amount, b.fee, b.tax, b.net from gateway_rows b
  where r.kind not in ('payment', 'other') and b.gateway = r.gateway and b.entity = r.entity and b.kind = r.kind
  order by b.amount, b.fee, b.tax, b.net, b.order_ref, b.payment_ref limit 1) one on true`;
export const isCopy = sql`coalesce(one.id <> r.id, false)`;

/** The first day that files of each gateway are about; looked for once each (`offset 0`), not for each payment. */
export const firstDays = sql`(select f.gateway, (select min(r.day) from gateway_rows r where r.gateway = f.gateway) as day
  from (select distinct gateway from gateway_files) f offset 0)`;

/** Rows are matched by our order, else by the gateway's payment number; by nothing else. */
async function match(tx: Tx, rows: Fragment): Promise<{ id: number; attemptId: string }[]> {
  const which = sql`r.attempt_id is null and r.kind <> 'other' and t.gateway = r.gateway and ${rows}`;
  const returning = sql`returning r.id, t.id as "attemptId"`;
  return [
    ...(await tx.rows<{ id: number; attemptId: string }>(sql`
      update gateway_rows r set attempt_id = t.id from payment_attempts t where ${which} and t.id = r.order_ref ${returning}`)),
    ...(await tx.rows<{ id: number; attemptId: string }>(sql`
      update gateway_rows r set attempt_id = t.id from payment_attempts t
      where ${which} and r.payment_ref <> '' and t.reference = r.payment_ref ${returning}`)),
  ];
}
/** An order is there before its money; only the gateway's number of the payment may come after the line that names it. */
export const matchOrder = async (tx: Tx, attemptId: string): Promise<number[]> =>
  (await match(tx, sql`t.id = ${attemptId}`)).map(({ id }) => id);

/**
 * Orders that should be in a file by now and were not checked yet: of days since, and of days before the first file.
 * Days before a gateway's first file are excluded.
 */
async function lateOf(tx: Tx, gateway: string, now: Date): Promise<string[]> {
  const rows = await tx.rows<{ id: string | null }>(sql`
    with days as materialized (
      select (select min(day) from gateway_rows where gateway = ${gateway}) as first,
        ${dayInIndia(sql`${now}::timestamptz`)} - ${daysUntilMissing}::int - 1 as last,
        (select from_day from gateway_looks where gateway = ${gateway}) as from_day,
        (select to_day from gateway_looks where gateway = ${gateway}) as to_day),
    kept as (
      insert into gateway_looks as k (gateway, from_day, to_day) select ${gateway}, first, greatest(first - 1, last) from days where first is not null
      on conflict (gateway) do update set from_day = least(k.from_day, excluded.from_day), to_day = greatest(k.to_day, excluded.to_day)),
    spans as (
      select first as a, last as b from days where to_day is null
      union all select first, least(from_day - 1, last) from days where first < from_day
      union all select to_day + 1, last from days where to_day < last)
    select t.id from spans s join payment_attempts t on t.gateway = ${gateway} and t.state in ('success', 'reversed')
      and t.settled_at >= s.a::timestamp at time zone 'Asia/Kolkata' and t.settled_at < (s.b + 1)::timestamp at time zone 'Asia/Kolkata'
    where t.state = 'success' and not exists (select from gateway_rows r where r.attempt_id = t.id and r.kind = 'payment' and (r.payment_ref = '' or r.payment_ref = t.reference))`);
  return rows.flatMap(({ id }) => id ?? []);
}

/** Another form of a reported number changes the valid one, so its order is compared again too. */
export async function newOf(
  tx: Tx,
  gateway: string,
  now: Date,
): Promise<{ scope: ComparedScope; late: readonly string[] }> {
  const matched = await match(tx, sql`r.gateway = ${gateway} and not r.is_compared`);
  const lines = await tx.rows<{ id: number; attemptId: string | null }>(sql`
    with fresh as materialized (
      select id, entity, kind from gateway_rows where gateway = ${gateway} and not is_compared and kind <> 'other')
    select r.id, r.attempt_id as "attemptId" from fresh join gateway_rows r on r.id = fresh.id
    union
    select b.id, b.attempt_id from fresh join gateway_rows b on b.gateway = ${gateway} and b.entity = fresh.entity and b.kind = fresh.kind
    where fresh.kind <> 'payment'`);
  const late = await lateOf(tx, gateway, now);
  const all = [...matched, ...lines];
  return {
    scope: {
      attempts: [...new Set([...all.flatMap(({ attemptId }) => attemptId ?? []), ...late])],
      // The difference of a line that had no order is of its line.
      rows: [
        ...new Set([
          ...matched.map(({ id }) => id),
          ...lines.flatMap((r) => (r.attemptId === null ? r.id : [])),
        ]),
      ],
    },
    late,
  };
}
