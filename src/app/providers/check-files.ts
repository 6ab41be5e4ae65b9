/** Hashes files stored before hashes existed, and rechecks damaged ones. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Database } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Logger } from '#kernel/server/operation/log.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import type { FileFault, PlainStore } from '#kernel/server/providers/files/port.ts';
import { type FileSum, hashing, isSame, isUnreadable, noteFault, noteSum } from './recorded.ts';
import { sealedFiles } from './sealed.ts';
import { type StoredKey, forgetFaults, keysToCheck, recordsOf } from './stored-keys.ts';

const BATCH = 200;

/** Reads and decrypts a complete file: a file that does not decrypt is damaged even if its hash matches. */
async function readWhole(
  store: PlainStore,
  safe: Safe,
  { key, clearBytes }: StoredKey,
): Promise<FileSum | FileFault> {
  if (!(await store.has(key))) return 'missing';
  const hash = createHash('sha256');
  let stored = 0;
  const counting = async (name: string): Promise<Readable> => {
    const through = Readable.from(hashing(await store.get(name), hash), { objectMode: false });
    return through.on('data', (chunk: Buffer) => (stored += chunk.length)).pause();
  };
  let clear = 0;
  try {
    for await (const chunk of await sealedFiles({ ...store, get: counting }, safe).get(key))
      clear += (chunk as Buffer).length;
  } catch (error) {
    if (isUnreadable(error)) return 'damaged';
    throw error;
  }
  return clearBytes === null || clearBytes === clear ? { bytes: stored, sha256: hash.digest() } : 'damaged';
}

/** One pass across all records; returns the unreadable keys. Idempotent across nodes. */
export async function checkFiles(o: {
  database: Database;
  store: PlainStore;
  safe: Safe;
  log: Pick<Logger, 'warn'>;
}): Promise<string[]> {
  const { database, store, safe, log } = o;
  const unreadable: string[] = [];
  for (let after = ''; ;) {
    const batch = await keysToCheck(database, after, BATCH);
    for (const one of batch) {
      const noted = await database.one<FileSum>(
        sql`select bytes, sha256 from stored_file where key = ${one.key} and sha256 is not null`,
      );
      const found = await readWhole(store, safe, one);
      const isFault = typeof found === 'string';
      if (isFault || (noted && !isSame(noted, found))) {
        unreadable.push(one.key);
        await noteFault(database, one.key, isFault ? found : 'damaged');
      } else await noteSum(database, one.key, found);
    }
    after = batch.at(-1)?.key ?? '';
    if (batch.length < BATCH) break;
  }
  await forgetFaults(database);
  for (const record of await recordsOf(database, unreadable)) log.warn({ record }, 'stored file unreadable');
  return unreadable;
}
