import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** The bucket of so many days past due, as `ageingBuckets` names it. */
export const bucketOf = (dpd: Fragment): Fragment => sql`loan_age(${dpd})`;

/** The place of that bucket among those that are told. */
export const bucketPlace = (dpd: Fragment): Fragment => sql`width_bucket(${dpd}, array[1, 31, 61, 91, 181])`;
