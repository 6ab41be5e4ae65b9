/** Corrects single left-out cells: each is read as the file's reader reads it, and the job writes it with its next run. */
import type { z } from 'zod/mini';
import type { FileColumn } from '#contexts/files/contract/customer-file.ts';
import type { files } from '#contexts/files/contract/files.ts';
import { type Bad, isBad, rowReader } from '#contexts/files/contract/reader/file-rows.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import type { ImportKind } from '../import/import-kinds.ts';
import { type Correction, openCell } from './corrections.ts';
import type { JobToMend } from './job-to-mend.ts';
import { followedLoans, loanNumberIn } from './refusals.ts';
import { type StoredCell, unreadCount, unreadOf } from './unread-cells.ts';

type Row = z.output<typeof files.rows.gives>['rows'][number];
type Requested = z.output<typeof files.mend.takes>['rows'];
type Answered = z.output<typeof files.mend.gives>['rows'];
type Names = Parameters<typeof rowReader>[2];
interface Deps {
  safe: Safe;
  kind: ImportKind;
  job: JobToMend;
}

const numbersOf = (cells: readonly StoredCell[]): string[] =>
  cells.flatMap(({ loanNumber }) => loanNumber ?? []);

/** Skipped cells as correctable rows: the row itself is imported. */
export async function unreadRows(tx: Tx, { safe, kind, job }: Deps): Promise<{ rows: Row[]; more: number }> {
  const cells = await unreadOf(tx, job, kind.later);
  const followed = await followedLoans(tx, job.id, numbersOf(cells));
  const rows = cells.map(({ n, key, reason, loanNumber, sealed, isChanged }) => ({
    n,
    loanNumber,
    key,
    field: kind.columns.find((column) => column.key === key)?.header ?? key,
    reason,
    value: openCell(safe, job.id, n, sealed),
    isLeftOut: true,
    isFollowed: isChanged || (loanNumber !== null && followed.has(loanNumberIn(loanNumber))),
  }));
  return { rows, more: Math.max(0, (await unreadCount(tx, job)) - rows.length) };
}

/** Why the cell cannot be read; undefined where it has a value. */
function faultOf(column: FileColumn, cell: string, names: Names): Bad | undefined {
  const { header } = column;
  const single: FileColumn = { ...column, isSpare: false };
  const read = rowReader([single], new Map([[column.key, 0]]), names)([cell]);
  if (isBad(read)) return read;
  return read[0] === null ? { field: header, reason: `${header.toLowerCase()} missing` } : undefined;
}

/** Cells that are not among the left-out ones of the job are not answered. */
export async function mendUnread(
  tx: Tx,
  { safe, kind, job }: Deps,
  requested: Requested,
  names: Names,
): Promise<{ rows: Answered; corrections: Correction[] }> {
  const stored = new Map((await unreadOf(tx, job, kind.later)).map((one) => [`${one.n} ${one.key}`, one]));
  const followed = await followedLoans(tx, job.id, numbersOf([...stored.values()]));
  const rows: Answered = [];
  const corrections: Correction[] = [];
  for (const { n, key, was, value } of requested) {
    const cell = stored.get(`${n} ${key}`);
    const column = kind.columns.find((one) => one.key === key);
    if (!cell || !column) continue;
    const now = openCell(safe, job.id, n, cell.sealed);
    const written = value.trim();
    const { loanNumber, reason } = cell;
    const answer = { n, key, field: column.header, reason: null, value: now };
    const bad = faultOf(column, written, names);
    if (now !== was.trim() && now !== written) rows.push({ ...answer, outcome: 'changed', reason });
    else if (cell.isChanged || (loanNumber !== null && followed.has(loanNumberIn(loanNumber))))
      rows.push({ ...answer, outcome: 'followed' });
    else if (bad) rows.push({ ...answer, outcome: 'wrong', reason: bad.reason, value: written });
    else {
      rows.push({ ...answer, outcome: 'ready', value: written });
      corrections.push({ n, key, loanNumber, was: now, value: written });
    }
  }
  return { rows, corrections };
}
