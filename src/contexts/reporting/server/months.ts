/** Results of loans this month: totals, maintained per loan (decision 384). */
import type { Database } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { amongPeople, monthOf } from './figures.ts';

/** Progress of a loan in `month_loans`: each step includes the previous ones. */
export const steps = { tried: 1, answered: 2, rightParty: 3, promised: 4, kept: 5 } as const;
/** `paid` of a loan with realised money; one with an agent's report only has one less. */
export const PAID = 2;

interface Whose {
  isAll: boolean;
  people: (column: Fragment) => Fragment;
}
/** Totals `s` of all (-1), or of these users. */
export const ofPeople = ({ isAll, people }: Whose): Fragment =>
  isAll ? sql`s.assignee_id = -1` : amongPeople(sql`s.assignee_id`, people);
/** Totals `s` of `month_counts` in scope; of some lenders only with a filter. */
export const monthSumsOf = (whose: Whose, clientIds?: readonly number[]): Fragment =>
  sql`${ofPeople(whose)} and ${clientIds ? sql`s.client_id = any(${[...clientIds]})` : sql`true`}`;

/** Pages need the current month and the latest dispositions (-infinity); older rows are deleted, future ones remain. */
export async function forgetMonths(database: Database, now: Date): Promise<void> {
  const old = sql`month > '-infinity' and month < ${monthOf(undefined, now).back(1)}`;
  await database.transaction(async (tx) => {
    await tx.run(sql`delete from said_counts where ${old}`);
    if ((await tx.run(sql`delete from month_counts where ${old}`)) === 0) return;
    await tx.run(sql`delete from month_loans where ${old}`);
  });
}
