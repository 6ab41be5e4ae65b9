/** Loans searched by their number, as it is or was written, and by the borrower's name, however it is typed. */
import { hasWords, isLongWord, like, likeInLong } from '#kernel/server/database/search.ts';
import { searchWords } from '#kernel/contract/identity/search-name.ts';
import { canonicalLoanNumber } from '#kernel/contract/identity/loan-number.ts';
import { canonicalPhone } from '#kernel/contract/identity/telephone.ts';
import { plainText } from '#kernel/contract/identity/plain-text.ts';
import { type Fragment, empty, sql } from '#kernel/server/database/sql.ts';

/**
 * For a long table, of a column or indexed expression with normalised names. A search without a term of three characters
 * matches prefixes: such terms are in nearly every name.
 */
function nameHasInLong(folded: Fragment, typed: string): Fragment {
  const words = searchWords(typed);
  if (words.length === 0) return sql`false`;
  const isLong = words.some(isLongWord);
  return hasWords(
    folded,
    words.map((word, place) => (isLong || place > 0 ? like(word) : like(word).slice(1))),
  );
}

/** Normalises a typed loan number. */
export const asLoanNumber = (typed: string): string => canonicalLoanNumber(typed).value ?? plainText(typed);

/** A pattern for numbers of loans that have what was typed. */
export const likeLoanNumber = (typed: string): string => likeInLong(asLoanNumber(typed));

/** Loans a lender also sends under this number, as a person answered. */
const alsoCalled = (number: string): Fragment => sql`
  l.id = any(array(select x.id from loan_number_answers a join loans x on x.client_id = a.client_id and x.loan_number = a.like_number
    where a.is_same and a.loan_number = ${number}))`;

/** Matches a number in either case: users type it from a letter or a message in any case. */
const inEitherCase = (number: string): string[] => [
  ...new Set([number, number.toUpperCase(), number.toLowerCase()]),
];
/** Loan ids of a number in either case, or of an alias used by the lender. `among`: of `x`. */
export const loansNumbered = (number: string, among: Fragment): Fragment => sql`array(
  select x.id from loans x where x.loan_number = any(${inEitherCase(number)}) and ${among}
  union select x.id from loan_number_answers a join loans x on x.client_id = a.client_id and x.loan_number = a.like_number
    where a.is_same and a.loan_number = any(${inEitherCase(number)}) and ${among})`;
/** Of loans that are found by a number: those that have exactly this one, or else all. */
export function exactOrAll<T extends { loanNumber: string }>(
  found: readonly T[],
  number: string,
): readonly T[] {
  const exact = found.filter(({ loanNumber }) => loanNumber === number);
  return exact.length > 0 ? exact : found;
}

/** Number or name of the loan `l`; one index answers for each. */
export function loanHas(typed: string): Fragment {
  const number = asLoanNumber(typed);
  const also = /\d/.test(number) ? sql`or ${alsoCalled(number)}` : empty;
  return sql`(l.loan_number ilike ${likeInLong(number)}
    or ${nameHasInLong(sql`coalesce(l.search_name, lower(l.borrower_name))`, typed)} ${also})`;
}

/** Ids of the loans that are found. */
export const loansFound = (typed: string): Fragment =>
  sql`array(select l.id from loans l where ${loanHas(typed)})`;

/** The last four digits of a number, or all of it however it is written: anything between would let a masked one be guessed. */
export function mobileHas(column: Fragment, typed: string): Fragment | undefined {
  const end = /^\d{4}$/.exec(plainText(typed))?.[0];
  if (end) return sql`right(${column}, 4) = ${end}`;
  const whole = canonicalPhone(typed).value;
  return whole ? sql`(right(${column}, 4) = ${whole.slice(-4)} and ${column} = ${whole})` : undefined;
}
