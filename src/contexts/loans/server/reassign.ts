/** Loans of another agent. */
import { consequencesOf } from './consequences.ts';

/** Promises of reassigned loans; listed in `app/server/consequences.ts`. */
export const reassignmentConsequences = consequencesOf<readonly number[]>('reassigned loans');
