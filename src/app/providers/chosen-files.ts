/** Where files lie: in a folder, or in a bucket that every node reaches; what speaks to buckets is read only then. */
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { localFiles } from './local.ts';
import type { FileStore } from '#kernel/server/providers/files/port.ts';

export async function filesOf(o: { filesUrl?: string; dataDir: string }): Promise<FileStore> {
  if (!o.filesUrl) return localFiles(await closed(join(o.dataDir, 'files')));
  const { optionsIn, s3Files } = await import('./s3.ts');
  return s3Files(optionsIn(o.filesUrl), await closed(join(o.dataDir, 'incoming')));
}

/** A folder that only its owner enters, also where an earlier version left it open. */
async function closed(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Fails for a folder of another owner, who decides about its mode.
  await chmod(folder, 0o700).catch(() => undefined);
  return folder;
}
