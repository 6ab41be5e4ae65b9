/** Sends a stored file to a browser: shown where that is safe, else saved. */
import type { Streaming } from '#kernel/server/http/implement.ts';
import type { FileStore } from '#kernel/server/providers/files/port.ts';
import { csv } from './purposes.ts';

export const typeOfExport = (name: string | undefined): string =>
  name?.endsWith('.pdf') ? 'application/pdf' : csv;

/** Shown in the browser; everything else is saved. */
const shown = /^(application\/pdf|image\/(png|jpeg))$/;
export const fileHeaders = (name: string, type = csv): Record<string, string> => ({
  'Content-Type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
  'Content-Disposition': `${shown.test(type) ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name)}`,
  'Content-Security-Policy': "default-src 'none'; sandbox",
});
export const send =
  ({ files: disk }: { files: FileStore }, key: string, o: { name: string; type: string }): Streaming =>
  async ({ reply }) =>
    reply.headers(fileHeaders(o.name, o.type)).send(await disk.get(key));
