/** Where files lie: in a folder, or in a bucket that every node reaches; what speaks to buckets is read only then. */
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UNFINISHED, localFiles, removeLeftovers } from './local.ts';
import { recordedFiles } from './recorded.ts';
import { sealedFiles } from './sealed.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import type { Database } from '#kernel/server/database/database.ts';
import type { FileStore, PlainStore } from '#kernel/server/providers/files/port.ts';

interface Place {
  filesUrl?: string;
  dataDir: string;
}
/** Encrypted under the installation's key; with a database, verified against its hashes. */
export async function filesOf(place: Place, safe: Safe, database?: Database): Promise<FileStore> {
  const store = await storeAt(place);
  return sealedFiles(database ? recordedFiles(store, database) : store, safe);
}

export async function storeAt(place: Place): Promise<PlainStore> {
  if (!place.filesUrl) return localFiles(await closed(join(place.dataDir, 'files')));
  const { optionsIn, s3Files } = await import('./s3.ts');
  return s3Files(optionsIn(place.filesUrl), await closed(join(place.dataDir, 'incoming')));
}

/** Deletes leftovers of killed servers: partly written files, and files buffered for the bucket. */
export async function removeLeftFiles({ filesUrl, dataDir }: Place, now: Date): Promise<void> {
  if (filesUrl) return removeLeftovers(await closed(join(dataDir, 'incoming')), () => true, now);
  return removeLeftovers(await closed(join(dataDir, 'files')), (name) => name.endsWith(UNFINISHED), now);
}

/** Folder with mode 0700, also where an earlier version used another. */
async function closed(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Fails for a folder of another owner, who controls its mode.
  await chmod(folder, 0o700).catch(() => undefined);
  return folder;
}
