/**
 * Files of the data folder, copied to another one. A file never changes once it is written, so only new ones are copied; they
 * are encrypted for the keys of backups, and all of them again when those keys change. A file that is deleted in the
 * installation is deleted here a month later, as a backup of the database from before still names it. Each file and each copy is compared with its hash.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UNFINISHED } from '#app/providers/local.ts';
import { type FileSum, hashing, isSame, isUnreadable } from '#app/providers/recorded.ts';
import { writeWhole } from '#app/server/operation/whole-file.ts';
import { openBackup, sealedFor } from './backup-keys.ts';
import { listedIn, sumOfFile, writeList } from './file-sums.ts';

const SEALED = '.age';
const GONE = '.gone';
const KEPT_MS = 30 * 86_400_000;
/** Whom the copies are written for. */
const RECIPIENTS = 'recipients.txt';

export interface Copied {
  copied: number;
  kept: number;
  removed: number;
  /** Damaged or missing source files: not copied, and an intact copy remains. */
  damaged: string[];
}
export type Sums = ReadonlyMap<string, FileSum>;

/** Keys of files, such as `photo/3f2a…`, below a folder. */
function* keysIn(folder: string, below = ''): Generator<string> {
  const at = path.join(folder, below);
  if (!fs.existsSync(at)) return;
  for (const entry of fs.readdirSync(at, { withFileTypes: true })) {
    const key = path.join(below, entry.name);
    if (entry.isDirectory()) yield* keysIn(folder, key);
    else if (below !== '' && !key.endsWith(UNFINISHED)) yield key;
  }
}

interface Way {
  from: string;
  to: string;
  recipients: readonly string[];
}

/** Writes the copy and answers its hash; undefined when the file is not what it must be, and then nothing is replaced. */
async function copy(
  key: string,
  { from, to, recipients }: Way,
  wanted: FileSum | undefined,
): Promise<string | undefined> {
  const place = path.join(to, nameOf(key, recipients));
  const unfinished = place + UNFINISHED;
  fs.mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 });
  const [read, written] = [createHash('sha256'), createHash('sha256')];
  try {
    await pipeline(
      fs.createReadStream(path.join(from, key)),
      (source: AsyncIterable<Buffer>) => hashing(source, read),
      (source: AsyncIterable<Buffer>) => sealedFor(recipients, Readable.from(source, { objectMode: false })),
      (source: AsyncIterable<Buffer>) => hashing(source, written),
      fs.createWriteStream(unfinished, { mode: 0o600, flush: true }),
    );
    if (wanted && !wanted.sha256.equals(read.digest())) return undefined;
    fs.renameSync(unfinished, place);
    return written.digest('hex');
  } finally {
    fs.rmSync(unfinished, { force: true });
  }
}

const nameOf = (key: string, recipients: readonly string[]): string =>
  key + (recipients.length > 0 ? SEALED : '');

/** Copies by key: under which names each is there, of which one is read. */
function copiesIn(to: string): Map<string, string[]> {
  const named = [...keysIn(to)].sort((a, b) => Number(isGone(a)) - Number(isGone(b)));
  return Map.groupBy(named, (name) => name.replace(GONE, '').replace(SEALED, ''));
}

/** Only ours end so: keys are kinds and numbers. */
const isGone = (name: string): boolean => name.endsWith(GONE);

/** Whether a file is not what it must be. */
const isLost = async (file: string, wanted: FileSum | undefined): Promise<boolean> =>
  wanted !== undefined && !(await isFileSame(file, wanted));

async function isFileSame(file: string, wanted: FileSum | undefined): Promise<boolean> {
  const sum = await sumOfFile(file);
  return sum !== undefined && wanted !== undefined && isSame(sum, wanted);
}

const hexOf = async (file: string): Promise<string | undefined> =>
  (await sumOfFile(file))?.sha256.toString('hex');

/** Whether a copy is intact or, if unencrypted, equals the file. */
async function isSound(
  name: string,
  way: Way,
  listed: ReadonlyMap<string, string>,
  wanted?: FileSum,
): Promise<boolean> {
  const known = listed.get(name);
  if (name.endsWith(SEALED)) return known !== undefined && known === (await hexOf(path.join(way.to, name)));
  const there = await sumOfFile(path.join(way.to, name));
  if (!there || (known && known !== there.sha256.toString('hex'))) return false;
  return wanted ? isSame(there, wanted) : isFileSame(path.join(way.from, name), there);
}

export async function backupFiles(way: Way, sums: Sums, now = Date.now()): Promise<Copied> {
  const { from, to, recipients } = way;
  fs.mkdirSync(to, { recursive: true, mode: 0o700 });
  const list = path.join(to, RECIPIENTS);
  const wanted = `${[...recipients].sort().join('\n')}\n`;
  const isSameKeys = fs.existsSync(list) && fs.readFileSync(list, 'utf8') === wanted;
  const copies = copiesIn(to);
  const listed = listedIn(to);
  const result: Copied = { copied: 0, kept: 0, removed: 0, damaged: [] };
  for (const key of keysIn(from)) {
    const there = copies.get(key) ?? [];
    copies.delete(key);
    const name = nameOf(key, recipients);
    if (isSameKeys && there.includes(name) && (await isSound(name, way, listed, sums.get(key)))) {
      if (await isLost(path.join(from, key), sums.get(key))) result.damaged.push(key);
      else result.kept += 1;
      listed.set(name, listed.get(name) ?? (await hexOf(path.join(to, name))) ?? '');
      continue;
    }
    await copyNew(key, way, { sums, listed, result, there });
  }
  // A lost file retains its copy: it was not deleted.
  for (const key of sums.keys())
    if (!fs.existsSync(path.join(from, key))) {
      result.damaged.push(key);
      copies.delete(key);
    }
  result.removed = retire(to, [...copies.values()].flat(), listed, now);
  for (const name of listed.keys()) if (!fs.existsSync(path.join(to, name))) listed.delete(name);
  writeList(to, listed);
  // Last: an interrupted run restarts.
  writeWhole(list, wanted);
  return result;
}

