/**
 * New loans without amounts: rejected, unless the sender states that the file has none; reported where one is missing.
 */
import { type FileNotice, mostExamples } from '#contexts/files/contract/notices.ts';
import { type ImportJob, refuseRows } from '#contexts/files/server/import/import-store.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

const isNew = ({ clientId }: ImportJob): Fragment =>
  sql`not exists (select from loans l where l.client_id = ${clientId} and l.loan_number = r."loanNumber")`;
const isEmpty = {
  POS: sql`r."principalOutstanding" is null`,
  TOS: sql`r."totalOutstanding" is null`,
} as const;

/** A loan with a zero balance caused by a missing amount would be handled wrongly. */
export async function refuseWithoutAmounts(tx: Tx, job: ImportJob): Promise<void> {
  if (job.hasNoAmounts) return;
  const found = sql`from stage r where ${isEmpty.POS} and ${isEmpty.TOS} and ${isNew(job)}`;
  await refuseRows(tx, sql`select r.n, 'POS and TOS missing' as reason, 'POS' as field ${found}`);
}

async function noticeOf(
  tx: Tx,
  { column, kind }: Pick<FileNotice, 'column' | 'kind'>,
  found: Fragment,
): Promise<FileNotice[]> {
  const row = await tx.one<{ count: number; first: number[] | null }>(sql`
    select count(*)::int as count, (array_agg(r.n order by r.n))[1:${mostExamples}::int] as first ${found}`);
  if (!row?.count) return [];
  const examples = (row.first ?? []).map((n) => ({ n, cell: null, value: null }));
  return [{ column, kind, reason: null, count: row.count, examples }];
}

/** Amounts of new loans that no cell of the file states. */
export async function missingAmounts(tx: Tx, job: ImportJob): Promise<FileNotice[]> {
  const { POS, TOS } = isEmpty;
  const rows = (is: Fragment): Fragment => sql`from stage r where ${is} and ${isNew(job)}`;
  return [
    ...(await noticeOf(tx, { column: '', kind: 'without-amounts' }, rows(sql`${POS} and ${TOS}`))),
    ...(await noticeOf(tx, { column: 'POS', kind: 'stored-as-zero' }, rows(sql`${POS} and not ${TOS}`))),
    ...(await noticeOf(tx, { column: 'TOS', kind: 'stored-as-zero' }, rows(sql`${TOS} and not ${POS}`))),
  ];
}
