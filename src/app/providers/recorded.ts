/** File store with sizes and hashes in the database: damaged files are never returned. */
import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Database } from '#kernel/server/database/database.ts';
import { UNREADABLE } from './local.ts';
import { sql } from '#kernel/server/database/sql.ts';
import {
  DamagedFile,
  type FileFault,
  type FileStore,
  type PlainStore,
} from '#kernel/server/providers/files/port.ts';

/** What a file must be. */
export interface FileSum {
  bytes: number;
  sha256: Buffer;
}
/** So many files need not be read again before they are served by this process. */
const MOST_VERIFIED = 10_000;

/** Passes a body on and computes its hash. */
export async function* hashing(body: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    hash.update(chunk);
    yield chunk;
  }
}

async function sumOf(body: AsyncIterable<Buffer>): Promise<FileSum> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of hashing(body, hash)) bytes += chunk.length;
  return { bytes, sha256: hash.digest() };
}

/** What a disk or its rights refuse of one file: it is damaged, and stops no other. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof DamagedFile || UNREADABLE.includes(String((error as NodeJS.ErrnoException).code));

/** Undefined for a file that cannot be read. */
export async function sumOr(get: () => Promise<Readable> | Readable): Promise<FileSum | undefined> {
  try {
    return await sumOf(await get());
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}

export const isSame = (a: FileSum, b: FileSum): boolean => a.bytes === b.bytes && a.sha256.equals(b.sha256);

export const noteSum = (database: Database, key: string, { bytes, sha256 }: FileSum): Promise<number> =>
  database.run(sql`insert into stored_file (key, bytes, sha256) values (${key}, ${bytes}, ${sha256})
    on conflict (key) do update set bytes = excluded.bytes, sha256 = excluded.sha256, fault = null, checked_at = now()`);

export const noteFault = (database: Database, key: string, fault: FileFault): Promise<number> =>
  database.run(sql`insert into stored_file (key, fault) values (${key}, ${fault})
    on conflict (key) do update set fault = excluded.fault, checked_at = now()`);

const noteSound = (database: Database, key: string): Promise<number> =>
  database.run(sql`update stored_file set fault = null, checked_at = now() where key = ${key}`);

interface Noted {
  bytes: number | null;
  sha256: Buffer | null;
  fault: FileFault | null;
}

/**
 * Verifies before the first byte is returned: a file verified by this process and unchanged since is not read again.
 */
export function recordedFiles(store: PlainStore, database: Database): FileStore {
  const verified = new Map<string, string>();

  async function faultOf(key: string, { bytes, sha256 }: Noted): Promise<FileFault | null> {
    const facts = await store.facts(key);
    if (!facts) return 'missing';
    if (bytes === null || sha256 === null || facts.bytes !== bytes) return 'damaged';
    if (verified.get(key) === facts.version) return null;
    const sum = await sumOr(() => store.get(key));
    if (!sum || !isSame(sum, { bytes, sha256 })) return 'damaged';
    if (verified.size >= MOST_VERIFIED) verified.clear();
    verified.set(key, facts.version);
    return null;
  }

  /** A file from before there were hashes has none until the check of old files has read it. */
  async function compare(key: string): Promise<void> {
    const noted = await database.one<Noted>(
      sql`select bytes, sha256, fault from stored_file where key = ${key}`,
    );
    if (!noted) {
      if (!(await store.has(key))) throw new DamagedFile(key, 'missing');
      return;
    }
    const fault = await faultOf(key, noted);
    if (fault !== noted.fault) await (fault ? noteFault(database, key, fault) : noteSound(database, key));
    if (fault) throw new DamagedFile(key, fault);
  }

  return {
    has: store.has,
    async put(key, body, maxBytes) {
      const hash = createHash('sha256');
      const through = Readable.from(hashing(body, hash), { objectMode: false });
      const bytes = await store.put(key, through, maxBytes);
      try {
        await noteSum(database, key, { bytes, sha256: hash.digest() });
      } catch (error) {
        // Without its hash it would pass as an old one.
        await store.remove(key);
        throw error;
      }
      return bytes;
    },
    async get(key) {
      await compare(key);
      return store.get(key);
    },
    async remove(key) {
      await store.remove(key);
      await database.run(sql`delete from stored_file where key = ${key}`);
    },
  };
}
