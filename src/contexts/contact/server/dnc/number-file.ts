/** A file of numbers that are not to be called: what differs from other files. */
import { refuseUnknown } from '#contexts/files/server/import/apply-loans.ts';
import { ofLoans } from '#contexts/files/server/import/import-kinds.ts';
import { type ImportJob, refuseRows } from '#contexts/files/server/import/import-store.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { blockNumbers } from './import.ts';
import { flagLoans } from './store.ts';

/** An omitted number means the loan's primary one; a loan without one is rejected. */
async function refuseNumberless(tx: Tx, job: ImportJob, actor: ServerActor): Promise<void> {
  await refuseUnknown(tx, job, actor);
  await refuseRows(
    tx,
    sql`select r.n, 'mobile missing' as reason, 'MOBILE' as field
      from stage r join loans l on l.client_id = ${job.clientId} and l.loan_number = r."loanNumber"
      where r."mobile" is null and l.mobile is null`,
  );
}

export const numberFile = ofLoans('DNC_FILE', blockNumbers, {
  what: sql`"loanNumber", "mobile"`,
  check: refuseNumberless,
  follow: flagLoans,
  stale: ['loans', 'dnc'],
});
