/** Inputs of the repository rules: files, contract and catalogue of a migrated database. */
import { existsSync, readFileSync } from 'node:fs';
import type pg from 'pg';
import { allEndpoints } from '#app/contract.ts';
import { readCatalogue } from '#app/database/schema/comment.ts';
import { modules } from '#app/server/modules.ts';
import { BASELINE } from '#app/database/schema/baseline.ts';
import { ownMigrations, readMigration } from '#app/database/migration-file.ts';
import { kernelTables, ownerOf } from '../../../tests/architecture/ownership.ts';
import { filesOf, read, root } from '../../../tests/architecture/source.ts';
import type { Given } from './points.ts';

const tables = `select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`;

const page = (path: string): string =>
  existsSync(`${root}/${path}`) ? readFileSync(`${root}/${path}`, 'utf8') : '';

export async function givenOf(client: pg.ClientBase): Promise<Given> {
  const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
  return {
    sources: filesOf('{src,sw}/**/*.{ts,tsx}')
      .filter((path) => !isTest(path))
      .map((path) => read(path)),
    contexts: modules.map(({ name, owns, needs }) => ({
      name,
      owns,
      needs,
      readme: page(`src/contexts/${name}/README.md`),
    })),
    map: page('docs/ARCHITECTURE.md'),
    endpoints: allEndpoints(),
    catalogue: await readCatalogue(client),
    owned: [...kernelTables, ...ownerOf.keys()],
    tables: (await client.query<{ name: string }>(tables)).rows.map(({ name }) => name),
    migrations: await Promise.all(
      (await ownMigrations()).filter((name) => name !== BASELINE).map((name) => readMigration(name)),
    ),
  };
}
