/** PTPs by date, and dispositions by month: totals, and some example loans (decision 560). */
import type { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { MOST_IDS } from './figures.ts';

interface Whose {
  isAll: boolean;
  people: (column: Fragment) => Fragment;
  /** A condition on `l`, a loan. */
  loans: Fragment;
}

/** Month of totals of all time. */
export const ever = sql`'-infinity'::date`;

type Kind = (typeof dispositionIds)[keyof typeof dispositionIds];

/** Dispositions `d` of a kind, with a condition. */
export const everybodys = (kind: Kind, when: Fragment): Fragment =>
  sql`select d.loan_id from borrower_dispositions d where d.disposition_id = ${kind} and ${when}`;
/** Dispositions recorded by these users since then: nearly all of their loans'. */
export const writtenBy = ({ people }: Whose, kind: Kind, when: Fragment, since: Fragment): Fragment => sql`
  select d.loan_id from unnest(array(select u.id from users u where ${people(sql`u.id`)})) p (id) cross join lateral (
    select d.loan_id from borrower_dispositions d
    where d.user_id = p.id and d.disposition_id = ${kind} and d.effective_at >= ${since} and ${when} offset 0) d`;
/** Dispositions of their loans since then, by any user. */
export const saidOfTheirs = ({ loans }: Whose, kind: Kind, since: Fragment): Fragment => sql`
  select d.loan_id from loans l cross join lateral (
    select d.loan_id from borrower_dispositions d
    where d.loan_id = l.id and d.disposition_id = ${kind} and d.effective_at >= ${since} offset 0) d
  where ${loans}`;

/** Above this number of dispositions, nine tenths suffice as example loans. */
const FEW = 50;
const enoughOf = (count: number): number => Math.min(count > FEW ? 0.9 * count : count, MOST_IDS);
/** Example loans of these dispositions, all if few: by the first method, and by the next where the totals show more. */
export async function someLoansOf(
  tx: Tx,
  { loans }: Whose,
  count: number,
  ways: readonly Fragment[],
): Promise<number[]> {
  if (count === 0) return [];
  let ids: number[] = [];
  for (const way of ways) {
    // Each loan is looked up with its disposition, until sufficient.
    const [row] = await tx.planned<{ found: number; ids: number[] | null }>(sql`
      with x as materialized (
        select d.loan_id from (${way}) d
          cross join lateral (select from loans l where l.id = d.loan_id and ${loans} offset 0) l
        limit ${MOST_IDS})
      select count(*)::int as found, array_agg(distinct loan_id) as ids from x`);
    ids = row?.ids ?? [];
    if ((row?.found ?? 0) >= enoughOf(count)) break;
  }
  return ids;
}
