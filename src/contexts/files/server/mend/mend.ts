/** Corrects cells of rejected rows: validated like the file, stored with their author, and re-read by the job. */
import type { z } from 'zod/mini';
import type { FileColumn } from '#contexts/files/contract/customer-file.ts';
import type { files } from '#contexts/files/contract/files.ts';
import { type Bad, isBad, rowReader } from '#contexts/files/contract/reader/file-rows.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import type { ImportKind } from '../import/import-kinds.ts';
import { importJob, knownNames } from '../import/import-store.ts';
import {
  type Cells,
  type Correction,
  correctionsMade,
  keepCorrections,
  openCell,
  openCells,
} from './corrections.ts';
import { fixesMade } from './column-fixes.ts';
import { groupsOf } from './fix-column.ts';
import { unchangedRows } from './left-cells.ts';
import { type JobToMend, canMend } from './job-to-mend.ts';
import { mendUnread, unreadRows } from './mend-unread.ts';
import * as store from './refusals.ts';

type Asked = z.output<typeof files.mend.takes>['rows'];
type Answered = z.output<typeof files.mend.gives>['rows'];
const columnOf = (kind: ImportKind, field: string): FileColumn | undefined =>
  kind.columns.find(({ header }) => header === field);

export async function rowsToMend(
  tx: Tx,
  safe: Safe,
  kind: ImportKind,
  job: JobToMend,
): Promise<z.output<typeof files.rows.gives>> {
  const refused = await store.refusalsOf(tx, job.id);
  const left = await tx.one<{ n: number }>(
    sql`select coalesce(incorrect_records, 0) as n from file_jobs where id = ${job.id}`,
  );
  const unread = await unreadRows(tx, { safe, kind, job });
  const changes = await correctionsMade(tx, job.id);
  const followed = await store.followedLoans(
    tx,
    job.id,
    refused.flatMap(({ loanNumber }) => loanNumber ?? []),
  );
  return {
    rows: [
      ...refused.map(({ n, field, reason, loanNumber, sealed }) => {
        const cells = openCells(safe, job.id, n, sealed);
        const key = columnOf(kind, field)?.key;
        const value = key === undefined ? undefined : cells[key];
        return {
          n,
          loanNumber,
          field,
          reason,
          isLeftOut: false,
          isFollowed: loanNumber !== null && followed.has(store.loanNumberIn(loanNumber)),
          key: value === undefined ? null : (key ?? null),
          value: value ?? '',
        };
      }),
      ...unread.rows,
    ],
    more: Math.max(0, (left?.n ?? 0) - refused.length) + unread.more,
    changes: changes.map(({ key, was, value, n, ...made }) => ({
      ...made,
      n,
      field: kind.columns.find((column) => column.key === key)?.header ?? key,
      was: openCell(safe, job.id, n, was),
      value: openCell(safe, job.id, n, value),
    })),
    groups: await groupsOf(tx, kind, job.id),
    columns: await correctedColumns(tx, kind, job.id),
    canMend: canMend(job),
  };
}

/** Column corrections, newest first, each with its unchanged loans. */
async function correctedColumns(
  tx: Tx,
  kind: ImportKind,
  jobId: number,
): Promise<z.output<typeof files.rows.gives>['columns']> {
  const unchanged = await unchangedRows(tx, jobId);
  return (await fixesMade(tx, jobId)).map(({ id, key, ...made }) => {
    const named = unchanged.filter(({ fixId }) => fixId === id);
    return {
      ...made,
      field: kind.columns.find((column) => column.key === key)?.header ?? key,
      unchanged: named[0]?.count ?? 0,
      named: named.map(({ n, loanNumber, outcome }) => ({ n, loanNumber, outcome })),
    };
  });
}

