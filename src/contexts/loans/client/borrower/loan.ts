import type { WireRow } from '#kernel/contract/endpoint.ts';
import type { loans } from '#contexts/loans/contract/loans.ts';

/** The loan of a borrower's page. */
export type Loan = WireRow<typeof loans.one>;
