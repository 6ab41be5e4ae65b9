/** Correction of an entire column: its preview with totals, and its execution. */
import type { z } from 'zod/mini';
import { type ColumnReading, readingsOf } from '#contexts/files/contract/reader/columns/column-readings.ts';
import type { files } from '#contexts/files/contract/files.ts';
import type { FileColumn } from '#contexts/files/contract/customer-file.ts';
import type { FileNotice } from '#contexts/files/contract/notices.ts';
import type { RowReason } from '#contexts/files/contract/reader/file-cells.ts';
import { type RowReader, isBad, rowReader } from '#contexts/files/contract/reader/file-rows.ts';
import type { Noted } from '#contexts/files/contract/reader/notice-book.ts';
import { importText } from '#contexts/files/text/en/imports.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import type { FileStore } from '#kernel/server/providers/files/port.ts';
import { readPieces } from '../import/file-reader.ts';
import type { ImportKind } from '../import/import-kinds.ts';
import { type ImportJob, importJob, knownNames } from '../import/import-store.ts';
import { type RowRead, addFix, columnFixer } from './column-fixes.ts';
import { corrected, correctionsOf } from './corrections.ts';
import { type JobToMend, canMend } from './job-to-mend.ts';
import { leftGroups, leftRows } from './left-cells.ts';
import { readAgain } from './refusals.ts';

type Answered = z.output<typeof files.fixColumn.gives>;
const shownRows = 20;
const { row: rowName, column: columnName, reason: reasonName } = importText.errorColumns;

export interface RefusedGroup {
  field: string;
  reason: string;
  count: number;
}
/** Skipped cells: of an applied file those of its loans, of a checked one those it would skip. */
async function leftOutOf(tx: Tx, kind: ImportKind, job: ToRead): Promise<(RefusedGroup & { key: string })[]> {
  const keys = kind.later?.keys ?? [];
  const columns = kind.columns.filter(({ key }) => keys.includes(key));
  if (!job.isDryRun)
    return (await leftGroups(tx, job.id)).flatMap(({ key, ...group }) =>
      columns.flatMap((column) => (column.key === key ? [{ ...group, key, field: column.header }] : [])),
    );
  return job.notices.flatMap(({ column: field, kind: of, reason, count }) =>
    columns.flatMap(({ key, header }) =>
      of === 'left-out' && header === field ? [{ key, field, reason: reason ?? '', count }] : [],
    ),
  );
}

