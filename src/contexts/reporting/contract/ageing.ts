/** DPD buckets, by their lower bound; `unknown`: missing in the lender's file. */
export const ageingBuckets = ['0', '1-30', '31-60', '61-90', '91-180', 'Above 180', 'unknown'] as const;
export type AgeingBucket = (typeof ageingBuckets)[number];
