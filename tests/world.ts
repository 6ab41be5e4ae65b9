/** Builders of test data, each by the functions of the product that make it consistent. */
import { payOff } from '../src/contexts/loans/server/pay-off.ts';
import { reassignmentConsequences } from '../src/contexts/loans/server/reassign.ts';
import { postPayments } from '../src/contexts/payments/server/ledger/post-payments.ts';
import { paymentConsequences } from '../src/contexts/payments/server/summaries/summary.ts';
import { dropPromises, openPromises } from '../src/contexts/work/server/promises/of-dispositions.ts';
import type { Tx } from '../src/kernel/server/database/database.ts';
import { type Fragment, sql } from '../src/kernel/server/database/sql.ts';

/** Runs a statement that inserts, updates or deletes rows of `payments`, without `returning`, with its consequences. */
export async function changePayments(tx: Tx, statement: Fragment): Promise<number[]> {
  const changed = await tx.rows<{ id: number; loanId: number }>(
    sql`${statement} returning id, loan_id as "loanId"`,
  );
  const ids = changed.map(({ id }) => id);
  await postPayments(tx, ids);
  await paymentConsequences.run(
    tx,
    changed.map(({ loanId }) => loanId),
  );
  return ids;
}

/** Runs a statement that updates rows of `loans`, without `returning`, with the consequences of their amounts and agents. */
export async function changeLoans(tx: Tx, statement: Fragment): Promise<number[]> {
  const ids = (await tx.rows<{ id: number }>(sql`${statement} returning id`)).map(({ id }) => id);
  await payOff(tx, ids);
  await reassignmentConsequences.run(tx, ids);
  return ids;
}

/** Runs a statement that inserts or updates rows of `borrower_dispositions`, without `returning`, and opens their promises. */
export async function changeDispositions(tx: Tx, statement: Fragment): Promise<number[]> {
  const ids = (await tx.rows<{ id: number }>(sql`${statement} returning id`)).map(({ id }) => id);
  await dropPromises(tx, ids);
  await openPromises(tx, ids);
  return ids;
}
