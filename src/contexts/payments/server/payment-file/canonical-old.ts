/** Brings transaction numbers from before into their canonical form, a batch at a time. */
import { noteTwin, readOn, reachedOf } from '#contexts/loans/server/identity/twins.ts';
import { canonicalReference, plainReference } from '#kernel/contract/identity/reference.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Job, Jobs } from '#kernel/server/work/jobs.ts';

const jobName = 'payments.canonical-numbers';
const what = 'payments';
const batch = 2000;

interface Old {
  id: number;
  loanId: number;
  clientId: number;
  number: string | null;
}

/**
 * The received text remains readable; if the loan already has a payment with the canonical number, both remain and are
 * listed as twins.
 */
async function renumber(tx: Tx, old: Old, canonical: string): Promise<void> {
  const other = await tx.one<{ id: number }>(sql`
    select id from payments where loan_id = ${old.loanId} and id <> ${old.id} and status in ('success', 'reversed')
      and payment_number(transaction_id) = payment_number(${canonical}) limit 1`);
  if (other)
    await noteTwin(tx, {
      kind: 'payment',
      clientId: old.clientId,
      rowId: old.id,
      otherId: other.id,
      written: old.number ?? '',
      canonical,
    });
  else
    await tx.run(sql`
      update payments set transaction_id = ${canonical},
        transaction_id_received = coalesce(transaction_id_received, transaction_id) where id = ${old.id}`);
}

/** Numbers of gateways and of cash receipts are ours: they stay as they are. */
async function readSome(tx: Tx, reached: number): Promise<number | undefined> {
  const rows = await tx.rows<Old>(sql`
    select p.id, p.loan_id as "loanId", l.client_id as "clientId",
      case when p.attempt_id is null and lower(p.mode) is distinct from 'cash' then p.transaction_id end as number
    from payments p join loans l on l.id = p.loan_id where p.id > ${reached} order by p.id limit ${batch} for no key update of p`);
  for (const row of rows) {
    const canonical = row.number === null ? undefined : canonicalReference(row.number).value;
    if (row.number === null || canonical === undefined) continue;
    if (canonical === row.number.replace(/\s/g, '').toUpperCase()) continue;
    await renumber(tx, row, plainReference(row.number).value ?? canonical);
  }
  return rows.at(-1)?.id;
}

export const canonicalPayments = (database: Database): Job => ({
  name: jobName,
  retries: 5,
  run: async (_, { signal }) => void (await readOn(database, what, { signal, batch: readSome })),
});

/** Runs at each start and every hour, to include payments added by servers of the previous version. */
export async function askForCanonicalPayments(database: Database, jobs: Jobs): Promise<void> {
  const reached = await reachedOf(database, what);
  if (!(await database.one(sql`select 1 as ok from payments where id > ${reached} limit 1`))) return;
  await database.transaction((tx) => jobs.enqueue(tx, jobName, {}));
}
