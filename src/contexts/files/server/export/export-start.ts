/** Starts a job for a list export. */
import { randomUUID } from 'node:crypto';
import { may } from '#kernel/contract/access.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { exportTypes } from '#kernel/contract/export-types.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { type ExportSource, exportFiltersOf } from '#kernel/server/files/export.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import type { Jobs } from '#kernel/server/work/jobs.ts';
import { sql } from '#kernel/server/database/sql.ts';

interface Deps {
  jobs: Jobs;
  exports: readonly ExportSource[];
}
export const exportJobName = 'files.export-list';

/** Validated now, so that invalid input is rejected here; read again when the job runs. Returns the job. */
export async function startExport(
  { jobs, exports: sources }: Deps,
  { export_type: type, filters = {} }: { export_type?: string; filters?: Record<string, unknown> },
  { tx, actor, now, emit }: Context,
): Promise<number> {
  const source = sources.find((one) => one.type === type);
  const known = exportTypes.find(({ id }) => id === type);
  if (!source || !known)
    throw new Failure('INVALID_INPUT', {}, [{ path: 'export_type', fault: type ? 'invalid' : 'required' }]);
  if (!may(actor, known.can) || !may(actor, source.list.can)) throw new Failure('FORBIDDEN');
  // Totalled now: a daily limit includes requested rows, also unwritten ones.
  const { count } = source.read(actor, exportFiltersOf(source, filters), now);
  const rows = (await tx.one<{ n: number }>(count))?.n ?? 0;
  const made = await tx.one<{ id: number }>(sql`
    insert into file_jobs (type, export_type, filters, file_key, file_name, created_by, total_records)
    values ('EXPORT', ${source.type}, ${JSON.stringify(filters)}::jsonb, ${`export/${randomUUID()}`},
      ${`${source.type}-${businessDay(now)}.csv`}, ${actor.id}, ${rows}) returning id`);
  if (!made) throw new Error('no export job was made');
  await jobs.enqueue(tx, exportJobName, { jobId: made.id });
  emit('files.export-added', {
    id: made.id,
    facts: { exportType: source.type, filters: Object.keys(filters) },
    to: [actor.id],
  });
  return made.id;
}
