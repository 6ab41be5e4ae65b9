/** Messages for failed starts and commands, for operators at a terminal. */
import path from 'node:path';
import { UnusableSecret } from '#app/server/operation/secret-file.ts';
import { partsOf } from '../database/external.ts';
import { DiskFull, isDiskFull } from './disk-full.ts';
import { explainDatabase } from './explain-database.ts';
import { StartupFailure } from './startup-failure.ts';
import { startupText } from '#text/en/program/startup.ts';

interface Place {
  dataDir: string;
  host: string;
  port: number;
  /** Absent: the database is in the data folder. */
  databaseUrl?: string;
  agenciesUrl?: string;
}

/** The sentence for an error met while starting, or undefined when only a developer can make sense of it. */
export function explain(error: unknown, place: Place): string | undefined {
  const sentence = sentenceFor(error, place);
  // The database of a node of many agencies has another name.
  return place.agenciesUrl && !place.databaseUrl
    ? sentence?.replaceAll(/\bDATABASE_URL\b/g, 'AGENCIES_URL')
    : sentence;
}

function sentenceFor(error: unknown, place: Place): string | undefined {
  const all = [...causes(error)];
  for (const one of all)
    if (one instanceof DiskFull || (one instanceof StartupFailure && !isDiskFull(one))) return one.message;
  // As a full disk causes all kinds of other errors.
  const full = all.find((one) => isDiskFull(one));
  if (full) return explainFull(full, place);
  for (const one of all) {
    if (one instanceof UnusableSecret) return one.message;
    const sentence = explainDatabase(one) ?? explainSystem(one, place);
    if (sentence) return sentence;
  }
  return undefined;
}

const isInside = (file: string, folder: string): boolean =>
  file === folder || file.startsWith(path.join(folder, path.sep));

/** An error that names its file identifies the disk; an error of PostgreSQL concerns the database's disk. */
function explainFull(error: Error, { dataDir, databaseUrl }: Place): string {
  if ('severity' in error && databaseUrl)
    return startupText.databaseDiskFull(partsOf(databaseUrl).host || 'DATABASE_URL');
  const file = 'path' in error ? String(error.path) : '';
  return file && !isInside(file, dataDir)
    ? startupText.diskFullAt(path.dirname(file))
    : startupText.diskFull(dataDir);
}

const UNREACHABLE = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'];
const OUT_OF = ['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN'];

/** Operating system errors: a port, a file, a program or another host. */
function explainSystem(error: Error, place: Place): string | undefined {
  if (!('code' in error) || !('syscall' in error)) return undefined;
  const code = String(error.code);
  const file = 'path' in error ? String(error.path) : '';
  if (error.syscall === 'listen') return explainListen(code, place);
  if (OUT_OF.includes(code)) return startupText.outOfSystem(code);
  if (UNREACHABLE.includes(code)) return startupText.unreachable(addressIn(error));
  if (String(error.syscall).startsWith('spawn')) return startupText.noProgram(file || String(error.syscall));
  if (!file) return undefined;
  // A path below the working folder is of this installation.
  const whole = path.resolve(file);
  return isInside(whole, place.dataDir)
    ? startupText.dataUnusable(place.dataDir, whole, code, userNow())
    : startupText.pathUnusable(whole, code, userNow());
}

function addressIn(error: Error): string {
  const { address, hostname, port } = error as { address?: string; hostname?: string; port?: number };
  return `${address ?? hostname ?? 'an address'}${port ? `:${port}` : ''}`;
}

/** A number, as a container may have no name for it. */
const userNow = (): string => String(process.getuid?.() ?? 'this user');

function explainListen(code: string, { host, port }: Place): string {
  if (code === 'EADDRINUSE') return startupText.portTaken(port);
  if (code === 'EACCES') return startupText.portForbidden(port);
  return startupText.hostUnknown(host);
}

/** The error itself, then what caused it: drivers and jobs wrap the one that matters. */
function* causes(error: unknown): Generator<Error> {
  for (let one = error; one instanceof Error; one = one.cause) {
    yield one;
    if (one instanceof AggregateError) for (const inner of one.errors) yield* causes(inner);
  }
}
