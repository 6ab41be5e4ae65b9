/** The hashes that copies of files are compared with: those of the database, and those of the folder they were copied to. */
import fs from 'node:fs';
import path from 'node:path';
import type { Database } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { writeWhole } from '#app/server/operation/whole-file.ts';
import { type FileSum, sumOr } from '#app/providers/recorded.ts';

/** As `sha256sum -c` reads it. */
const SUMS = 'SHA256SUMS';

/** By key, of what the database has a hash of. A database from before there were hashes has none. */
export async function sumsIn(database: Database): Promise<Map<string, FileSum>> {
  const made = await database.one<{ is: boolean }>(
    sql`select to_regclass('public.stored_file') is not null as is`,
  );
  if (!made?.is) return new Map();
  const rows = await database.rows<FileSum & { key: string }>(
    sql`select key, bytes, sha256 from stored_file where sha256 is not null`,
  );
  return new Map(rows.map(({ key, ...sum }) => [key, sum]));
}

/** Checksums by copy name, as written. */
export function listedIn(folder: string): Map<string, string> {
  const file = path.join(folder, SUMS);
  const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : [];
  return new Map(
    lines.flatMap((line) => {
      const [, sum = '', name = ''] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? [];
      return sum ? [[name, sum] as const] : [];
    }),
  );
}

export const writeList = (folder: string, listed: ReadonlyMap<string, string>): void =>
  writeWhole(path.join(folder, SUMS), [...listed].map(([name, sum]) => `${sum}  ${name}\n`).join(''));

/** Undefined for a file that cannot be read: one of them stops no copy of the others. */
export const sumOfFile = (file: string): Promise<FileSum | undefined> =>
  sumOr(() => fs.createReadStream(file));
