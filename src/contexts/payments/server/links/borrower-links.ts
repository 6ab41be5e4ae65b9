/** Loan of any link sent to a borrower: complaint, receipts and preferences outlive the link's purpose. */
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { LoanOfLink } from '../slots.ts';

/** Returns the loan of a payment link in any state (withdrawn, paid, expired) or of a mandate page. */
export const loanOfPaymentLink: LoanOfLink = async (tx, code) =>
  (
    await tx.one<{ loanId: number }>(sql`
      select loan_id as "loanId" from payment_codes where code = ${code}
      union all select loan_id from mandates where code = ${code} limit 1`)
  )?.loanId;

/** Returns the loan of the first source that has the link; undefined for a link that was never issued. */
export async function loanOfLink(
  tx: Tx,
  code: string,
  sources: readonly LoanOfLink[],
): Promise<number | undefined> {
  if (code === '') return undefined;
  for (const of of sources) {
    const found = await of(tx, code);
    if (found !== undefined) return found;
  }
  return undefined;
}
