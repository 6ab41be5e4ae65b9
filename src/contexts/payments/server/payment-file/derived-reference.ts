/**
 * Reference of a payment in a file without transaction numbers: derived from loan, day, amount and index among equal
 * rows, so that a repeated file contains equal payments. It identifies no payment at a bank.
 */
import { namedLoan } from '#contexts/files/server/import/apply-loans.ts';
import type { ImportJob } from '#contexts/files/server/import/import-store.ts';
import { derivedPrefix } from '#contexts/payments/contract/derived-reference.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

export const isDerived = (reference: Fragment): Fragment =>
  sql`coalesce(starts_with(upper(${reference}), ${derivedPrefix}), false)`;

/**
 * Across all rows of the file, before duplicates are rejected. Rows corrected after application are last among equal
 * ones: the others have their index already.
 */
export const deriveReferences = (tx: Tx, job: ImportJob): Promise<number> =>
  tx.run(sql`
    with placed as (
      select r.n, coalesce(l.id::text, r."loanNumber") as loan, to_char(r."paymentDate", 'YYYYMMDD') as day, r.amount,
        row_number() over (partition by coalesce(l.id::text, r."loanNumber"), r."paymentDate", r.amount
          order by r.n in (select n from mended where ${job.isMending}), r.n) as place
      from stage r left join loans l on ${namedLoan(job)})
    update stage r set "transactionId" = ${derivedPrefix} || p.loan || '-' || p.day || '-' || p.amount || '-' || p.place
    from placed p where p.n = r.n and r."transactionId" is null`);
