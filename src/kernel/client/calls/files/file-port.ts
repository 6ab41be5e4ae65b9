/** Port of lists and documents to the files context, which registers it at the start of the console. */
import type { Access } from '#kernel/contract/access.ts';

interface FilePort {
  /** Access to the export of this list; undefined when it has none. */
  mayExport(type: string): Access | undefined;
  /** Starts a job that exports the list. */
  startExport(type: string, filters: object): Promise<void>;
  /** A link that is good for two minutes. */
  readLink(key: string): Promise<{ url: string }>;
  uploadLink(name: string, type: string): Promise<{ url: string; key: string }>;
}
let given: FilePort | undefined;
export const provideFiles = (port: FilePort): void => void (given = port);

export function filePort(): FilePort {
  if (!given) throw new Error('The console started without the context of files.');
  return given;
}
