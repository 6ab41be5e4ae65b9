/** Why the program does not start, in words for the person at the terminal. */
import { UnusableSecret } from '#kernel/server/operation/secret-file.ts';
import { StartupFailure } from './startup-failure.ts';
import { startupText } from '#text/en/startup.ts';
import { isOutOfLocks } from '../database/locks.ts';

interface Place {
  dataDir: string;
  host: string;
  port: number;
}

/** The sentence for an error met while starting, or undefined when only a developer can make sense of it. */
export function explain(error: unknown, place: Place): string | undefined {
  // First, as a full disk causes all kinds of other errors.
  if ([...causes(error)].some(isDiskFull)) return startupText.diskFull(place.dataDir);
  for (const one of causes(error)) {
    if (one instanceof StartupFailure || one instanceof UnusableSecret) return one.message;
    if (isOutOfLocks(one)) return startupText.outOfLocks;
    const code = 'code' in one ? one.code : undefined;
    if ('syscall' in one && one.syscall === 'listen') return explainListen(code, place);
    if (isUnwritable(one, place.dataDir)) return startupText.dataUnwritable(place.dataDir);
  }
  return undefined;
}

function explainListen(code: unknown, { host, port }: Place): string {
  if (code === 'EADDRINUSE') return startupText.portTaken(port);
  if (code === 'EACCES') return startupText.portForbidden(port);
  return startupText.hostUnknown(host);
}

function isDiskFull(error: Error): boolean {
  const code = 'code' in error ? error.code : undefined;
  return code === 'ENOSPC' || code === '53100' || /No space left on device/.test(error.message);
}

const UNWRITABLE = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EISDIR', 'ENOENT'];

function isUnwritable(error: Error, dataDir: string): boolean {
  if (!('path' in error) || !('code' in error)) return false;
  return UNWRITABLE.includes(String(error.code)) && String(error.path).startsWith(dataDir);
}

/** The error itself, then what caused it: drivers and jobs wrap the one that matters. */
function* causes(error: unknown): Generator<Error> {
  for (let one = error; one instanceof Error; one = one.cause) {
    yield one;
    if (one instanceof AggregateError) for (const inner of one.errors) yield* causes(inner);
  }
}
