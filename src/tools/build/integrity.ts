import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Entry {
  url: string;
  revision: string | null;
  size: number;
  integrity?: string;
}

/**
 * The service worker takes a file only when it is, byte for byte, the one that was built: a page of a portal, of a proxy
 * or of a server under maintenance, answered with 200, ends the update instead of taking the place of the shell.
 */
export async function withIntegrity(entries: Entry[]): Promise<{ manifest: Entry[]; warnings: string[] }> {
  const manifest = entries.map(async (entry) => {
    const hash = createHash('sha384').update(await readFile(join('dist', entry.url)));
    return { ...entry, integrity: `sha384-${hash.digest('base64')}` };
  });
  return { manifest: await Promise.all(manifest), warnings: [] };
}
