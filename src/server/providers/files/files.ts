/** Where files lie: in a folder, or in a bucket that every node reaches; what speaks to buckets is read only then. */
import { join } from 'node:path';
import { localFiles } from './local.ts';
import type { FileStore } from './port.ts';

export async function filesOf(o: { filesUrl?: string; dataDir: string }): Promise<FileStore> {
  if (!o.filesUrl) return localFiles(join(o.dataDir, 'files'));
  const { optionsIn, s3Files } = await import('./s3.ts');
  return s3Files(optionsIn(o.filesUrl), join(o.dataDir, 'incoming'));
}