/** A read of a folder names no file. */
const isUnreadableSource = (error: unknown, file: string): boolean =>
  isUnreadable(error) && ((error as NodeJS.ErrnoException).path ?? file) === file;

async function copyNew(
  key: string,
  way: Way,
  o: { sums: Sums; listed: Map<string, string>; result: Copied; there: readonly string[] },
): Promise<void> {
  const isThere = (): boolean => fs.existsSync(path.join(way.from, key));
  const sum = await copy(key, way, o.sums.get(key)).catch((error: unknown) => {
    // One that is deleted meanwhile is no loss, and one that cannot be read is named at the end.
    if (isThere() && !isUnreadableSource(error, path.join(way.from, key))) throw error;
  });
  if (sum === undefined) {
    if (isThere()) o.result.damaged.push(key);
    return;
  }
  o.result.copied += 1;
  const name = nameOf(key, way.recipients);
  o.listed.set(name, sum);
  for (const other of o.there) if (other !== name) fs.rmSync(path.join(way.to, other));
}

/** Marks copies of files that are deleted, and deletes those marked a month ago; answers how many. */
function retire(to: string, names: readonly string[], listed: Map<string, string>, now: number): number {
  let removed = 0;
  for (const name of names) {
    const place = path.join(to, name);
    if (!isGone(name)) {
      fs.renameSync(place, place + GONE);
      fs.utimesSync(place + GONE, now / 1000, now / 1000);
      const sum = listed.get(name);
      if (sum) listed.set(name + GONE, sum);
    } else if (fs.statSync(place).mtimeMs < now - KEPT_MS) {
      fs.rmSync(place);
      removed += 1;
    }
  }
  return removed;
}

interface Restored {
  copied: number;
  kept: number;
  /** Damaged copies: not restored. */
  damaged: string[];
  /** Files of the database that are neither here nor in the copy. */
  missing: string[];
}

/** Restores missing or damaged files; intact ones are unchanged. */
export async function restoreFiles(
  from: string,
  to: string,
  identities: readonly string[],
  sums: Sums,
): Promise<Restored> {
  const result: Restored = { copied: 0, kept: 0, damaged: [], missing: [] };
  const copies = copiesIn(from);
  const listed = listedIn(from);
  for (const [key, [name = '']] of copies) {
    const place = path.join(to, key);
    const wanted = sums.get(key);
    if (fs.existsSync(place) && (!wanted || (await isFileSame(place, wanted)))) {
      result.kept += 1;
      continue;
    }
    const isBack = await bringBack({
      source: path.join(from, name),
      place,
      identities,
      wanted,
      sum: listed.get(name),
    });
    if (isBack) result.copied += 1;
    else result.damaged.push(key);
  }
  for (const key of sums.keys())
    if (!copies.has(key) && !fs.existsSync(path.join(to, key))) result.missing.push(key);
  return result;
}

interface Copy {
  source: string;
  identities: readonly string[];
  /** Expected checksums of file and copy, where available. */
  wanted: FileSum | undefined;
  sum: string | undefined;
}

/** Reads a copy through its key, on to `write`; false when it is not what was copied. */
async function readCopy(
  { source, identities, wanted, sum }: Copy,
  write: (bytes: AsyncIterable<Buffer>) => Promise<unknown>,
): Promise<boolean> {
  if (sum && (await hexOf(source)) !== sum) return false;
  // A wrong key is rejected here entirely.
  const opened = await openBackup(source, identities);
  const read = createHash('sha256');
  try {
    await write(hashing(opened, read));
  } catch (error) {
    // Write errors carry a code; a changed file does not open.
    if (error instanceof Error && 'code' in error) throw error;
    return false;
  }
  return !wanted || wanted.sha256.equals(read.digest());
}

async function bringBack(copied: Copy & { place: string }): Promise<boolean> {
  const { place } = copied;
  const unfinished = place + UNFINISHED;
  fs.mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 });
  try {
    const isWhole = await readCopy(copied, (bytes) =>
      pipeline(bytes, fs.createWriteStream(unfinished, { mode: 0o600, flush: true })),
    );
    if (isWhole) fs.renameSync(unfinished, place);
    return isWhole;
  } finally {
    fs.rmSync(unfinished, { force: true });
  }
}

/** Reads every copy to its end, and answers which are not what was copied, or are missing of what was copied before. */
export async function tryFiles(
  from: string,
  identities: readonly string[],
  sums: Sums,
): Promise<{ tried: number; damaged: string[] }> {
  const listed = listedIn(from);
  const copies = copiesIn(from);
  const damaged: string[] = [];
  for (const [key, [name = '']] of copies) {
    const copied = {
      source: path.join(from, name),
      identities,
      wanted: sums.get(key),
      sum: listed.get(name),
    };
    const isWhole = await readCopy(copied, async (bytes) => {
      for await (const piece of bytes) void piece;
    });
    if (!isWhole) damaged.push(key);
  }
  for (const name of listed.keys())
    if (!fs.existsSync(path.join(from, name))) damaged.push(name.replace(GONE, '').replace(SEALED, ''));
  return { tried: copies.size, damaged };
}
