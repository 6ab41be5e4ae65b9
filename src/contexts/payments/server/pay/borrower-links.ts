/** The loan behind any link that a borrower was sent: what it paid for is over one day, their rights are not. */
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { LoanOfLink } from '../slots.ts';

/** Payment links in every state, also withdrawn, paid and expired ones, and pages of mandates. */
export const loanOfPaymentLink: LoanOfLink = async (tx, code) =>
  (
    await tx.one<{ loanId: number }>(sql`
      select loan_id as "loanId" from payment_codes where code = ${code}
      union all select loan_id from mandates where code = ${code} limit 1`)
  )?.loanId;

/** The first source that has the link; undefined for one that was never given. */
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
