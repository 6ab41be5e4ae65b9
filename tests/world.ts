/** Builders of test data, written with the functions of the product. */
import { postPayments } from '../src/contexts/payments/server/ledger/post-payments.ts';
import type { Tx } from '../src/kernel/server/database/database.ts';
import { type Fragment, sql } from '../src/kernel/server/database/sql.ts';

/** Runs a statement that inserts, updates or deletes rows of `payments`, without `returning`, and posts them. */
export async function changePayments(tx: Tx, statement: Fragment): Promise<number[]> {
  const ids = (await tx.rows<{ id: number }>(sql`${statement} returning id`)).map(({ id }) => id);
  await postPayments(tx, ids);
  return ids;
}
