import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Not about one loan, or with a separate subject. */
const others = ['loan-sheet.tsx', 'tabs/profile-tabs.tsx', 'outcome/loan-act.tsx', 'contacts/erase.tsx'];

test('every sheet about a loan names borrower and amount', () => {
  const here = import.meta.dirname;
  const own = globSync('**/*.tsx', { cwd: here }).filter((file) =>
    readFileSync(`${here}/${file}`, 'utf8').includes("from '#kernel/ui/parts/sheet/sheet.tsx'"),
  );
  expect(own.filter((file) => !others.includes(file))).toEqual([]);
});
