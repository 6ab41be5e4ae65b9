/**
 * The reference of a payment whose file has no transaction numbers: derived from loan, day, amount and place among equal
 * rows, so that the same file again brings the same payments. It names no payment at a bank.
 */
import { loanOf } from '#contexts/files/server/import/apply-loans.ts';
import type { ImportJob } from '#contexts/files/server/import/import-store.ts';
import { derivedPrefix } from '#contexts/payments/contract/derived-reference.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

export const isDerived = (reference: Fragment): Fragment =>
  sql`coalesce(starts_with(upper(${reference}), ${derivedPrefix}), false)`;

/**
 * Of all rows of the file, before equal ones are refused. Rows corrected after the file was applied come last among
 * their equals: the others have their place already.
 */
export const deriveReferences = (tx: Tx, job: ImportJob): Promise<number> =>
  tx.run(sql`
    with placed as (
      select r.n, coalesce(l.id::text, r."loanNumber") as loan, to_char(r."paymentDate", 'YYYYMMDD') as day, r.amount,
        row_number() over (partition by coalesce(l.id::text, r."loanNumber"), r."paymentDate", r.amount
          order by r.n in (select n from mended where ${job.isMending}), r.n) as place
      from stage r left join loans l on ${loanOf(job)})
    update stage r set "transactionId" = ${derivedPrefix} || p.loan || '-' || p.day || '-' || p.amount || '-' || p.place
    from placed p where p.n = r.n and r."transactionId" is null`);
