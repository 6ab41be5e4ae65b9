import { markUploadRemoved } from '#contexts/files/server/store.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { Job, Jobs } from '#kernel/server/work/jobs.ts';
import type { FileStore } from '#kernel/server/providers/files/port.ts';

export const removeFileJob = 'remove-file';

/** The bytes of a paper that was taken away; removing what is gone already is no fault. */
export const removeFiles = (files: FileStore): Job<{ key: string }> => ({
  name: removeFileJob,
  retries: 5,
  run: ({ key }) => files.remove(key),
});

/** Removes a paper: at once for its links, its bytes once the transaction is committed. */
export async function removePaper(tx: Tx, jobs: Jobs, key: string): Promise<void> {
  await markUploadRemoved(tx, key);
  await jobs.enqueue(tx, removeFileJob, { key });
}
