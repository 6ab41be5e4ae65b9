/** Undo job: repeats the check under the client lock and keeps the rows shown to the user. */
import type { Database } from '#kernel/server/database/database.ts';
import { eventLog, signal } from '#kernel/server/live/event.ts';
import type { Job } from '#kernel/server/work/jobs.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { failuresText } from '#text/en/failures.ts';
import { takeAllTurns } from '../import/chunk.ts';
import type { ImportKind } from '../import/import-kinds.ts';
import { importJob } from '../import/import-store.ts';
import { judgeUndo, undo } from './undo.ts';

export const undoJobName = 'files.undo';

/** `stays`: number of remaining rows confirmed by the user. */
interface Asked {
  jobId: number;
  stays?: number;
}

async function run(
  database: Database,
  kinds: readonly ImportKind[],
  { jobId, stays = 0 }: Asked,
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.run(sql`set local statement_timeout = '10min'`);
    await tx.run(sql`select from file_jobs where id = ${jobId} for no key update`);
    const job = await importJob(tx, jobId);
    const kind = kinds.find(({ type }) => type === job?.type);
    // Completed by an earlier attempt.
    if (!job || !kind || job.status !== 'processing') return;
    await takeAllTurns(tx, job.clientId);
    const judged = await judgeUndo(tx, jobId, stays);
    const events = eventLog(job.userId, null);
    if (judged.refusal) {
      const words = failuresText[judged.refusal.code](judged.refusal.facts);
      await tx.run(
        sql`update file_jobs set status = 'completed', error_msg = ${words}, updated_at = now() where id = ${jobId}`,
      );
    } else {
      const people = await undo(tx, job, { found: judged.found, follow: kind.follow });
      events.emit('files.undone', {
        id: jobId,
        facts: { type: kind.type, kept: judged.found.stays },
        to: [job.userId],
      });
      if (people.length) await signal(tx, { stale: kind.stale, to: people });
    }
    await events.flush(tx, []);
    await signal(tx, { progress: { user: job.userId, job: jobId } });
  });
}

export const undoFiles = (database: Database, kinds: readonly ImportKind[]): Job<Asked> => ({
  name: undoJobName,
  retries: 2,
  run: (asked) => run(database, kinds, asked),
});
