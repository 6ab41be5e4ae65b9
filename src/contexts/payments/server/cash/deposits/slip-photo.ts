/** The slip photo is uploaded with its deposit and moved to the file store later, outside of any transaction. */
import { Readable } from 'node:stream';
import { Failure } from '#kernel/contract/failure.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { type FileStore, KeyTaken } from '#kernel/server/providers/files/port.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Job } from '#kernel/server/work/jobs.ts';

export const slipJobName = 'cash-slip';

const starts = (bytes: Buffer, magic: string, at = 0): boolean =>
  bytes.subarray(at, at + magic.length).toString('latin1') === magic;
/** By its first bytes, not by the declared type. */
export function typeOfPhoto(bytes: Buffer): 'image/jpeg' | 'image/webp' {
  if (starts(bytes, '\u00FF\u00D8\u00FF')) return 'image/jpeg';
  if (starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8)) return 'image/webp';
  throw new Failure('INVALID_INPUT', {}, [{ path: 'photo', fault: 'invalid' }]);
}

export const slipJob = ({
  database,
  files,
}: {
  database: Database;
  files: FileStore;
}): Job<{ id: number }> => ({
  name: slipJobName,
  retries: 20,
  async run({ id }) {
    const photo = await database.one<{ key: string; bytes: Buffer }>(sql`
      select photo_key as key, photo_bytes as bytes from cash_deposits where id = ${id} and photo_bytes is not null`);
    if (!photo) return;
    try {
      await files.put(photo.key, Readable.from([photo.bytes]), photo.bytes.length);
    } catch (error) {
      // An earlier attempt stored it and crashed before recording that.
      if (!(error instanceof KeyTaken)) throw error;
    }
    await database.run(sql`update cash_deposits set photo_bytes = null where id = ${id}`);
  },
});
