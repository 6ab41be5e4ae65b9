import { expect, test } from 'vitest';
import { stripAbouts } from './without-abouts.ts';

test('an endpoint loses its description, and nothing else', () => {
  expect(
    stripAbouts(
      `one: endpoint('GET /a/:id', {\n    about: 'One of a lender’s \\'things\\'.',\n    can: 'staff',`,
    ),
  ).toBe(`one: endpoint('GET /a/:id', {\n    can: 'staff',`);
  expect(stripAbouts(`list(\n  'GET /a',\n  { about: "It's a list.", can })`)).toBe(
    `list(\n  'GET /a',\n  { can })`,
  );
  const column = `{ key: 'amount', about: 'What was received' }`;
  expect(stripAbouts(column)).toBe(column);
});
