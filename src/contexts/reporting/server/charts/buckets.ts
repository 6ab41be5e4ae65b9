import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** DPD bucket, as named by `ageingBuckets`. */
export const bucketOf = (dpd: Fragment): Fragment => sql`loan_age(${dpd})`;
