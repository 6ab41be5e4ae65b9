/** Payments searched by their loan, or by the number of a bank or gateway however it is written. */
import { plainReference } from '#kernel/contract/identity/reference.ts';
import { plainText } from '#kernel/contract/identity/plain-text.ts';
import { loansFound } from '#contexts/loans/server/search.ts';
import { likeInLong } from '#kernel/server/database/search.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** Normalises typed text like stored references. */
export const asReference = (typed: string): string => plainReference(typed).value ?? plainText(typed);
/** A pattern for numbers of payments that have what was typed. */
export const likeReference = (typed: string): string => likeInLong(asReference(typed));

/** Fewer digits are in no bank's number. */
const mayBeNumber = (reference: string): boolean => /^\S+$/.test(reference) && /\d{4}/.test(reference);
const withNumber = (reference: string, states: Fragment): Fragment => sql`
  select loan_id from payments where payment_number(transaction_id) = payment_number(${reference}) and status in (${states})`;

/** The loan `l` is what was typed, or one of its payments has it as its number; each part has an index. */
export function paidLoanHas(typed: string): Fragment {
  const found = sql`l.id = any(${loansFound(typed)})`;
  const reference = asReference(typed);
  if (!mayBeNumber(reference)) return found;
  return sql`(${found} or l.id = any(array(${withNumber(reference, sql`'success', 'reversed'`)}
    union all ${withNumber(reference, sql`'held', 'same', 'refused'`)})))`;
}
