import type { WireRow } from '#kernel/contract/endpoint.ts';
import type { loans } from '#contexts/loans/contract/loans.ts';

type Whole = WireRow<typeof loans.one>;
/** Fields cached for every loan, also if its page was never opened. */
type AlwaysThere =
  | 'id'
  | 'version'
  | 'loanNumber'
  | 'isDNC'
  | 'isActive'
  | 'borrowerId'
  | 'loanBorrower'
  | 'client'
  | 'clientId'
  | 'assigneeId'
  | 'mobile'
  | 'address'
  | 'principalOutstanding'
  | 'totalOutstanding'
  | 'loanTags';
/** The loan of a borrower's page. What is undefined is not available on this device; what is null, the loan does not have. */
export type Loan = Pick<Whole, AlwaysThere> & {
  [Name in keyof Omit<Whole, AlwaysThere>]?: Whole[Name] | undefined;
};
