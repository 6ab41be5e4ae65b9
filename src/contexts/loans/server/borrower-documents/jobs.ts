import type { Job } from '#kernel/server/work/jobs.ts';
import type { FileStore } from '#kernel/server/providers/files/port.ts';

export const removeFileJob = 'remove-file';

/** The bytes of a paper that was taken away; removing what is gone already is no fault. */
export const removeFiles = (files: FileStore): Job<{ key: string }> => ({
  name: removeFileJob,
  retries: 5,
  run: ({ key }) => files.remove(key),
});
