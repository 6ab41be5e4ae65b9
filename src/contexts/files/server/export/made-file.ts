/**
 * Background-generated file (not a list export), built with the owner's permissions at run time and listed under
 * Exports.
 */
import { randomUUID } from 'node:crypto';
import type { Access } from '#kernel/contract/access.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import type { Emit } from '#kernel/server/live/event.ts';
import type { Jobs } from '#kernel/server/work/jobs.ts';
import { sql } from '#kernel/server/database/sql.ts';

export interface MadeFile {
  /** Its name among the export types of the contract. */
  type: string;
  can: Access;
  /** Throws a Failure to refuse it for good. */
  make(
    actor: ServerActor,
    asked: Record<string, unknown>,
    o: { signal: AbortSignal; told(percent: number): Promise<void> },
  ): Promise<Made>;
}
export interface Made {
  bytes: Buffer;
  name: string;
  rows: number;
  /** What its owner must know of it, where that is not all well. */
  warning?: string | undefined;
  /** In the completing transaction. */
  tell(emit: Emit): void;
}
export const madeFileJobName = 'files.make-file';

/** Answers the job. */
export type StartFile = (
  context: Context,
  file: { type: string; name: string; asked: Record<string, unknown> },
) => Promise<number>;

export const startFile =
  (jobs: Jobs): StartFile =>
  async ({ tx, actor, emit }, { type, name, asked }) => {
    const made = await tx.one<{ id: number }>(sql`
      insert into file_jobs (type, export_type, filters, file_key, file_name, created_by)
      values ('EXPORT', ${type}, ${JSON.stringify(asked)}::jsonb, ${`export/${randomUUID()}`}, ${name}, ${actor.id})
      returning id`);
    if (!made) throw new Error('no job was made');
    await jobs.enqueue(tx, madeFileJobName, { jobId: made.id });
    emit('files.export-added', {
      id: made.id,
      facts: { exportType: type, filters: Object.keys(asked) },
      to: [actor.id],
    });
    return made.id;
  };
