import { randomBytes } from 'node:crypto';
import { access, mkdir, open, opendir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { moveNew } from '#app/server/operation/whole-file.ts';
import { DamagedFile, KeyTaken, type PlainStore, TooLarge } from '#kernel/server/providers/files/port.ts';

/** Suffix of a file being written. */
export const UNFINISHED = '.unfinished';
/** Pattern of stored keys; the demo has names of files that were never stored. */
export const ours = /^[a-z-]{1,40}\/[0-9a-f-]{36}$/;
/** One file that its owner may not read, or that is a folder or a link to itself, stops no other. */
export const UNREADABLE = ['EACCES', 'EPERM', 'EISDIR', 'ELOOP', 'EIO'];
const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** Aborts a stream above its limit, and measures it. */
function meterOf(maxBytes: number): { stream: Transform; bytes(): number } {
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      done(bytes > maxBytes ? new TooLarge() : null, chunk);
    },
  });
  return { stream, bytes: () => bytes };
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

async function write(path: string, body: Readable, maxBytes: number): Promise<number> {
  if (await isThere(path)) throw new KeyTaken();
  const unfinished = `${path}.${randomBytes(4).toString('hex')}${UNFINISHED}`;
  const file = await open(unfinished, 'wx', 0o600);
  const meter = meterOf(maxBytes);
  try {
    await pipeline(body, meter.stream, file.createWriteStream({ flush: true }));
    // Renamed only when complete. One of two concurrent writes is rejected, and nothing is ever replaced.
    moveNew(unfinished, path);
    return meter.bytes();
  } catch (error) {
    throw isCode(error, 'EEXIST') ? new KeyTaken() : error;
  } finally {
    await rm(unfinished, { force: true });
  }
}

const leftAfterMs = 86_400_000;
/** Deletes files that a killed server was writing: of those that `isLeft` names, what nothing has written for a day. */
export async function removeLeftovers(
  folder: string,
  isLeft: (name: string) => boolean,
  now: Date,
): Promise<void> {
  for await (const one of await opendir(folder, { recursive: true })) {
    if (!one.isFile() || !isLeft(one.name)) continue;
    const path = join(one.parentPath, one.name);
    const found = await stat(path).catch(() => undefined);
    if (found && now.getTime() - found.mtimeMs > leftAfterMs) await rm(path, { force: true });
  }
}

/** Files in a folder of the data directory, streamed to disk and never held in memory. */
export function localFiles(folder: string): PlainStore {
  const at = (key: string): string => {
    if (!ours.test(key)) throw new Error(`not a key of ours: ${key}`);
    return join(folder, key);
  };
  return {
    async put(key, body, maxBytes) {
      const path = at(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      return write(path, body, maxBytes);
    },
    async get(key) {
      // Opened first, so that a missing file is an error here and not in the middle of a response.
      const file = await open(at(key)).catch((error: unknown) => {
        throw UNREADABLE.some((code) => isCode(error, code)) ? new DamagedFile(key, 'damaged') : error;
      });
      if (!(await file.stat()).isFile()) {
        await file.close();
        throw new DamagedFile(key, 'damaged');
      }
      // Small chunks, so that a long file does not block the event loop.
      return file.createReadStream({ highWaterMark: 16 * 1024 });
    },
    has: (key) => isThere(at(key)),
    async facts(key) {
      const found = await stat(at(key)).catch((error: unknown) => {
        if (isCode(error, 'ENOENT')) return undefined;
        throw error;
      });
      return found && { bytes: found.size, version: `${found.ino} ${found.mtimeMs} ${found.ctimeMs}` };
    },
    remove: (key) => rm(at(key), { force: true }),
  };
}
