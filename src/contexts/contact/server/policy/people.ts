/**
 * Borrowers of a request. A borrower is counted once across all their loans and numbers; a shared number is included for
 * both owners, and a number without an owner is a separate borrower.
 */
import { type Fragment, empty, sql } from '#kernel/server/database/sql.ts';

/** Owners of this number, on any loan. */
const ownersOf = (number: Fragment): Fragment => sql`
  select o.borrower_id from loans o where o.mobile = ${number}
  union all select o.borrower_id from loans o where o.alternate_contact1 = ${number}
  union all select o.borrower_id from loans o where o.alternate_contact2 = ${number}
  union all select o.borrower_id from loans o where o.other_mobiles <> '{}' and o.other_mobiles @> array[${number}]`;

/**
 * For few requests as an array, which the planner estimates as ten: an additional number of a loan is estimated in 5,000
 * loans, with memory for as many.
 */
const ownersOfEach = (number: Fragment, few: Fragment): Fragment =>
  few === empty ? sql`(${ownersOf(number)}) o` : sql`unnest(array(${ownersOf(number)})) o (borrower_id)`;

const each = sql`offset 0`;
/** Few requests are looked up one by one (lateral); many join complete tables. */
export const lookup = (isFew: boolean): Fragment => (isFew ? each : empty);

/**
 * CTEs for the rows of `asked`: `meant` has the borrowers of each, `theirs` their loans, `numbers` their numbers. `e` is
 * a borrower, or negative: a number without an owner.
 */
export const whom = (asked: Fragment, few: Fragment): Fragment => sql`
  asked as materialized (${asked}),
  meant as materialized (
    select n, borrower_id as e from asked
    union select a.n, coalesce(o.borrower_id, -a.n - 1) from asked a
      left join lateral ${ownersOfEach(sql`a.phone`, few)} on true where a.phone is not null),
  people as materialized (select distinct e from meant),
  theirs as materialized (
    select p.e, o.id, o.numbers from people p cross join lateral (
      select o.id, array_remove(array[o.mobile, o.alternate_contact1, o.alternate_contact2] || o.other_mobiles, null) as numbers
      from loans o where o.borrower_id = p.e ${few}) o),
  numbers as materialized (
    select distinct t.e, v.number from theirs t cross join lateral unnest(t.numbers) v (number)
    union all select -n - 1, phone from asked where phone is not null and -n - 1 in (select e from people))`;
