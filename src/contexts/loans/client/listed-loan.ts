import type { WireRow } from '#kernel/contract/endpoint.ts';
import type { loans } from '#contexts/loans/contract/loans.ts';

/** A loan as lists have it. */
export type ListedLoan = WireRow<typeof loans.list>;
