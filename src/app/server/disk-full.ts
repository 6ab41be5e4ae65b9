/** Which disk is full: an error of a stream or of PostgreSQL names none. */
import { startupText } from '#text/en/program/startup.ts';
import { StartupFailure } from './startup-failure.ts';

/** Its message names the disk. */
export class DiskFull extends StartupFailure {}

/** A disk, a quota of it, or the size a file may have. */
const CODES = ['ENOSPC', 'EDQUOT', 'EFBIG'];

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code);
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');
export const isDiskFull = (error: unknown): boolean =>
  CODES.includes(codeOf(error)) ||
  codeOf(error) === '53100' ||
  (error instanceof Error && /No space left on device/.test(`${error.message} ${messageOf(error.cause)}`));

/** Local file errors; PostgreSQL names no disk. */
const isFileError = (error: unknown): boolean => CODES.includes(codeOf(error));

/**
 * Runs `work`, which writes to `place`: a full disk is reported by that path. `isOfPlace`: errors of that disk, such
 * as all of them where a database is in `place`.
 */
export async function onDisk<T>(
  place: string,
  work: () => T | Promise<T>,
  isOfPlace: (error: unknown) => boolean = isFileError,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isOfPlace(error) ? fullAt(place, error) : error;
  }
}

const fullAt = (place: string, cause: unknown): DiskFull =>
  new DiskFull(startupText.diskFullAt(place), { cause });
