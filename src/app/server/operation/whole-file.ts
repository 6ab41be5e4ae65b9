/** Atomic files: written under a temporary name, flushed, and renamed when complete. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** File systems without hard links, such as some network folders. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

interface Options {
  mode?: number;
  /** Fails with EEXIST when another process was first. */
  isNew?: boolean;
}

/** Adds the file's path to errors of `work`: read and write errors of Node have none. */
export function withPath<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && 'syscall' in error && !('path' in error))
      Object.assign(error, { path: file });
    throw error;
  }
}

/** Writes `content` to `file`. A crash or a full disk in between leaves what was there before, and no partial file. */
export function writeWhole(file: string, content: string | Buffer, o: Options = {}): void {
  const unfinished = `${file}.${randomBytes(4).toString('hex')}.unfinished`;
  try {
    const how = { mode: o.mode ?? 0o600, flag: 'wx', flush: true };
    withPath(file, () => fs.writeFileSync(unfinished, content, how));
    if (o.isNew) moveNew(unfinished, file);
    else fs.renameSync(unfinished, file);
    flushFolder(path.dirname(file));
  } finally {
    fs.rmSync(unfinished, { force: true });
  }
}

/** One of two processes fails. A rename would replace the file of the other. */
export function moveNew(unfinished: string, file: string): void {
  try {
    fs.linkSync(unfinished, file);
  } catch (error) {
    if (!NO_LINKS.includes(String((error as NodeJS.ErrnoException).code))) throw error;
    fs.closeSync(fs.openSync(file, 'wx', 0o600));
    fs.renameSync(unfinished, file);
  }
}

/** A name is durable once its folder is flushed. Not every file system can do that; the file itself is. */
function flushFolder(folder: string): void {
  let handle: number | undefined;
  try {
    handle = fs.openSync(folder, 'r');
    fs.fsyncSync(handle);
  } catch {
    // Windows and some network folders.
  } finally {
    if (handle !== undefined) fs.closeSync(handle);
  }
}