interface Judged {
  answer: Answered[number];
  correction?: Correction;
  refusal?: store.RefusedRow & { isReady: boolean };
}
/** One row with one corrected cell. */
function judge(
  { n, key, was, value }: Asked[number],
  known: (store.KeptRow & { cells: Cells }) | undefined,
  { read, followed }: { read: (cells: Cells) => Bad | undefined; followed: ReadonlySet<string> },
): Judged {
  const now = known?.cells[key];
  if (!known || now === undefined)
    return { answer: { n, key, outcome: 'gone', field: '', reason: null, value: null } };
  const { field, reason, loanNumber } = known;
  const written = value.trim();
  // Another user has changed the cell: their value is shown before it is overwritten.
  if (now !== was.trim() && now !== written)
    return { answer: { n, outcome: 'changed', field, reason, value: now } };
  const cells = { ...known.cells, [key]: written };
  if (followed.has(store.loanNumberIn(cells['loanNumber'] ?? loanNumber ?? '')))
    return { answer: { n, outcome: 'followed', field, reason: null, value: now } };
  const bad = read(cells);
  const correction = now === written ? undefined : { n, key, loanNumber, was: now, value: written };
  if (!bad) {
    const named = cells['loanNumber'] ?? null;
    return {
      answer: { n, outcome: 'ready', field, reason: null, value: written },
      ...(correction && { correction }),
      refusal: { n, field, reason, loanNumber: named, isUnclear: known.isUnclear, cells, isReady: true },
    };
  }
  const answer = {
    n,
    outcome: 'wrong',
    field: bad.field,
    reason: bad.reason,
    value: cells[key] ?? '',
  } as const;
  // A cell that is as wrong as before is not worth keeping.
  if (bad.field === field) return { answer };
  const refusal = {
    n,
    field: bad.field,
    reason: bad.reason,
    loanNumber: bad.loanNumber ?? null,
    isUnclear: bad.isUnclear ?? false,
    cells,
    isReady: false,
  };
  return { answer, refusal, ...(correction && { correction }) };
}

type Found = ReadonlyMap<number, store.KeptRow & { cells: Cells }>;
/** Requested rejected rows with their cells. */
async function foundOf(tx: Tx, safe: Safe, jobId: number, asked: Asked): Promise<Found> {
  const ns = asked.map(({ n }) => n);
  const rows = await store.refusalsOf(tx, jobId, ns);
  return new Map(rows.map((one) => [one.n, { ...one, cells: openCells(safe, jobId, one.n, one.sealed) }]));
}
/** Every loan number the rows name, before and after they are corrected. */
const numbersIn = (asked: Asked, found: Found): string[] =>
  asked.flatMap(({ n, key, value }) => [
    found.get(n)?.cells['loanNumber'] ?? found.get(n)?.loanNumber ?? '',
    ...(key === 'loanNumber' ? [value.trim()] : []),
  ]);

/** Answers what became of each row, what was written, and whether the job has something to read. */
export async function mendRows(
  tx: Tx,
  {
    safe,
    kind,
    actor,
    job,
    asked,
    now,
  }: {
    safe: Safe;
    kind: ImportKind;
    actor: ServerActor;
    job: JobToMend;
    asked: Asked;
    now: Date;
  },
): Promise<{ rows: Answered; corrections: Correction[]; isAgain: boolean }> {
  if (!canMend(job)) throw new Failure('IMPORT_NOT_READY');
  const mapping = (await importJob(tx, job.id))?.mapping ?? undefined;
  const known = await knownNames(tx, kind.people(actor), now);
  const found = await foundOf(tx, safe, job.id, asked);
  const names = { ...(mapping && { mapping }), known, today: businessDay(now) };
  const read = (cells: Cells): Bad | undefined => {
    const keys = Object.keys(cells);
    const at = new Map(keys.map((key, place) => [key, place]));
    const row = rowReader(kind.columns, at, names)(Object.values(cells));
    return isBad(row) ? row : undefined;
  };
  const refused = asked.filter(({ n }) => found.has(n));
  const others = asked.filter(({ n }) => !found.has(n));
  // Duplicate rows and skipped cells in a request are corrected once.
  const cells = [...new Map(others.map((one) => [`${one.n} ${one.key}`, one])).values()];
  const unread = await mendUnread(tx, { safe, kind, job }, cells, names);
  const isAnswered = ({ n, key }: Asked[number]): boolean =>
    unread.rows.some((one) => one.n === n && one.key === key);
  const once = [
    ...new Map(refused.map((one) => [one.n, one])).values(),
    ...cells.filter((one) => !isAnswered(one)),
  ];
  const followed = await store.followedLoans(tx, job.id, numbersIn(once, found));
  const judged = once.map((one) => judge(one, found.get(one.n), { read, followed }));
  const corrections = [...judged.flatMap(({ correction }) => correction ?? []), ...unread.corrections];
  const refusals = judged.flatMap(({ refusal }) => refusal ?? []);
  if (corrections.length) await keepCorrections(tx, safe, { jobId: job.id, userId: actor.id }, corrections);
  if (refusals.length) await store.changeRefusals(tx, safe, job.id, refusals);
  const isAgain = refusals.length + unread.corrections.length > 0;
  if (isAgain) await store.readAgain(tx, job.id);
  return { rows: [...judged.map(({ answer }) => answer), ...unread.rows], corrections, isAgain };
}
