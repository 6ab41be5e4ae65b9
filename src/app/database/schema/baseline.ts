/**
 * The schema that a new database begins with: a `schema.sql` of the kernel and of every context, in order of need. Changes
 * since are migrations. Databases from before the baseline are refused unchanged (decision 547).
 */
import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { startupText } from '#text/en/program/startup.ts';
import { StartupFailure } from '../../server/startup-failure.ts';

/** In the list of applied migrations; sorts before all of them. */
export const BASELINE = '0000-baseline';
/** The last version that reads databases and backups from before the baseline. */
export const LAST_BEFORE = '0.1.0';

const contexts = [
  'agency',
  'lenders',
  'authority',
  'files',
  'loans',
  'contact',
  'messaging',
  'payments',
  'complaints',
  'settlements',
  'work',
  'dialer',
  'reporting',
  'sync',
];
const source = new URL('../../../', import.meta.url);
/** Paths below `src`. */
export const schemaFiles: readonly string[] = [
  'kernel/server/db/schema.sql',
  ...contexts.map((name) => `contexts/${name}/server/schema.sql`),
];

/** All of it as one text, carried out in one transaction. */
export async function readBaseline(): Promise<string> {
  const texts = await Promise.all(schemaFiles.map((file) => readFile(new URL(file, source), 'utf8')));
  return texts.join('\n');
}

/** Migrations were numbered from 0001 to 0999 before the baseline. */
export const isBeforeBaseline = (name: string): boolean => /^0\d{3}-.+\.sql$/.test(name);

/** Refuses a database from before the baseline. Reads only. */
export async function refuseBeforeBaseline(client: pg.ClientBase): Promise<void> {
  const { rows: list } = await client.query<{ isMade: boolean }>(
    `select to_regclass('public.migration') is not null as "isMade"`,
  );
  if (!list[0]?.isMade) return;
  const { rows } = await client.query<{ name: string }>('select name from public.migration');
  if (rows.some(({ name }) => isBeforeBaseline(name)))
    throw new StartupFailure(startupText.databaseBeforeBaseline(LAST_BEFORE));
}
