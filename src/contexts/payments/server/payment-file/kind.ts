/** A file of payments: what differs from other files. */
import { type Follow, ofLoans } from '#contexts/files/server/import/import-kinds.ts';
import { refuseUnknown } from '#contexts/files/server/import/apply-loans.ts';
import { type ImportJob, holdOtherTotal, refuseRows } from '#contexts/files/server/import/import-store.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { postPayments } from '../ledger/post-payments.ts';
import { deriveReferences } from './derived-reference.ts';
import { foreseePayments } from './foresee.ts';
import { receive } from './receive.ts';
import { recomputeSummary } from '../summaries/summary.ts';

const today = sql`(now() at time zone 'Asia/Kolkata')::date`;

/** Nothing is received tomorrow: such a date was read in the wrong order, or mistyped. */
async function refuseFuture(tx: Tx, job: ImportJob, actor: ServerActor): Promise<void> {
  await refuseUnknown(tx, job, actor);
  await refuseRows(
    tx,
    sql`select r.n, 'date in the future' as reason, 'PAYMENT DATE' as field
      from stage r where r."paymentDate" > ${today}`,
  );
}

const followUndo: Follow = async (tx, loanIds, rowsOf) => {
  await postPayments(tx, await rowsOf('payments'), { reason: 'undone' });
  await recomputeSummary(tx, loanIds);
};

export const paymentFile = ofLoans('PAYMENT_FILE', receive, {
  what: sql`"loanNumber", payment_number("transactionId")`,
  twice: { reason: 'duplicate transaction in file', field: 'TRANSACTION ID' },
  prepare: deriveReferences,
  check: refuseFuture,
  foresee: foreseePayments,
  holds: async (tx, job) => ((await holdOtherTotal(tx, job.id)) ? 'total' : undefined),
  follow: followUndo,
  stale: ['loans', 'payments'],
});
