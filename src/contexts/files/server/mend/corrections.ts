/** Corrections of single cells: read instead of the file's value, and stored encrypted with their author. */
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import type { Piece } from '../import/file-reader.ts';

export type Cells = Readonly<Record<string, string>>;
/** Cells by row and column. */
export type Corrections = ReadonlyMap<number, Cells>;

const about = (jobId: number, n: number): string => `row ${n} of import ${jobId}`;
export const sealCells = (safe: Safe, jobId: number, n: number, cells: Cells): string =>
  safe.seal(JSON.stringify(cells), about(jobId, n));
export const openCells = (safe: Safe, jobId: number, n: number, sealed: string): Cells =>
  JSON.parse(safe.open(sealed, about(jobId, n))) as Cells;
export const sealCell = (safe: Safe, jobId: number, n: number, cell: string): string =>
  safe.seal(cell, about(jobId, n));
export const openCell = (safe: Safe, jobId: number, n: number, sealed: string): string =>
  safe.open(sealed, about(jobId, n));

export async function correctionsOf(tx: Tx, safe: Safe, jobId: number): Promise<Corrections> {
  const rows = await tx.rows<{ n: number; key: string; value: string }>(sql`
    select distinct on (n, key) n, key, value from import_corrections where job_id = ${jobId} order by n, key, id desc`);
  const found = new Map<number, Record<string, string>>();
  for (const { n, key, value } of rows) {
    const cells = found.get(n) ?? {};
    cells[key] = openCell(safe, jobId, n, value);
    found.set(n, cells);
  }
  return found;
}

/** A row with its corrected cells. */
export function correct(cells: string[], at: Piece['at'], instead: Cells | undefined): void {
  if (!instead) return;
  for (const [key, value] of Object.entries(instead)) {
    const place = at.get(key);
    if (place === undefined) continue;
    while (cells.length <= place) cells.push('');
    cells[place] = value;
  }
}

export async function* corrected(
  pieces: AsyncIterable<Piece>,
  corrections: Corrections,
): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    if (corrections.size)
      for (const { n, cells } of piece.records) correct(cells, piece.at, corrections.get(n));
    yield piece;
  }
}

export interface Correction {
  n: number;
  key: string;
  loanNumber: string | null;
  was: string;
  value: string;
}
export const keepCorrections = (
  tx: Tx,
  safe: Safe,
  { jobId, userId }: { jobId: number; userId: number },
  rows: readonly Correction[],
): Promise<number> =>
  tx.run(sql`
    insert into import_corrections (job_id, n, key, loan_number, was, value, user_id)
    select ${jobId}, x.n, x.key, x.loan, x.was, x.value, ${userId}
    from unnest(${rows.map(({ n }) => n)}::int[], ${rows.map(({ key }) => key)}::text[],
      ${rows.map(({ loanNumber }) => loanNumber)}::text[],
      ${rows.map(({ n, was }) => sealCell(safe, jobId, n, was))}::text[],
      ${rows.map(({ n, value }) => sealCell(safe, jobId, n, value))}::text[]) as x (n, key, loan, was, value)`);

interface CorrectionMade {
  n: number;
  key: string;
  was: string;
  value: string;
  by: string;
  at: string;
  /** Why the loan has its value all the same: it was changed between the correction and its job. */
  outcome: 'changed' | 'followed' | null;
}
const shownChanges = 200;
export const correctionsMade = (tx: Tx, jobId: number) =>
  tx.rows<CorrectionMade>(sql`
    select c.n, c.key, c.was, c.value, u.first_name || ' ' || u.last_name as by, c.at, l.outcome
    from import_corrections c join users u on u.id = c.user_id
      left join import_left_cells l on l.job_id = c.job_id and l.n = c.n and l.key = c.key and l.outcome <> 'written'
    where c.job_id = ${jobId} order by c.id desc limit ${shownChanges}`);
