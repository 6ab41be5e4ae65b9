/** Photos arrive with their entry and are moved into the file store afterwards, outside of any transaction. */
import { Readable } from 'node:stream';
import type { Database } from '#kernel/server/database/database.ts';
import type { Job } from '#kernel/server/work/jobs.ts';
import { type FileStore, KeyTaken } from '#kernel/server/providers/files/port.ts';
import { photoStored, photoWaiting } from './store.ts';

export const photoJobName = 'visit-photo';

export const photoJob = (deps: { database: Database; files: FileStore }): Job<{ id: number }> => ({
  name: photoJobName,
  retries: 20,
  async run({ id }) {
    const { database, files } = deps;
    const photo = await photoWaiting(database, id);
    if (!photo?.bytes) return;
    try {
      await files.put(photo.key, Readable.from([photo.bytes]), photo.bytes.length);
    } catch (error) {
      // An earlier attempt stored it and was interrupted before recording that.
      if (!(error instanceof KeyTaken)) throw error;
    }
    await photoStored(database, id);
  },
});
