/** One step for a whole column: what it would do to the first rows and to how many, and the order to do it. */
import type { z } from 'zod/mini';
import { type ColumnReading, readingsOf } from '#contexts/files/contract/reader/column-readings.ts';
import type { files } from '#contexts/files/contract/files.ts';
import { isBad, rowReader } from '#contexts/files/contract/reader/file-rows.ts';
import { importText } from '#contexts/files/text/en/imports.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import type { FileStore } from '#kernel/server/providers/files/port.ts';
import { readPieces } from '../import/file-reader.ts';
import type { ImportKind } from '../import/import-kinds.ts';
import { importJob, knownNames } from '../import/import-store.ts';
import { addFix, columnFixer } from './column-fixes.ts';
import { type JobToMend, canMend } from './job-to-mend.ts';
import { readAgain } from './refusals.ts';

type Answered = z.output<typeof files.fixColumn.gives>;
const shownRows = 20;
const { row: rowName, column: columnName, reason: reasonName } = importText.errorColumns;

export interface RefusedGroup {
  field: string;
  reason: string;
  count: number;
}
/** Groups as they are shown: only those of a column of ours. */
export async function groupsOf(
  tx: Tx,
  kind: ImportKind,
  jobId: number,
): Promise<z.output<typeof files.rows.gives>['groups']> {
  const job = await tx.one<{ groups: RefusedGroup[] | null }>(
    sql`select refused_groups as groups from file_jobs where id = ${jobId}`,
  );
  return (job?.groups ?? []).flatMap(({ field, reason, count }) => {
    const column = kind.columns.find(({ header }) => header === field);
    const readings = column ? readingsOf(column) : [];
    return column && readings.length > 0
      ? [{ key: column.key, field, reason, count, readings: [...readings] }]
      : [];
  });
}

interface Asked {
  key: string;
  reason: string;
  reading: ColumnReading;
}
interface Deps {
  files: FileStore;
  kind: ImportKind;
  actor: ServerActor;
  now: Date;
}
/** Looks through all refused rows, as the error file has them. */
async function look(
  tx: Tx,
  { files: store, kind, actor, now }: Deps,
  jobId: number,
  asked: Asked,
): Promise<Answered> {
  const job = await importJob(tx, jobId);
  const column = kind.columns.find(({ key }) => key === asked.key);
  const answer: Answered = { fits: 0, left: 0, rows: [] };
  if (!job?.errorFileKey || !column) return answer;
  const mapping = job.mapping ?? undefined;
  const known = await knownNames(tx, kind.people(actor), now);
  const fix = columnFixer(kind.columns, [{ ...asked, isPending: true }], now);
  let read: ReturnType<typeof rowReader> | undefined;
  for await (const { records, header, at } of readPieces(
    await store.get(job.errorFileKey),
    kind.columns,
    mapping,
  )) {
    const [atRow, atColumn, atReason] = [rowName, columnName, reasonName].map((name) => header.indexOf(name));
    read ??= rowReader(kind.columns, at, { ...(mapping && { mapping }), known });
    for (const { cells } of records) {
      if (cells[atColumn ?? -1] !== column.header || cells[atReason ?? -1] !== asked.reason) continue;
      const place = at.get(column.key) ?? -1;
      const was = cells[place] ?? '';
      const fixed = fix(cells, at, { field: column.header, reason: asked.reason as never }, read);
      const isRead = fixed !== undefined && !(isBad(fixed.values) && fixed.values.field === column.header);
      if (isRead) answer.fits += 1;
      else answer.left += 1;
      if (answer.rows.length < shownRows)
        answer.rows.push({ n: Number(cells[atRow ?? -1]), was, now: isRead ? (cells[place] ?? '') : null });
    }
  }
  return answer;
}

function check(kind: ImportKind, job: JobToMend, asked: Asked): void {
  if (!canMend(job)) throw new Failure('IMPORT_NOT_READY');
  const column = kind.columns.find(({ key }) => key === asked.key);
  if (!column || !readingsOf(column).includes(asked.reading)) throw wrong();
}
const wrong = (): Failure => new Failure('INVALID_INPUT', {}, [{ path: 'reading', fault: 'invalid' }]);

export async function previewColumn(tx: Tx, deps: Deps, job: JobToMend, asked: Asked): Promise<Answered> {
  check(deps.kind, job, asked);
  return look(tx, deps, job.id, asked);
}

/** The job reads the column so from now on; refused where no row can be read so. */
export async function fixColumn(tx: Tx, deps: Deps, job: JobToMend, asked: Asked): Promise<Answered> {
  check(deps.kind, job, asked);
  const answer = await look(tx, deps, job.id, asked);
  if (answer.fits === 0) throw wrong();
  await addFix(tx, { ...asked, jobId: job.id, userId: deps.actor.id, rows: answer.fits });
  await readAgain(tx, job.id);
  return answer;
}
