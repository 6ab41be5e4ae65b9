import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import type { ImportJob } from './import-store.ts';

/** A borrower with several loans in a file is updated by the last row only, so that a repeated file changes nothing. */
export async function lastRowWins(tx: Tx, { clientId }: ImportJob): Promise<void> {
  const known = await tx.one(sql`select 1 as ok from loans where client_id = ${clientId} limit 1`);
  // A lender without loans has no borrowers to search.
  if (!known) return keepLast(tx, sql`stage`, sql`"clientBorrowerId"`);
  await tx.run(sql`
    create temp table said on commit drop as
    select i.n, coalesce('borrower ' || coalesce(l.borrower_id, b.id), 'key ' || i."clientBorrowerId") as who from stage i
      left join loans l on l.client_id = ${clientId} and l.loan_number = i."loanNumber"
      left join borrowers b on b.client_id = ${clientId} and b.client_borrower_id = i."clientBorrowerId"`);
  await keepLast(tx, sql`said`, sql`who`);
}

/** All but the last row about each person. */
async function keepLast(tx: Tx, rows: Fragment, who: Fragment): Promise<void> {
  await tx.run(sql`
    update stage r set wins = false
    from (select ${who} as person, max(n) as last from ${rows} where ${who} is not null group by 1 having count(*) > 1) several
      join ${rows} said on said.${who} = several.person
    where r.n = said.n and said.n < several.last`);
}
