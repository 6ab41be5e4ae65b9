/** Why the program does not start, in words for the person at the terminal. */
import path from 'node:path';
import { UnusableSecret } from '#app/server/operation/secret-file.ts';
import { partsOf } from '../database/external.ts';
import { isDiskFull } from './disk-full.ts';
import { StartupFailure } from './startup-failure.ts';
import { startupText } from '#text/en/startup.ts';
import { isOutOfLocks } from '../database/locks.ts';

interface Place {
  dataDir: string;
  host: string;
  port: number;
  /** Absent: the database is in the data folder. */
  databaseUrl?: string;
}

/** The sentence for an error met while starting, or undefined when only a developer can make sense of it. */
export function explain(error: unknown, place: Place): string | undefined {
  const all = [...causes(error)];
  for (const one of all) if (one instanceof StartupFailure && !isDiskFull(one)) return one.message;
  // As a full disk causes all kinds of other errors.
  const full = all.find((one) => isDiskFull(one));
  if (full) return explainFull(full, place);
  for (const one of all) {
    if (one instanceof UnusableSecret) return one.message;
    const sentence = explainDatabase(one);
    if (sentence) return sentence;
    const code = 'code' in one ? one.code : undefined;
    if ('syscall' in one && one.syscall === 'listen') return explainListen(code, place);
    if (isUnwritable(one, place.dataDir)) return startupText.dataUnwritable(place.dataDir);
  }
  return undefined;
}

/** An error that names its file identifies the disk; an error of PostgreSQL concerns the database's disk. */
function explainFull(error: Error, { dataDir, databaseUrl }: Place): string {
  if ('severity' in error && databaseUrl)
    return startupText.databaseDiskFull(partsOf(databaseUrl).host || 'DATABASE_URL');
  const file = 'path' in error ? String(error.path) : '';
  return file && !file.startsWith(dataDir)
    ? startupText.diskFullAt(path.dirname(file))
    : startupText.diskFull(dataDir);
}

const LOST = ['57P01', '57P02', '57P03', '08006', '08003', 'ECONNRESET'];

function explainDatabase(error: Error): string | undefined {
  if (isOutOfLocks(error)) return startupText.outOfLocks;
  const code = 'code' in error ? String(error.code) : '';
  // The first line names the table or schema; what PostgreSQL adds may quote a row.
  if (code === '42501') return startupText.databaseRights(error.message.split('\n')[0] ?? '');
  if (code === '25006') return startupText.databaseStandby;
  const isLost = LOST.includes(code) || error.message.startsWith('Connection terminated');
  return isLost ? startupText.databaseLost : undefined;
}

function explainListen(code: unknown, { host, port }: Place): string {
  if (code === 'EADDRINUSE') return startupText.portTaken(port);
  if (code === 'EACCES') return startupText.portForbidden(port);
  return startupText.hostUnknown(host);
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