interface ToRead {
  id: number;
  isDryRun: boolean;
  groups: RefusedGroup[] | null;
  notices: FileNotice[];
}
/** Groups as they are shown: only those of a column of ours. */
export async function groupsOf(
  tx: Tx,
  kind: ImportKind,
  jobId: number,
): Promise<z.output<typeof files.rows.gives>['groups']> {
  const job = await tx.one<ToRead>(
    sql`select id, is_dry_run as "isDryRun", refused_groups as groups, coalesce(notices, '[]') as notices
      from file_jobs where id = ${jobId}`,
  );
  if (!job) return [];
  const left = await leftOutOf(tx, kind, job);
  const isSame = (one: RefusedGroup) => (other: RefusedGroup) =>
    one.field === other.field && one.reason === other.reason;
  const refused = job.groups ?? [];
  return [
    ...refused.map((one) => ({ ...one, leftOut: left.find(isSame(one))?.count ?? 0 })),
    ...left
      .filter((one) => !refused.some(isSame(one)))
      .map(({ field, reason, count }) => ({ field, reason, count: 0, leftOut: count })),
  ].flatMap(({ field, reason, count, leftOut }) => {
    const column = kind.columns.find(({ header }) => header === field);
    const readings = (column ? readingsOf(column) : []).filter((one) => count > 0 || one !== 'leaveOut');
    return column && readings.length > 0
      ? [{ key: column.key, field, reason, count: count + leftOut, leftOut, readings }]
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
  safe: Safe;
  kind: ImportKind;
  actor: ServerActor;
  now: Date;
}
/** What is found of the rows, added up as they are read. */
class Look {
  readonly answer: Answered = { fits: 0, left: 0, unchanged: 0, rows: [] };

  add(
    n: number,
    { was, now, stays = false }: { was: string; now: string | undefined; stays?: boolean },
  ): void {
    const { answer } = this;
    if (now === undefined) answer.left += 1;
    else answer.fits += 1;
    if (stays && now !== undefined) answer.unchanged += 1;
    if (answer.rows.length < shownRows) answer.rows.push({ n, was, now: now ?? null });
  }
}
interface Reading {
  job: ImportJob;
  column: FileColumn;
  asked: Asked;
  options: Parameters<typeof rowReader>[2];
  fix: ReturnType<typeof columnFixer>;
}

/** Scans all rejected rows, from the error file. */
async function lookAtRefused(look: Look, { files: store, kind }: Deps, reading: Reading): Promise<void> {
  const { job, column, asked, options, fix } = reading;
  if (!job.errorFileKey) return;
  let read: RowReader | undefined;
  const pieces = readPieces(await store.get(job.errorFileKey), kind.columns, job.mapping ?? undefined);
  for await (const { records, header, at } of pieces) {
    const [atRow, atColumn, atReason] = [rowName, columnName, reasonName].map((name) => header.indexOf(name));
    const row = (read ??= rowReader(kind.columns, at, options));
    for (const { cells } of records) {
      if (cells[atColumn ?? -1] !== column.header || cells[atReason ?? -1] !== asked.reason) continue;
      const place = at.get(column.key) ?? -1;
      const was = cells[place] ?? '';
      const first = { values: { field: column.header, reason: asked.reason as RowReason }, left: [] };
      const fixed = fix(cells, at, first, (again) => ({ values: row(again), left: [] }));
      const isRead = fixed && !(isBad(fixed.values) && fixed.values.field === column.header);
      look.add(Number(cells[atRow ?? -1]), { was, now: isRead ? (cells[place] ?? '') : undefined });
    }
  }
}

/** Scans the file for skipped cells; for an applied one only writable ones. */
async function lookAtLeft(tx: Tx, look: Look, deps: Deps, reading: Reading): Promise<void> {
  const { kind, files: store, safe } = deps;
  const { job, column, asked, options, fix } = reading;
  if (!kind.later?.keys.includes(column.key)) return;
  const open = job.isDryRun ? undefined : await leftRows(tx, job.id, asked, kind.later);
  if (open?.size === 0) return;
  let left: Noted[] = [];
  let row: RowReader | undefined;
  const pieces = readPieces(await store.get(job.key), kind.columns, job.mapping ?? undefined);
  for await (const { records, header, at } of corrected(pieces, await correctionsOf(tx, safe, job.id))) {
    row ??= rowReader(kind.columns, at, {
      ...options,
      width: header.length,
      onNotice: (noted) => noted.kind === 'left-out' && left.push(noted),
    });
    const read = (cells: string[]): RowRead => {
      left = [];
      return { values: row?.(cells) ?? [], left };
    };
    for (const { n, cells, fault, line } of records) {
      if (fault || line || open?.has(n) === false) continue;
      const first = read(cells);
      if (!first.left.some((one) => one.column === column.header && one.reason === asked.reason)) continue;
      const place = at.get(column.key) ?? -1;
      const was = cells[place] ?? '';
      const fixed = fix(cells, at, first, read);
      const now = fixed?.filled.includes(column.key) ? cells[place] : undefined;
      look.add(n, { was, now, stays: open?.get(n) ?? false });
    }
  }
}

async function look(tx: Tx, deps: Deps, jobId: number, asked: Asked): Promise<Answered> {
  const { kind, actor, now } = deps;
  const job = await importJob(tx, jobId);
  const column = kind.columns.find(({ key }) => key === asked.key);
  const found = new Look();
  if (!job || !column) return found.answer;
  const known = await knownNames(tx, kind.people(actor), now);
  const reading: Reading = {
    job,
    column,
    asked,
    options: { ...(job.mapping && { mapping: job.mapping }), known, today: businessDay(now) },
    fix: columnFixer(kind.columns, [{ ...asked, isPending: true }], now),
  };
  await lookAtRefused(found, deps, reading);
  await lookAtLeft(tx, found, deps, reading);
  return found.answer;
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

/** The job uses this reading from now on; rejected where it fits no row. */
export async function fixColumn(tx: Tx, deps: Deps, job: JobToMend, asked: Asked): Promise<Answered> {
  check(deps.kind, job, asked);
  const answer = await look(tx, deps, job.id, asked);
  if (answer.fits === 0) throw wrong();
  await addFix(tx, { ...asked, jobId: job.id, userId: deps.actor.id, rows: answer.fits });
  await readAgain(tx, job.id);
  return answer;
}
