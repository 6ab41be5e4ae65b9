/** Dry run of a payment file for its check: received, measured, and rolled back. */
import { namedLoan } from '#contexts/files/server/import/apply-loans.ts';
import type { Foreseen, ImportJob } from '#contexts/files/server/import/import-store.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { doubt } from './doubts.ts';
import { gather, isConfirmation } from './receive.ts';

async function countReceipts(tx: Tx, job: ImportJob): Promise<Foreseen | undefined> {
  await gather(
    tx,
    sql`select l.id as loan_id, l.assignee_id, r.n, to_jsonb(r) as row from stage r join loans l on ${namedLoan(job)}`,
  );
  await doubt(tx);
  return tx.one<Foreseen>(sql`
    select (select count(*)::int from stage) - (count(*) filter (where r.held_for is not null or was.id is null
        or ${isConfirmation}))::int as known,
      (count(*) filter (where r.held_for is not null))::int as held
    from receipts r left join payments was on was.id = r.payment_id`);
}

export async function foreseePayments(tx: Tx, job: ImportJob): Promise<Foreseen> {
  await tx.run(sql`savepoint foresee`);
  const counted = await countReceipts(tx, job);
  await tx.run(sql`rollback to savepoint foresee`);
  return counted ?? { known: 0, held: 0 };
}
