/** Brings loan numbers and names from before into the form they are compared in, a batch at a time. */
import { canonicalLoanNumber } from '#kernel/contract/identity/loan-number.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Job, Jobs } from '#kernel/server/work/jobs.ts';
import { noteTwin, readOn, reachedOf } from './twins.ts';

const canonicalLoansJob = 'loans.canonical-numbers';
const what = 'loans';
const batch = 2000;

interface Old {
  id: number;
  clientId: number;
  number: string;
  isFolded: boolean;
}

/** The previous number remains readable; where another loan has the canonical form, both remain unchanged. */
async function renumber(tx: Tx, { id, clientId, number }: Old, canonical: string): Promise<void> {
  const other = await tx.one<{ id: number }>(
    sql`select id from loans where client_id = ${clientId} and loan_number = ${canonical}`,
  );
  if (other)
    await noteTwin(tx, {
      kind: 'loan',
      clientId,
      rowId: id,
      otherId: other.id,
      written: number,
      canonical,
    });
  else
    await tx.run(sql`
      update loans set loan_number = ${canonical}, loan_number_received = coalesce(loan_number_received, loan_number)
      where id = ${id}`);
}

async function readSome(tx: Tx, reached: number): Promise<number | undefined> {
  const rows = await tx.rows<Old>(sql`
    select id, client_id as "clientId", loan_number as number,
      search_name is not distinct from nullif(search_name(borrower_name), lower(borrower_name)) as "isFolded"
    from loans where id > ${reached} order by id limit ${batch} for no key update`);
  const unfolded = rows.flatMap(({ id, isFolded }) => (isFolded ? [] : [id]));
  if (unfolded.length > 0)
    await tx.run(sql`
      update loans set search_name = nullif(search_name(borrower_name), lower(borrower_name)) where id = any(${unfolded})`);
  for (const row of rows) {
    const canonical = canonicalLoanNumber(row.number).value ?? row.number;
    if (canonical !== row.number) await renumber(tx, row, canonical);
  }
  return rows.at(-1)?.id;
}

/** Loans stored under two numbers related by a typo or a spreadsheet. */
const noteNear = (tx: Tx): Promise<number> =>
  tx.run(sql`
    insert into identity_twins (kind, client_id, row_id, other_id, written, canonical)
    select 'near-loan', l.client_id, l.id, near.first, l.loan_number, f.loan_number
    from (select client_id, loan_near_key(loan_number) as key, min(id) as first from loans
        where loan_near_key(loan_number) !~ '~' group by 1, 2 having count(*) > 1) near
      join loans l on l.client_id = near.client_id and loan_near_key(l.loan_number) = near.key and l.id <> near.first
      join loans f on f.id = near.first
    where are_parts_alike(l.loan_number, f.loan_number) and not exists (select from loan_number_answers a where a.client_id = l.client_id and not a.is_same
      and ((a.loan_number = l.loan_number and a.like_number = f.loan_number)
        or (a.loan_number = f.loan_number and a.like_number = l.loan_number)))
    on conflict do nothing`);

export const canonicalLoans = (database: Database): Job => ({
  name: canonicalLoansJob,
  retries: 5,
  async run(_, { signal, log }) {
    if (!(await readOn(database, what, { signal, batch: readSome }))) return;
    const near = await database.transaction(async (tx) => {
      await tx.run(sql`set local statement_timeout = '10min'`);
      return noteNear(tx);
    });
    log.info({ near }, 'loan numbers and names read');
  },
});

/** Runs at each start and every hour, to include loans added by servers of the previous version. */
export async function askForCanonicalLoans(database: Database, jobs: Jobs): Promise<void> {
  const reached = await reachedOf(database, what);
  if (!(await database.one(sql`select 1 as ok from loans where id > ${reached} limit 1`))) return;
  await database.transaction((tx) => jobs.enqueue(tx, canonicalLoansJob, {}));
}
