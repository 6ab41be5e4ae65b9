/** Rows about existing loans: rejected for loans outside the sender's team, then applied in batches. */
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleLoans } from '#contexts/agency/server/visible.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { ImportBy } from './import-by.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { countChunk, keepChange, nextRows, takeAllTurns } from './chunk.ts';
import { type ImportJob, refuseRows } from './import-store.ts';

/**
 * Applies rows with loan_id, own (the loan's mobile), assignee_id, n and row, in one statement or a few; returns all
 * users with changed loan lists. Equal values change nothing and write no history.
 */
export type LoanChange = (tx: Tx, rows: Fragment, by: ImportBy) => Promise<readonly number[]>;

/** The loan `l` that a row `r` of the file names. */
export const namedLoan = ({ clientId }: ImportJob): Fragment =>
  sql`l.client_id = ${clientId} and l.loan_number = r."loanNumber"`;

/** Refuses missing and invisible loans with the same reason. */
export const refuseUnknown = (tx: Tx, job: ImportJob, actor: ServerActor): Promise<number> =>
  refuseRows(
    tx,
    sql`select r.n, 'loan unknown' as reason, 'LOAN NUMBER' as field from stage r
      where not exists (
        select from loans l where ${namedLoan(job)} and ${visibleLoans(actor, sql`l.assignee_id`)})`,
  );

/** Applies the rows after `rowsDone`, in one transaction with their figures. */
export async function applyToLoans(
  tx: Tx,
  job: ImportJob,
  change: LoanChange,
): Promise<{ rows: number; people: number[] }> {
  await takeAllTurns(tx, job.clientId);
  const next = await nextRows(tx, job);
  if (!next) return { rows: 0, people: [] };
  const chunk = sql`r.n > ${job.rowsDone} and r.n <= ${next.last}`;
  // Locked in one order, against deadlocks.
  await tx.run(sql`select l.id from loans l join stage r on ${namedLoan(job)} where ${chunk}
    order by l.id for no key update of l`);
  const people = await change(
    tx,
    sql`select l.id as loan_id, l.mobile as own, l.assignee_id, r.n, to_jsonb(r) as row from stage r join loans l on ${namedLoan(job)}
      where ${chunk}`,
    {
      userId: job.userId,
      jobId: job.id,
      remember: (table, change) => keepChange(tx, job, table, { part: next.last, ...change }),
    },
  );
  const named = await tx.rows<{ id: number }>(
    sql`select distinct l.id from stage r join loans l on ${namedLoan(job)} where ${chunk}`,
  );
  await keepChange(tx, job, 'named', { part: next.last, made: named.map(({ id }) => id) });
  const counted = sql`
    select 0 as made, count(*)::int as known, 0 as woken, (count(*) filter (where l.is_dnc))::int as dnc
    from stage r join loans l on ${namedLoan(job)} where ${chunk}`;
  await countChunk(tx, job, next.last, counted);
  return { rows: next.rows, people: [...new Set(people)] };
}
