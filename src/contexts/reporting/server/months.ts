/** What became of loans in the present month: sums, kept loan by loan (decision 384). */
import type { Database } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { amongPeople, monthOf } from './figures.ts';

/** How far a loan came, as `month_loans` keeps it: each has the ones before behind it. */
export const steps = { tried: 1, answered: 2, rightParty: 3, promised: 4, kept: 5 } as const;
/** `paid` of a loan on which money was realized; what an agent alone told of is one less. */
export const PAID = 2;

interface Whose {
  isAll: boolean;
  people: (column: Fragment) => Fragment;
}
/** Sums `s` of everybody (-1), or of these people. */
export const ofPeople = ({ isAll, people }: Whose): Fragment =>
  isAll ? sql`s.assignee_id = -1` : amongPeople(sql`s.assignee_id`, people);
/** The sums `s` of `month_counts` of whoever asks; of some lenders only where they are asked for. */
export const monthSumsOf = (whose: Whose, clientIds?: readonly number[]): Fragment =>
  sql`${ofPeople(whose)} and ${clientIds ? sql`s.client_id = any(${[...clientIds]})` : sql`true`}`;

/** Pages ask for the present month and for what was said last (-infinity); what is older goes, and what is due later stays. */
export async function forgetMonths(database: Database, now: Date): Promise<void> {
  const old = sql`month > '-infinity' and month < ${monthOf(undefined, now).back(1)}`;
  await database.transaction(async (tx) => {
    await tx.run(sql`delete from said_counts where ${old}`);
    if ((await tx.run(sql`delete from month_counts where ${old}`)) === 0) return;
    await tx.run(sql`delete from month_loans where ${old}`);
  });
}
