/** The job that reads a customer file: parse, name the bad rows, apply the good ones in chunks, write the error file. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { Database } from '#server/kernel/database.ts';
import { eventLog, signal } from '#server/kernel/event.ts';
import { csvLine } from '#server/kernel/csv-safe.ts';
import type { Job, JobContext } from '#server/kernel/jobs.ts';
import { sql } from '#server/kernel/sql.ts';
import type { FileStore } from '#server/providers/files/port.ts';
import { importText } from '#text/en/imports.ts';
import { applyChunk } from './apply.ts';
import { readHeader, readRow } from './customer-rules.ts';
import * as store from './import-store.ts';

const batch = 2000;
const most = { rows: 500_000, columns: 200, field: 64 * 1024, record: 256 * 1024 };
interface Deps {
  database: Database;
  files: FileStore;
}

/** The file as a whole cannot be read; the words are for the person who sent it. */
class Unreadable extends Error {}

/** UTF-8 only, no NUL: what a spreadsheet saves as UTF-16 or a zip named .csv ends here. */
async function* textOf(body: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decoded = (chunk?: Buffer): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new Unreadable(importText.notText);
    }
  };
  for await (const chunk of body) {
    const text = decoded(chunk as Buffer);
    if (text.includes('\u0000')) throw new Unreadable(importText.notText);
    yield text;
  }
  yield decoded();
}

async function readFile({ database, files }: Deps, job: store.ImportJob, stop: AbortSignal): Promise<void> {
  const agents = await store.agentsByEmail(database);
  const source = Readable.from(textOf(await files.get(job.key)));
  const records = parse({
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: most.record,
    info: true,
  });
  // A pipe carries bytes, not errors.
  source.once('error', (error) => records.destroy(error));
  source.pipe(records);
  let at: Map<string, number> | undefined;
  let n = 0;
  let good: store.ReadRow[] = [];
  let bad: store.BadRow[] = [];
  const flush = async (): Promise<void> => {
    stop.throwIfAborted();
    await database.transaction((tx) => store.keepRows(tx, job.id, good, bad));
    good = [];
    bad = [];
  };
  for await (const item of records) {
    const { record } = item as { record: string[] };
    if (record.length > most.columns) throw new Unreadable(importText.tooManyColumns);
    if (record.some((cell) => cell.length > most.field)) throw new Unreadable(importText.fieldTooLong);
    if (!at) {
      const header = readHeader(record);
      if (header.missing.length) throw new Unreadable(importText.columnsMissing(header.missing.join(', ')));
      if (header.twice.length) throw new Unreadable(importText.columnsTwice(header.twice.join(', ')));
      at = header.at;
      continue;
    }
    if (++n > most.rows) throw new Unreadable(importText.tooManyRows);
    const result = readRow(record, at, agents);
    if ('row' in result) good.push({ n, row: result.row });
    else bad.push({ n, ...result, line: csvLine(record).trimEnd() });
    if (good.length + bad.length >= batch) await flush();
  }
  if (!at) throw new Unreadable(importText.empty);
  await flush();
}

/** Row number, reason and the original row, safe to open in a spreadsheet. */
async function writeErrors({ database, files }: Deps, jobId: number): Promise<string | null> {
  const errors = await store.errorsOf(database, jobId);
  if (errors.length === 0) return null;
  const key = `error-file/${randomUUID()}`;
  const lines = function* (): Generator<string> {
    yield csvLine(['ROW', 'COLUMN', 'REASON', 'LINE']);
    for (const { n, field, reason, line } of errors)
      yield `${csvLine([n, field, reason]).trimEnd()},${line}\r\n`;
  };
  await files.put(key, Readable.from(lines()), Number.MAX_SAFE_INTEGER);
  return key;
}

async function applyAll({ database }: Deps, jobId: number, stop: AbortSignal): Promise<void> {
  for (let rows = 1; rows > 0;) {
    stop.throwIfAborted();
    rows = await database.transaction(async (tx) => {
      const job = await store.importJob(tx, jobId);
      if (!job) return 0;
      const applied = await applyChunk(tx, job);
      await signal(tx, { progress: { user: job.userId, job: jobId } });
      if (applied.people.length) await signal(tx, { stale: ['loans'], to: applied.people });
      return applied.rows;
    });
  }
}

async function close(
  deps: Deps,
  job: store.ImportJob,
  status: 'completed' | 'failed',
  end: (tx: Parameters<typeof store.finish>[0]) => Promise<unknown>,
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    await end(tx);
    const counts = await store.countsOf(tx, job.id);
    const events = eventLog(job.userId, null);
    events.emit('files.job-finished', {
      id: job.id,
      to: [job.userId],
      facts: {
        type: 'CUSTOMER_FILE',
        status,
        correct: counts?.correct ?? 0,
        incorrect: counts?.incorrect ?? 0,
      },
    });
    await events.flush(tx, []);
    await tx.run(sql`delete from import_rows where job_id = ${job.id}`);
    await signal(tx, { progress: { user: job.userId, job: job.id } });
  });
}

/** A run that died is done again from the file; chunks that were committed stay as they are. */
async function run(deps: Deps, jobId: number, { signal: stop }: JobContext): Promise<void> {
  const job = await deps.database.transaction((tx) => store.importJob(tx, jobId));
  if (!job || job.status === 'completed' || job.status === 'failed') return;
  try {
    await deps.database.transaction((tx) => store.clearRows(tx, jobId));
    await readFile(deps, job, stop);
    await deps.database.transaction(async (tx) => {
      await store.refuseDuplicates(tx, jobId);
      await store.setTotals(tx, jobId);
    });
  } catch (error) {
    const words =
      error instanceof Unreadable
        ? error.message
        : error instanceof CsvError
          ? importText.notCsv(error.code)
          : undefined;
    if (words === undefined) throw error;
    return close(deps, job, 'failed', (tx) => store.fail(tx, jobId, words));
  }
  await deps.database.run(sql`analyze import_rows`);
  await applyAll(deps, jobId, stop);
  const errorFile = await writeErrors(deps, jobId);
  await close(deps, job, 'completed', (tx) => store.finish(tx, jobId, errorFile));
  // Many rows changed: the planner and the counts must know. Not inside a transaction.
  await deps.database.run(sql`analyze loans, borrowers`);
}

export const importCustomers = (deps: Deps): Job<{ jobId: number }> => ({
  name: 'files.import-customers',
  retries: 5,
  run: ({ jobId }, context) => run(deps, jobId, context),
});
