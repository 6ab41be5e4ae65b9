import { markUploadRemoved } from '#contexts/files/server/store.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { Job, Jobs } from '#kernel/server/work/jobs.ts';
import type { FileStore } from '#kernel/server/providers/files/port.ts';

export const removeFileJob = 'remove-file';

/** Deletes a removed document's bytes; idempotent. */
export const removeFiles = (files: FileStore): Job<{ key: string }> => ({
  name: removeFileJob,
  retries: 5,
  run: ({ key }) => files.remove(key),
});

/** Deletes a document: immediately for its links, its bytes after the commit. */
export async function removePaper(tx: Tx, jobs: Jobs, key: string): Promise<void> {
  await markUploadRemoved(tx, key);
  await jobs.enqueue(tx, removeFileJob, { key });
}
