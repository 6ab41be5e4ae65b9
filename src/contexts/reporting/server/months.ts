/** Results of loans this month, from totals (decision 560). */
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { amongPeople } from './figures.ts';

/** Progress of a loan in `month_loans`: each step includes the previous ones. */
export const steps = { tried: 1, answered: 2, rightParty: 3, promised: 4, kept: 5 } as const;
/** `paid` of a loan with realised money; one with an agent's report only has one less. */
export const PAID = 2;

interface Whose {
  isAll: boolean;
  people: (column: Fragment) => Fragment;
}
/** Totals `s` of all, or of these users. */
export const ofPeople = ({ isAll, people }: Whose): Fragment =>
  isAll ? sql`true` : amongPeople(sql`s.assignee_id`, people);
/** Totals `s` in scope; of some lenders only with a filter. */
export const sumsOf = (whose: Whose, clientIds?: readonly number[]): Fragment =>
  sql`${ofPeople(whose)} and ${clientIds ? sql`s.client_id = any(${[...clientIds]})` : sql`true`}`;
