/**
 * Archived months as files: rows in COPY format, compressed, encrypted like all files, and identified by the hash of
 * their text.
 */
import { createHash, randomUUID } from 'node:crypto';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Events } from '#kernel/contract/events/events.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { DamagedFile, type FileStore } from '#kernel/server/providers/files/port.ts';

/** Metadata of an archived month. */
export interface MonthFile extends Note {
  /** The event that notes it. */
  notedBy: number;
  isAway: boolean;
  /** Last verification, as ISO 8601; null: not since archiving. */
  readAt: string | null;
}
type Note = Events['system.month-archived'];
type Measured = Pick<MonthFile, 'rows' | 'sha256'>;

export async function monthFiles(tx: Tx, where: Fragment): Promise<MonthFile[]> {
  const found = await tx.rows<{ facts: Note } & Omit<MonthFile, keyof Note>>(sql`
    select facts, noted_by as "notedBy", left_at is not null as "isAway",
      least(read_at, now()) as "readAt"
    from month_files where ${where} order by facts ->> 'table', name`);
  return found.map(({ facts, ...rest }) => ({ ...facts, ...rest }));
}

/** Column list for COPY. */
export const listed = (columns: readonly string[]): string =>
  columns.map((one) => pg.escapeIdentifier(one)).join(', ');
const nowhere = (): Writable => new Writable({ write: (_, __, done) => done() });

/** The hash of what passes through. */
function hashed(): { passed: Transform; sha256: () => string } {
  const hash = createHash('sha256');
  const passed = new Transform({
    transform(piece: Buffer, _, done) {
      hash.update(piece);
      done(null, piece);
    },
  });
  return { passed, sha256: () => hash.digest('hex') };
}

/** Writes the rows of a partition; returns the file key and its summary. */
export async function writeMonth(
  client: pg.ClientBase,
  store: FileStore,
  own: string,
  columns: readonly string[],
): Promise<Measured & { file: string }> {
  const copy = client.query(copyTo(`copy ${own} (${listed(columns)}) to stdout`));
  const packed = createGzip();
  const { passed, sha256 } = hashed();
  const file = `months/${randomUUID()}`;
  await Promise.all([
    pipeline(copy, passed, packed),
    store.put(file, packed, Number.MAX_SAFE_INTEGER).catch((error: unknown) => {
      packed.destroy();
      throw error;
    }),
  ]);
  return { file, rows: copy.rowCount, sha256: sha256() };
}

/** What the rows of a partition are now. */
export async function measure(
  client: pg.ClientBase,
  own: string,
  columns: readonly string[],
): Promise<Measured> {
  const copy = client.query(copyTo(`copy ${own} (${listed(columns)}) to stdout`));
  const { passed, sha256 } = hashed();
  await pipeline(copy, passed, nowhere());
  return { rows: copy.rowCount, sha256: sha256() };
}

/** Puts the rows of a file into a table. */
export async function fillFrom(
  store: FileStore,
  { file, columns }: Pick<MonthFile, 'file' | 'columns'>,
  client: pg.ClientBase,
  table: string,
): Promise<Measured> {
  const body = await store.get(file);
  const { passed, sha256 } = hashed();
  const copy = client.query(copyFrom(`copy ${table} (${listed(columns)}) from stdin`));
  await pipeline(body, createGunzip(), passed, copy);
  return { rows: copy.rowCount, sha256: sha256() };
}

const NEWLINE = 10;
/** So many bytes of rows at a time. */
const PIECE = 4_000_000;

/** Reads a complete file in batches of rows. Rejects for a missing or invalid one. */
export async function readMonth(
  store: FileStore,
  { file }: Pick<MonthFile, 'file'>,
  each?: (rows: Buffer) => Promise<void>,
): Promise<Measured> {
  const body = await store.get(file);
  const { passed, sha256 } = hashed();
  let rows = 0;
  await pipeline(body, createGunzip(), passed, async (pieces: AsyncIterable<Buffer>) => {
    let held: Buffer[] = [];
    let bytes = 0;
    for await (const piece of pieces) {
      // A row is a line: PostgreSQL writes what breaks a line inside of a value as \n.
      for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) rows += 1;
      if (!each) continue;
      held.push(piece);
      bytes += piece.length;
      if (bytes < PIECE) continue;
      const all = Buffer.concat(held);
      const end = all.lastIndexOf(NEWLINE) + 1;
      await each(all.subarray(0, end));
      held = [all.subarray(end)];
      bytes = all.length - end;
    }
    if (each && bytes > 0) await each(Buffer.concat(held));
  });
  return { rows, sha256: sha256() };
}

/** Decryption, decompression or parse error; excludes an unavailable store or database. */
function isUnreadable(error: unknown): boolean {
  if (error instanceof DamagedFile) return true;
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error instanceof pg.DatabaseError) return code.startsWith('22');
  return /^(Z_|ERR_CRYPTO_|ERR_OSSL_)/.test(code) || error.message.includes('unable to authenticate data');
}

/** Undefined for a file that cannot be read as a month. */
export const readWhole: (...of: Parameters<typeof readMonth>) => Promise<Measured | undefined> = (...of) =>
  readMonth(...of).catch((error: unknown) => {
    if (isUnreadable(error)) return undefined;
    throw error;
  });

export const isSame = (a: Measured, b: Measured): boolean => a.rows === b.rows && a.sha256 === b.sha256;
