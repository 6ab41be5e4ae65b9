import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** The bucket of so many days past due, as `ageingBuckets` names it. */
export const bucketOf = (dpd: Fragment): Fragment => sql`loan_age(${dpd})`;
