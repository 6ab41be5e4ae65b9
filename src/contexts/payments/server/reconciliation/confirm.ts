/** Confirms rows that would resolve an open difference with the gateway's settlement API (decision 220). */
import type { Database } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Gateway } from '../gateways/port.ts';
import type { SettledRow } from './row.ts';

/** Batch of polled settlements; the others follow later. */
const mostAsked = 60;

/** Settlements with a row awaiting the gateway's confirmation. */
const awaited = (database: Database, { name, settled }: Gateway): Promise<{ of: string }[]> => {
  const of = settled?.by === 'utr' ? sql`nullif(r.utr, '')` : sql`r.settled_on::text`;
  return database.rows<{ of: string }>(sql`
    select of from (select distinct on (${of}) ${of} as of, d.opened_at from gateway_differences d
      join gateway_rows r on r.attempt_id = d.attempt_id and r.confirmed_at is null and r.is_settled
      where d.state = 'open' and d.gateway = ${name} and d.kind in ('missing', 'on-hold', 'chargeback', 'given-back') and ${of} is not null
      order by ${of}, d.opened_at desc) s
    order by opened_at desc limit ${mostAsked}`);
};

const keep = (database: Database, gateway: string, rows: readonly SettledRow[], now: Date): Promise<number> =>
  database.transaction((tx) =>
    tx.run(sql`
      update gateway_rows g set confirmed_at = ${now}, is_compared = false
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (entity text, kind text, "orderRef" text, "paymentRef" text, amount bigint,
        fee bigint, tax bigint, net bigint)
      where g.gateway = ${gateway} and g.entity = r.entity and g.kind = r.kind and g.order_ref = r."orderRef" and g.payment_ref = r."paymentRef"
        and g.amount = r.amount and g.fee = r.fee and g.tax = r.tax and g.net = r.net and g.confirmed_at is null and g.is_settled`),
  );

/** Returns the number of rows confirmed by the gateway; unanswered ones are polled again in an hour. */
export async function confirmLines(
  database: Database,
  gateway: Gateway | undefined,
  now: Date,
): Promise<number> {
  if (!gateway?.settled) return 0;
  let confirmed = 0;
  for (const { of } of await awaited(database, gateway)) {
    const lines = await gateway.settled.lines(of).catch(() => []);
    const settled = lines.filter(({ isSettled }) => isSettled);
    if (settled.length > 0) confirmed += await keep(database, gateway.name, settled, now);
  }
  return confirmed;
}
