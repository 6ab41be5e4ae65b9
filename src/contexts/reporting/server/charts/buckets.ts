import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** The bucket of so many days past due, as `ageingBuckets` names it. */
export const bucketOf = (dpd: Fragment): Fragment => sql`
  case when ${dpd} is null then 'unknown' when ${dpd} <= 0 then '0' when ${dpd} <= 30 then '1-30' when ${dpd} <= 60 then '31-60'
    when ${dpd} <= 90 then '61-90' when ${dpd} <= 180 then '91-180' else 'Above 180' end`;

/** The place of that bucket among those that are told. */
export const bucketPlace = (dpd: Fragment): Fragment => sql`width_bucket(${dpd}, array[1, 31, 61, 91, 181])`;
