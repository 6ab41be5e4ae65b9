import type { Tx } from '#server/kernel/database.ts';
import { sql } from '#server/kernel/sql.ts';
import type { ImportJob } from './import-store.ts';

/** A person with several loans in the file is told about once, by the last row, so that a file sent again finds nothing to change. */
export async function chooseSpeakers(tx: Tx, { clientId }: ImportJob): Promise<void> {
  const known = await tx.one(sql`select 1 as ok from loans where client_id = ${clientId} limit 1`);
  const who = known
    ? sql`select i.n, coalesce('borrower ' || coalesce(l.borrower_id, b.id), 'key ' || i."clientBorrowerId") as who from stage i
        left join loans l on l.client_id = ${clientId} and l.loan_number = i."loanNumber"
        left join borrowers b on b.client_id = ${clientId} and b.client_borrower_id = i."clientBorrowerId"`
    : // A lender without a loan has no borrowers to look for.
      sql`select i.n, 'key ' || i."clientBorrowerId" as who from stage i where i."clientBorrowerId" is not null`;
  await tx.run(sql`create temp table said on commit drop as ${who}`);
  await tx.run(sql`
    update stage r set speaks = false
    from (select who, max(n) as last from said where who is not null group by who having count(*) > 1) several
      join said on said.who = several.who
    where r.n = said.n and said.n < several.last`);
}
