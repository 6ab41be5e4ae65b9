import { expect, test } from 'vitest';
import { tablesOf } from '../src/app/database/schema/tables.ts';
import { schemaPage } from '../src/tools/schema-page.ts';
import { bareDatabase } from './kit.ts';

test('the page of the schema has a picture of each context and every table with its meaning', async () => {
  const db = await bareDatabase();
  const client = await db.database.connect();
  const page = await schemaPage(client);
  client.release();
  await db.end();
  for (const [context, tables] of Object.entries(tablesOf)) {
    expect(page).toContain(`## ${context}\n`);
    for (const [table, { is }] of Object.entries(tables)) expect(page).toContain(`- \`${table}\`: ${is}`);
  }
  expect(page.match(/erDiagram/g)?.length).toBeGreaterThan(9);
  expect(page).toContain('  borrowers ||--o{ loans : borrower_id');
  expect(page).toContain('  users |o--o{ loans : assignee_id');
  expect(page).toContain('  Rejected --> ReInitiated: reinitiate');
  expect(page).toContain('  pending --> success: success');
  expect(page).not.toContain('success --> failed');
});
