/** Reserved names of `npm run new` match this PostgreSQL. */
import { expect, test } from 'vitest';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { fieldsFrom } from '../../src/tools/scaffold/fields.ts';
import { boot } from '../kit.ts';

test('no reserved identifier of PostgreSQL can be a field', async () => {
  const server = await boot();
  const words = await server.database.rows<{ word: string }>(
    sql`select word from pg_get_keywords() where catcode in ('R', 'T') and word ~ '^[a-z_]+$'`,
  );
  await server.stop();
  expect(words.length).toBeGreaterThan(90);
  const camel = (word: string): string => word.replace(/_([a-z])/g, (_, c: string) => c.toUpperCase());
  expect(words.filter(({ word }) => typeof fieldsFrom(`${camel(word)}:text`) !== 'string')).toEqual([]);
});
