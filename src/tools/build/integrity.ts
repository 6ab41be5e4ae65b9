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
 * The service worker accepts a file only with its build hash: a page of a portal, a proxy or a maintenance server,
 * returned with 200, fails the update instead of replacing the shell.
 */
export async function withIntegrity(entries: Entry[]): Promise<{ manifest: Entry[]; warnings: string[] }> {
  const manifest = entries.map(async (entry) => {
    const hash = createHash('sha384').update(await readFile(join('dist', entry.url)));
    return { ...entry, integrity: `sha384-${hash.digest('base64')}` };
  });
  return { manifest: await Promise.all(manifest), warnings: [] };
}
