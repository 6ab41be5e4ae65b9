/** `npm run schema [-- file]`: the tables of a freshly migrated database by context, as a page with pictures. */
import { writeFile } from 'node:fs/promises';
import { withMigrated } from './migrated.ts';
import { schemaPage } from './schema-page.ts';

const file = process.argv[2] ?? 'schema.md';
await writeFile(file, await withMigrated(schemaPage));
console.log(`The schema is in ${file}.`);
