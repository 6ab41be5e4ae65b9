import { expect, test } from 'vitest';
import { addedInBulk, declaredSums } from './declared.ts';
import { schemaOf } from './generate.ts';

test('the schema has the tables, views and triggers of the declared sums', async () => {
  await expect(schemaOf(declaredSums, addedInBulk)).toMatchFileSnapshot('../sums.sql');
});
