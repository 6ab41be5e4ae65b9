/** What contexts above messaging do for it. */
import { slot } from '#kernel/server/module.ts';
import type { Fragment } from '#kernel/server/database/sql.ts';

/** Of these loans, those with a promise after this day: rows of loan_id and due_on. */
export type PromisesAhead = (day: string, loans: Fragment) => Fragment;
export const promisesAheadSlot = slot<PromisesAhead>('promises ahead');
