/** Compares report totals with their rows; without concurrent work. */
import { declaredSums } from '../../src/contexts/reporting/server/sums/declared.ts';
import { faultsOf } from '../../src/contexts/reporting/server/sums/keep.ts';
import type { Tx } from '../../src/kernel/server/database/database.ts';
import { type Fragment, sql } from '../../src/kernel/server/database/sql.ts';

/** Stored and recomputed values of totals that are not declared. */
const others: Readonly<Record<string, readonly [told: Fragment, rows: Fragment]>> = {
  // Each payment is in the account of its row, and all accounts of a loan add up to zero.
  ledger: [
    sql`select payment_id, account, amount from ledger_differences`,
    sql`select 0::bigint, 'borrower', 0::bigint where false`,
  ],
  rolls: [
    sql`select month, assignee_id, client_id, came_from, went_to, move, sum(loans)::int, sum(amount)::bigint from roll_counts_now
      where month in (select month from month_ends where is_summed)
      group by 1, 2, 3, 4, 5, 6 having sum(loans) <> 0 or sum(amount) <> 0`,
    sql`select e.month, coalesce(l.assignee_id, 0), l.client_id, x.came_from, x.went_to,
        case when x.came_from = 'new' then 'new' when x.went_to = 'gone' then 'gone' when x.came_from = x.went_to then 'same'
          when 'unknown' in (x.came_from, x.went_to) then 'untold'
          when array_position(x.buckets, x.went_to) < array_position(x.buckets, x.came_from) then 'back' else 'on' end,
        count(*)::int, sum(coalesce(a.outstanding, b.outstanding))::bigint
      from month_ends e cross join loans l
        left join loan_month_ends a on a.loan_id = l.id and a.month = (e.month - interval '1 month')::date and a.outstanding is not null
        left join loan_month_ends b on b.loan_id = l.id and b.month = e.month and b.outstanding is not null
        cross join lateral (select case when a.loan_id is null then 'new' else loan_age(a.dpd) end,
          case when b.loan_id is null then 'gone' else loan_age(b.dpd) end,
          array['0', '1-30', '31-60', '61-90', '91-180', 'Above 180']) x (came_from, went_to, buckets)
      where e.is_summed and (a.loan_id is not null or b.loan_id is not null) group by 1, 2, 3, 4, 5, 6`,
  ],
};

/** Faults of these totals, or of all. */
export async function sumFaults(database: Pick<Tx, 'rows'>, names?: readonly string[]): Promise<string[]> {
  const isChosen = (name: string): boolean => names === undefined || names.includes(name);
  const faults = await faultsOf(
    database,
    declaredSums.filter(({ name }) => name !== 'roll_counts' && isChosen(name)),
    declaredSums,
  );
  for (const [name, [told, rows]] of Object.entries(others).filter(([one]) => isChosen(one))) {
    const found = await database.rows<{ kind: string; line: string }>(sql`
      with told as (${told}), counted as (${rows})
      (select 'told' as kind, x::text as line from (select * from told except select * from counted) x limit 5)
      union all (select 'rows' as kind, x::text as line from (select * from counted except select * from told) x limit 5)`);
    faults.push(...found.map(({ kind, line }) => `${name}, ${kind}: ${line}`));
  }
  return faults;
}
