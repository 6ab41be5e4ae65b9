/** Parses a migration file: its statements, and its effect on servers of the previous version. */
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import type pg from 'pg';
import { BASELINE, readBaseline } from './schema/baseline.ts';

export const migrationsFolder = new URL('../../kernel/server/db/migrations/', import.meta.url);

export interface Migration {
  name: string;
  text: string;
  checksum: string;
  /** Builds or drops indexes while others write: outside of a transaction, statement by statement. */
  isAlone: boolean;
  /** The earlier migration it completes by removing the old form: the version before that one no longer works. */
  contractOf: string | undefined;
}

/** Without comments: the executable part. */
export const spoken = (text: string): string => text.replaceAll(/^\s*--.*$/gm, '');

export function migrationOf(name: string, text: string): Migration {
  return {
    name,
    text,
    // CRLF and LF have equal checksums.
    checksum: createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex'),
    isAlone: /\bconcurrently\b/i.test(spoken(text)),
    contractOf: /^-- contract of (\S+\.sql)/.exec(text)?.[1],
  };
}

/** The baseline, and the names of the migrations a folder brings, in order; those of this program unless another is named. */
export async function ownMigrations(folder = migrationsFolder): Promise<string[]> {
  return [BASELINE, ...(await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()];
}

export const readMigration = async (name: string, folder = migrationsFolder): Promise<Migration> =>
  migrationOf(name, name === BASELINE ? await readBaseline() : await readFile(new URL(name, folder), 'utf8'));

/** For an unused database, within a transaction. */
export const plainly = ({ isAlone, text }: Migration): string =>
  isAlone ? text.replaceAll(/\bconcurrently\b/gi, '') : text;

/** Of a non-transactional file: no statement contains a semicolon. */
export const statementsOf = ({ text }: Migration): string[] =>
  spoken(text)
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean);

/** Creates the list of what was applied. */
export const makeList = (client: pg.ClientBase): Promise<unknown> =>
  client.query(`create table if not exists migration (
    name text primary key, at timestamptz default now(), checksum text, is_contract boolean not null default false)`);

export const note = (client: pg.ClientBase, { name, checksum, contractOf }: Migration): Promise<unknown> =>
  client.query('insert into migration (name, checksum, is_contract) values ($1, $2, $3)', [
    name,
    checksum,
    contractOf !== undefined,
  ]);
