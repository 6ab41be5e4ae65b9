import { expect, test } from 'vitest';
import { sql } from '../src/kernel/server/database/sql.ts';
import { kernelTables, ownerOf } from './architecture/ownership.ts';
import { bareDatabase } from './kit.ts';

test('every table has one owner, and every owned table is there', async () => {
  const { database, end } = await bareDatabase();
  try {
    const rows = await database.rows<{ name: string }>(
      sql`select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
    );
    const tables = rows.map(({ name }) => name);
    expect(tables.filter((name) => !ownerOf.has(name) && !kernelTables.has(name))).toEqual([]);
    expect([...ownerOf.keys(), ...kernelTables].filter((name) => !tables.includes(name))).toEqual([]);
  } finally {
    await end();
  }
});
