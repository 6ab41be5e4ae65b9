/** Which disk is full: an error of a stream or of PostgreSQL names none. */
import { startupText } from '#text/en/startup.ts';
import { StartupFailure } from './startup-failure.ts';

/** A disk, a quota of it, or the size a file may have. */
const CODES = ['ENOSPC', 'EDQUOT', 'EFBIG'];

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code);
export const isDiskFull = (error: unknown): boolean =>
  CODES.includes(codeOf(error)) ||
  codeOf(error) === '53100' ||
  (error instanceof Error && /No space left on device/.test(error.message));

/** Does `work`, which writes to `place`: a disk that is full meanwhile is named by it. */
export async function onDisk<T>(place: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isFileError(error)) throw error;
    throw new StartupFailure(startupText.diskFullAt(place), { cause: error });
  }
}

/** Full disks of this machine; PostgreSQL reports its own disk. */
const isFileError = (error: unknown): boolean => CODES.includes(codeOf(error));
